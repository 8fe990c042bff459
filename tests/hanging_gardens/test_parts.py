"""R1 and R11.2: what is in the box."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from rules.hanging_gardens import GAME
from rules.hanging_gardens.garden import groups, key, keys, square_of, top, turned
from rules.hanging_gardens.parts import (
    CARDS,
    FACILITIES,
    FIVE,
    OPEN_CARDS,
    ORDER,
    PERSONS,
    PLACES,
    SERIES,
    TEMPLES,
    TILES,
)
from rules.hanging_gardens.score import in_order
from tests.hanging_gardens.invariants import rows_of
from tests.hanging_gardens.positions import BARE, dealt

AT = [(column, row) for row in range(3) for column in range(2)]  # of the six letters of a card
R1_7 = """\
a T./../.. P./../.. A./../.. F./../..
b ../T./.. ../P./.. ../A./.. ../F./..
c T./T./.. P./P./.. A./A./.. F./F./..
d ../TT/.. ../PP/.. ../AA/.. ../FF/..
e TP/../.. PA/../.. AF/../.. FT/../..
f T./.T/.. P./.P/.. A./.A/.. F./.F/..
g .T/A./.. .P/F./.. .A/T./.. .F/P./..
h T./../.F P./../.T A./../.P F./../.A
i T./TA/.. P./PF/.. A./AT/.. F./FP/..
j TT/../P. PP/../A. AA/../F. FF/../T.
k T./A./P. P./F./A. A./T./F. F./P./T.
l .T/F./.T .P/T./.P .A/P./.A .F/A./.F
m TF/.T/.. PT/.P/.. AP/.A/.. FA/.F/..
n TT/P./.A PP/A./.F AA/F./.T FF/T./.P
o TP/AF/.. PA/FT/.. AF/TP/.. FT/PA/.."""


def neighbours(card: str) -> list[str]:
    """The pairs of facilities side by side on a card."""
    found = [pair for pair in pairs(card) if abs(pair[0][0] - pair[1][0]) + abs(pair[0][1] - pair[1][1]) == 1]
    return [letters(card, pair) for pair in found]


def diagonal(card: str) -> list[str]:
    return [letters(card, (a, b)) for a, b in pairs(card) if abs(a[0] - b[0]) == abs(a[1] - b[1]) == 1]


def pairs(card: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    built = [at for at, letter in zip(AT, CARDS[card], strict=True) if letter != "."]
    return list(combinations(built, 2))


def letters(card: str, pair: tuple[tuple[int, int], tuple[int, int]]) -> str:
    """Two facilities in the order of the cycle."""
    return "".join(sorted((CARDS[card][AT.index(at)] for at in pair), key="TPAF".index))


def mixed(found: list[str]) -> Counter[str]:
    return Counter(pair for pair in found if pair[0] != pair[1])


def facilities(card: str) -> str:
    return CARDS[card].replace(".", "")


def test_r1_1_r9_1_two_to_four_players_45_minutes() -> None:
    assert list(GAME.seats) == [2, 3, 4]
    assert GAME.minutes == 45
    assert GAME.version == 3
    assert [variant.key for variant in GAME.variants] == ["open-tiles"]


def test_r1_1_sixty_turns() -> None:
    assert {seats: len(CARDS) // seats for seats in GAME.seats} == {2: 30, 3: 20, 4: 15}


def test_r1_2_five_temples_each_and_blank_start_cards() -> None:
    assert TEMPLES == 5
    assert turned("start", "up") == ("..", "..", "..")


def test_r1_4_four_facilities() -> None:
    assert FACILITIES == {"T": "terrace", "P": "park", "A": "arcade", "F": "fountain"}


def test_r1_5_44_series_tiles() -> None:
    assert {tile: (series.copies, series.values) for tile, series in SERIES.items()} == {
        "queen": (4, (1, 15)),
        "king": (4, (4, 10)),
        "tiger": (6, (2, 6, 14)),
        "garden": (6, (2, 8, 16)),
        "statue": (6, (1, 3, 20)),
        "chalice": (10, (1, 3, 6, 12, 20)),
        "gate": (8, (0, 5, 12, 25)),
    }
    assert sum(series.copies for series in SERIES.values()) == 44


def test_ru2_copies_are_two_full_sets() -> None:
    assert all(series.copies == 2 * series.full for series in SERIES.values())


def test_r1_6_five_persons() -> None:
    assert {tile: (person.series, person.without, person.with_set) for tile, person in PERSONS.items()} == {
        "handler": ("tiger", 3, 10),
        "gardener": ("garden", 3, 11),
        "sculptor": ("statue", 3, 10),
        "priest": ("chalice", 3, 12),
        "guard": ("gate", 3, 3),
    }
    assert [tile for tile, person in PERSONS.items() if person.each] == ["guard"]


def test_r1_6_the_order_of_tiles() -> None:
    assert list(ORDER) == [*SERIES, *PERSONS]
    assert in_order(("guard", "gate", "queen", "handler", "gate")) == ("queen", "gate", "gate", "handler", "guard")
    assert list(TILES) == list(in_order(TILES))
    assert len(TILES) == 49


def test_t1_r1_7_the_sixty_cards() -> None:
    table = [line.split() for line in R1_7.splitlines()]
    assert {f"{row[0]}{step}": row[step].replace("/", "") for row in table for step in (1, 2, 3, 4)} == CARDS
    assert len(CARDS) == 60


def test_t1_r11_2_all_different_even_after_a_half_turn() -> None:
    assert all(len(squares) == 6 and set(squares) <= set(".TPAF") for squares in CARDS.values())
    assert len({min(squares, squares[::-1]) for squares in CARDS.values()}) == 60


def test_t1_r11_2_one_to_four_facilities() -> None:
    assert Counter(len(facilities(card)) for card in CARDS) == {1: 8, 2: 24, 3: 20, 4: 8}


def test_t1_r11_2_37_of_each_facility_and_212_of_ground() -> None:
    assert Counter("".join(CARDS.values())) == {"T": 37, "P": 37, "A": 37, "F": 37, ".": 212}


def test_t1_r11_2_no_structure_on_a_card() -> None:
    for squares in CARDS.values():
        assert groups(dict(zip(AT, squares, strict=True)), least=3) == []


def test_r11_2_closed_under_the_cycle() -> None:
    cycle = str.maketrans("TPAF", "PAFT")
    shapes = {min(squares, squares[::-1]) for squares in CARDS.values()}
    turned_on = [squares.translate(cycle) for squares in CARDS.values()]
    assert {min(squares, squares[::-1]) for squares in turned_on} == shapes


def test_r11_2_r11_3_pairs_side_by_side() -> None:
    beside = [pair for card in CARDS for pair in neighbours(card)]
    assert sum(len(set(pair)) == 1 for pair in beside) == 20
    assert mixed(beside) == {"TP": 7, "PA": 7, "AF": 7, "TF": 7, "TA": 8, "PF": 8}
    assert sum(any(len(set(pair)) == 1 for pair in neighbours(card)) for card in CARDS) == 20
    assert sum(any(len(set(pair)) == 2 for pair in neighbours(card)) for card in CARDS) == 24


def test_r11_2_r11_3_diagonal_pairs() -> None:
    corner = [pair for card in CARDS for pair in diagonal(card)]
    assert sorted(Counter(len(set(pair)) for pair in corner).items()) == [(1, 8), (2, 32)]
    assert sum(bool(diagonal(card)) for card in CARDS) == 28


def test_r11_2_r11_3_pairs_on_a_card() -> None:
    every = [letters(card, pair) for card in CARDS for pair in pairs(card)]
    assert len(every) == 132
    assert mixed(every) == {"TP": 17, "PA": 17, "AF": 17, "TF": 17, "TA": 16, "PF": 16}


def test_r11_3_corners_and_middles() -> None:
    """By the faces of R1.7; the sentence of R11.3 counts one middle square only (112 and 36)."""
    by_row = [sum(letter != "." for squares in CARDS.values() for letter in squares[row : row + 2]) for row in (0, 2, 4)]
    assert by_row == [72, 56, 20]
    assert sorted(card for card, squares in CARDS.items() if squares == squares[::-1]) == ["d1", "d2", "d3", "d4"]


@pytest.mark.parametrize(
    ("column", "letters"),
    [
        (1, "a"),
        (13, "m"),
        (14, "n"),
        (26, "z"),
        (27, "za"),
        (52, "zz"),
        (53, "zza"),
        (0, "az"),
        (-1, "ay"),
        (-25, "aa"),
        (-26, "aaz"),
    ],
)
def test_v22_r1_8_columns_are_lettered_both_ways(column: int, letters: str) -> None:
    for row in (20, 1, 0, -3):
        assert key((column, row)) == f"{letters}{row}"
        assert square_of(f"{letters}{row}") == (column, row)


def test_t2_r1_8_keys_and_back() -> None:
    found = {key((column, 32)): column for column in range(-800, 801)}
    assert len(found) == 1601
    assert all(square_of(text) == (column, 32) for text, column in found.items())
    for wrong in ("20", "m", "M20", "m-0", "m020", "m--1", "bm20", "aza1"):
        assert square_of(wrong) is None


def test_t2_r1_8_the_start_card_lies_on_m20() -> None:
    assert keys(top(BARE)) == ("m20", "m21", "m22", "n20", "n21", "n22")
    assert set(top(BARE).values()) == {"."}
    assert dealt(4).gardens == (BARE,) * 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r1_9_cards_and_rounds(seats: int) -> None:
    assert len(dealt(seats).cards) == OPEN_CARDS[seats] == {2: 4, 3: 3, 4: 4}[seats]
    assert GAME.view(dealt(seats), None).rounds == {2: 15, 3: 20, 4: 15}[seats]


def test_r1_10_six_places_for_open_tiles() -> None:
    assert len(dealt(2).tiles) == PLACES == 6


def test_r3_31_five_points_for_a_missing_tile() -> None:
    assert FIVE == 5


@pytest.mark.parametrize("card", sorted(CARDS))
def test_r3_8_a_second_account_of_turning_agrees(card: str) -> None:
    for turn in ("up", "right", "down", "left"):
        assert list(turned(card, turn)) == rows_of(card, turn)
