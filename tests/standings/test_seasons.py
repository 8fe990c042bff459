"""Season points by place, shared where places are shared."""

from __future__ import annotations

from fractions import Fraction

import pytest

from standings.seasons import season_points

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2), (6, 0)),
        ((2, 1), (0, 6)),
        ((1, 1), (3, 3)),
        ((1, 2, 3), (6, 3, 0)),
        ((1, 1, 3), (4 + HALF, 4 + HALF, 0)),
        ((1, 2, 2), (6, 1 + HALF, 1 + HALF)),
        ((1, 1, 1), (3, 3, 3)),
        ((4, 3, 2, 1), (0, 2, 4, 6)),
        ((1, 2, 2, 2), (6, 2, 2, 2)),
        ((1, 1, 3, 3), (5, 5, 1, 1)),
    ],
)
def test_points_by_place_are_shared_by_equal_seats(places: tuple[int, ...], points: tuple[Fraction, ...]) -> None:
    assert tuple(season_points(places)) == points


def test_each_game_gives_the_same_sum_however_it_ends() -> None:
    assert {sum(season_points(places)) for places in ((1, 2, 3, 4), (1, 1, 3, 4), (1, 1, 1, 1), (1, 2, 2, 4))} == {12}
