"""R4.3–R4.5 and R4.7: what tiles are worth."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from rules.hanging_gardens import GAME
from rules.hanging_gardens.parts import TILES
from rules.hanging_gardens.score import lines, next_worth, series_worth, worth
from tests.hanging_gardens.positions import dealt, points
from tests.hanging_gardens.reference_game import end, steps

SERIES = {
    "queen": (0, 1, 15, 16, 30),
    "king": (0, 4, 10, 14, 20),
    "tiger": (0, 2, 6, 14, 16, 20, 28),
    "garden": (0, 2, 8, 16, 18, 24, 32),
    "statue": (0, 1, 3, 20, 21, 23, 40),
    "chalice": (0, 1, 3, 6, 12, 20, 21, 23, 26, 32, 40),
    "gate": (0, 0, 5, 12, 25, 25, 30, 37, 50),
}


def hand(text: str) -> int:
    """``2 gate, guard``"""
    tiles: list[str] = []
    for item in text.split(", "):
        *count, tile = item.split()
        tiles += [tile] * int(count[0] if count else 1)
    return worth(tuple(tiles), 0)


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        pytest.param("garden", 2, id="v1"),
        pytest.param("2 garden", 8, id="v2"),
        pytest.param("3 garden", 16, id="v3"),
        pytest.param("5 garden", 24, id="v4"),
        pytest.param("gardener, garden", 5, id="v5"),
        pytest.param("gardener, 4 garden", 29, id="v6"),
        pytest.param("guard, 2 gate", 11, id="v7"),
        pytest.param("guard, 5 gate", 40, id="v8"),
    ],
)
def test_t39_vectors_of_the_book(tiles: str, expected: int) -> None:
    assert hand(tiles) == expected


@pytest.mark.parametrize("tile", SERIES)
def test_t39_v11_to_v17_r4_3_series(tile: str) -> None:
    assert tuple(series_worth(tile, count) for count in range(len(SERIES[tile]))) == SERIES[tile]
    assert Counter(TILES)[tile] == len(SERIES[tile]) - 1
    assert [hand(f"{count} {tile}") for count in range(1, len(SERIES[tile]))] == list(SERIES[tile][1:])


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        ("handler", 3),
        ("handler, 2 tiger", 9),
        ("handler, 6 tiger", 38),
        ("sculptor, 3 statue", 30),
        ("priest, 4 chalice", 15),
        ("priest, 5 chalice", 32),
        ("gardener, 6 garden", 43),
    ],
)
def test_t39_v18_r4_4_ru23_a_person_counts_once(tiles: str, expected: int) -> None:
    assert hand(tiles) == expected


@pytest.mark.parametrize(("tiles", "expected"), [("guard", 0), ("guard, gate", 3), ("guard, 3 gate", 21), ("guard, 8 gate", 74)])
def test_t39_v19_r4_5_ru24_the_guard_counts_every_gate(tiles: str, expected: int) -> None:
    assert hand(tiles) == expected


def test_t39_v20_all_tiles_in_one_hand() -> None:
    assert worth(TILES, 0) == 307


@pytest.mark.parametrize(("tiles", "expected"), [("3 statue, 2 gate", 25), ("3 garden, gardener", 27)])
def test_t39_v21_the_public_report(tiles: str, expected: int) -> None:
    assert hand(tiles) == expected


def test_r4_4_a_person_is_not_a_tile_of_its_series() -> None:
    assert hand("2 tiger, handler") - hand("2 tiger") == 3
    assert hand("gate, guard, priest, gardener") == 3 + 3 + 3


def test_r4_4_a_person_of_another_series_gains_nothing() -> None:
    assert hand("3 garden, handler") == 16 + 3


def test_r4_2_fives_bring_five_each() -> None:
    assert worth((), 3) == 15
    assert worth(("queen", "queen"), 1) == 20


def test_r4_2_the_breakdown_adds_up() -> None:
    state = replace(dealt(2), taken=(("gate", "guard", "gate"), ()), hidden=(("king",), ()), fives=(2, 0))
    (score, nothing) = GAME.scores(state)
    assert [(str(what), points) for what, points in score.parts] == [
        ("1 × king", 4),
        ("2 × gate", 5),
        ("1 × guard", 6),
        ("instead of tiles", 10),
    ]
    assert score.points == sum(points for _, points in score.parts) == 25
    assert (nothing.points, nothing.parts) == (0, ())
    assert [line.tile for line in lines(("gate", "guard", "king"))] == ["king", "gate", "guard"]


def test_r4_7_scores_stand_at_any_time_and_count_hidden_tiles() -> None:
    found = [points(step.state) for step in steps()]
    assert found[-1] == points(end()) == [67, 65]
    assert all(a <= b for before, after in pairwise(found) for a, b in zip(before, after, strict=True))


@pytest.mark.parametrize(
    ("tile", "held", "expected"),
    [
        ("queen", {"queen": 3}, (30, 4)),
        ("queen", {"queen": 4}, None),
        ("priest", {"chalice": 2}, (12, 5)),
        ("priest", {"chalice": 6}, None),
        ("guard", {"gate": 2}, (9, 3)),
        ("guard", {"gate": 8}, None),
    ],
)
def test_r10_2_next_worth(tile: str, held: dict[str, int], expected: tuple[int, int] | None) -> None:
    assert next_worth(tile, Counter(held)) == expected
