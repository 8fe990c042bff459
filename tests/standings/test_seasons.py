"""Season points by place, shared where places are shared, and the order of the table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from standings.seasons import Finish, season_points, season_table

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


def finishes(person: int, *points: int) -> list[Finish]:
    return [Finish(person, Fraction(each), won=each == 6) for each in points]


def test_more_points_then_more_wins_then_fewer_games_rank_first() -> None:
    games = [*finishes(1, 6, 0), *finishes(2, 3, 3), *finishes(3, 6, 0, 0), *finishes(4, 6, 6)]
    assert [(line.place, line.person) for line in season_table(games)] == [(1, 4), (2, 1), (3, 3), (4, 2)]


def test_equal_people_share_a_place_and_the_next_place_is_left_out() -> None:
    games = [*finishes(1, 6), *finishes(2, 6), *finishes(3, 0)]
    lines = season_table(games)
    assert [(line.place, line.person) for line in lines] == [(1, 1), (1, 2), (3, 3)]
    assert lines[0] == (1, 1, 6, 1, 1)
    assert season_table([]) == []
