"""Season points: each game gives points by place, and the sum over a season orders the leaderboard."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

POINTS_BY_SEATS: Mapping[int, tuple[int, ...]] = {2: (6, 0), 3: (6, 3, 0), 4: (6, 4, 2, 0)}  # by place


class Finish(NamedTuple):
    """How a person finished one game."""

    person: int
    points: Fraction
    won: bool


class Total(NamedTuple):
    """The sums over a person's games."""

    points: Fraction
    games: int
    wins: int


class Line(NamedTuple):
    """A person's line in a season: place from 1, sum of points, games, and wins (shared ones, too)."""

    place: int
    person: int
    points: Fraction
    games: int
    wins: int


def season_points(places: Sequence[int]) -> list[Fraction]:
    """Return the points of each seat of one game. Seats with the same place share the points of the places that they take.

    :param places: of each seat, from 1.
    :raises KeyError: for a number of seats that no game has.
    """
    scale = POINTS_BY_SEATS[len(places)]
    shared = {place: _share(scale[place - 1 : place - 1 + places.count(place)]) for place in set(places)}
    return [shared[place] for place in places]


def _share(points: Sequence[int]) -> Fraction:
    return Fraction(sum(points), len(points))


def season_table(finishes: Iterable[Finish]) -> list[Line]:
    """Return the lines of all people, best first.

    More points rank first; with equal points, more wins; then fewer games. People equal in all three share a place.
    """
    games: defaultdict[int, list[Finish]] = defaultdict(list)
    for finish in finishes:
        games[finish.person].append(finish)
    totals = {person: _total(own) for person, own in games.items()}
    first_of_rank: dict[Total, int] = {}
    for place, total in enumerate(sorted(totals.values(), key=_rank), start=1):
        first_of_rank.setdefault(total, place)
    lines = [Line(first_of_rank[total], person, *total) for person, total in totals.items()]
    return sorted(lines, key=lambda line: (line.place, line.person))


def _total(own: Sequence[Finish]) -> Total:
    return Total(sum((one.points for one in own), Fraction()), len(own), sum(one.won for one in own))


def _rank(total: Total) -> tuple[Fraction, int, int]:
    return -total.points, -total.wins, total.games
