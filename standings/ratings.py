"""Ratings: how well a person plays a game on a server, estimated from the places of rated games.

Source: Weng and Lin, *A Bayesian Approximation Method for Online Ranking*, JMLR 12 (2011), as the library openskill computes it:
the model Bradley-Terry with full pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

MODEL = "bradley-terry-full-1"  # rises with each change of a constant below, which calls for computing all ratings anew
START_MU, START_SIGMA = 25.0, 25.0 / 3  # before the first game
TAU = 25.0 / 75  # by how much the uncertainty grows before each game, so that a rating can follow somebody who improves
SHOWN_AFTER_GAMES = 8  # before that, a rating says more about chance than about the person
HIDDEN_AFTER_DAYS = 60  # since a person last acted: leaderboards leave them out

SHOWN_START, SHOWN_PER_MU = 1500, 40  # of the numbers that people see


class Rating(NamedTuple):
    """An estimate with its standard deviation, in openskill's units, and the number of rated games that it rests on."""

    mu: float = START_MU
    sigma: float = START_SIGMA
    games: int = 0

    @property
    def shown(self) -> int:
        """Return the number that people see: 1500 before the first game."""
        return round(SHOWN_START + SHOWN_PER_MU * (self.mu - START_MU))

    @property
    def shown_uncertainty(self) -> int:
        """Return the number after ±: in two of three cases the true value lies within it."""
        return round(SHOWN_PER_MU * self.sigma)

    @property
    def is_settled(self) -> bool:
        """Return whether enough games were played to show the rating."""
        return self.games >= SHOWN_AFTER_GAMES


@cache
def _model() -> BradleyTerryFull:
    return BradleyTerryFull(mu=START_MU, sigma=START_SIGMA, tau=TAU)


@cache
def _teams(count: int) -> list[list[BradleyTerryFullRating]]:
    """Return teams of one person each, kept to be filled in: openskill copies them, and making new ones takes longer."""
    return [[_model().rating()] for _ in range(count)]


def rate(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return the ratings of the people of one game after it.

    :param places: of each, from 1; equal places are a tie.
    :raises ValueError: if the lengths differ, or there are fewer than two people.
    """
    if len(before) < 2 or len(before) != len(places):
        raise ValueError(f"{len(before)} ratings and {len(places)} places")
    teams = _teams(len(before))
    for (team,), one in zip(teams, before, strict=True):
        team.mu, team.sigma = one.mu, one.sigma
    after = _model().rate(teams, ranks=[float(place) for place in places])
    return [Rating(new.mu, new.sigma, old.games + 1) for (new,), old in zip(after, before, strict=True)]
