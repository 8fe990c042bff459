"""Season points: each game gives points by place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

POINTS_BY_SEATS: Mapping[int, tuple[int, ...]] = {2: (6, 0), 3: (6, 3, 0), 4: (6, 4, 2, 0)}  # by place


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
