"""A rating follows somebody who improves: a simulation that compares our tau with the default of openskill."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from statistics import mean, median, pstdev
from typing import NamedTuple

import pytest
from openskill.models import BradleyTerryFull

from standings.ratings import START_MU, START_SIGMA, TAU

DEFAULT_TAU = 25 / 300
PEOPLE = 12
LEARNER = 2  # below the middle
GAMES_BEFORE = 300  # of each person
IMPROVEMENT = 4.0  # in units of mu: 160 of the numbers that people see
LUCK = 25 / 6  # standard deviation of the strength in one game, openskill's beta


class Outcome(NamedTuple):
    """The learner's games until the rating has risen by four fifths of the improvement, and the typical error before it."""

    games: int
    error: float


def simulate(tau: float, seats: int, seed: int) -> Outcome:
    """Let people play many games, then let one of them improve at once."""
    random, model = Random(seed), BradleyTerryFull(mu=START_MU, sigma=START_SIGMA, tau=tau)
    strengths = [START_MU + number - PEOPLE / 2 for number in range(PEOPLE)]
    ratings = [model.rating() for _ in strengths]

    def play(people: Iterable[int]) -> None:
        order = sorted(people, key=lambda one: -random.gauss(strengths[one], LUCK))
        after = model.rate([[ratings[one]] for one in order], ranks=[float(place) for place in range(1, seats + 1)])
        for one, (rating,) in zip(order, after, strict=True):
            ratings[one] = rating

    def lead() -> float:
        return ratings[LEARNER].mu - mean(rating.mu for rating in ratings)

    def error() -> float:
        return pstdev(rating.mu - strength for rating, strength in zip(ratings, strengths, strict=True))

    _repeat(GAMES_BEFORE * PEOPLE // seats, lambda: play(random.sample(range(PEOPLE), seats)))
    before, off, games = lead(), error(), 0
    strengths[LEARNER] += IMPROVEMENT
    others = [one for one in range(PEOPLE) if one != LEARNER]
    while lead() - before < 0.8 * IMPROVEMENT and games < GAMES_BEFORE:
        games += 1
        play([LEARNER, *random.sample(others, seats - 1)])
        _repeat(PEOPLE // seats - 1, lambda: play(random.sample(others, seats)))
    return Outcome(games, off)


def _repeat(times: int, work: Callable[[], None]) -> None:
    for _ in range(times):
        work()


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 4])
def test_improvement_shows_sooner_than_by_default(seats: int) -> None:
    ours, default = ([simulate(tau, seats, seed) for seed in range(15)] for tau in (TAU, DEFAULT_TAU))
    assert 1.5 * median(run.games for run in ours) < median(run.games for run in default)
    assert mean(run.error for run in ours) < 2 * mean(run.error for run in default)
