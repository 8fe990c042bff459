"""R3.8–R3.13: how a card lies, and where."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.game import Step
from rules.hanging_gardens import GAME
from rules.hanging_gardens.garden import fitting, framed, key, keys, placements, reading_order, top, turned
from rules.hanging_gardens.parts import CARDS
from rules.hanging_gardens.state import Laid, State
from tests.hanging_gardens.invariants import check_placements, lying
from tests.hanging_gardens.positions import BARE, V24, V25, V28, asked, do, garden, grouped, letter, offered, position, refusal
from tests.talk import event, told

V23 = {
    "a": 24, "b": 24, "c": 14, "d": 7, "e": 14, "f": 8, "g": 8, "h": 2, "i": 8, "j": 2, "k": 4, "l": 2, "m": 8, "n": 2, "o": 8,
}  # fmt: skip
A1 = {
    "up": "m20 n20 m21 n21 m22 n22",
    "right": "k20 l20 k21 l21 k22 l22",
    "down": "l18 m18 l19 m19 l20 m20",
    "left": "m19 n19 m20 n20 m21 n21",
}
D1 = {"up": "m19 m20 m21", "right": "l20 m20 l21 m21"}
O1 = {"up": "m20 m21", "right": "l20 l21", "down": "m19 m20", "left": "m20 m21"}


def laid(mine: str, cards: str, text: str) -> Step[State]:
    return do(position(mine, cards), text)


@pytest.mark.parametrize(("turn", "rows"), [("up", "TT/P./.A"), ("right", ".PT/A.T"), ("down", "A./.P/TT"), ("left", "T.A/TP.")])
def test_t5_r3_8_n1_in_four_orientations(turn: str, rows: str) -> None:
    assert "/".join(turned("n1", turn)) == rows


def test_t5_ru11_a_half_turn_that_changes_nothing_is_not_offered() -> None:
    state = position("", "d2 n1")
    assert offered(state, "card-1") == ["up", "right"]
    assert offered(position("o1 up m20; o1 right l20", "n1"), "card-1") == ["up", "right", "down", "left"]
    assert refusal(state, "card-1 down m20") == "d2 looks the same after a half turn; type up."
    assert refusal(state, "card-1 left") == "d2 looks the same after a half turn; type right."


def test_r3_8_a_way_without_a_place_is_not_offered() -> None:
    assert offered(position("", "h1"), "card-1") == ["up", "down"]
    assert refusal(position("", "h1"), "card-1 right") == "Turned that way, h1 does not fit anywhere in your garden now."


@pytest.mark.parametrize("card", sorted(CARDS))
def test_t6_v23_places_on_the_bare_start_card(card: str) -> None:
    assert sum(map(len, placements(framed(BARE), card).values())) == V23[card[0]]
    check_placements(BARE, card)


def test_t6_v23_540_places_in_all() -> None:
    assert sum(len(squares) for card in CARDS for squares in placements(framed(BARE), card).values()) == 540


@pytest.mark.parametrize(("card", "places"), [("a1", A1), ("d1", D1), ("o1", O1)])
def test_t6_v23_the_places_by_name(card: str, places: dict[str, str]) -> None:
    assert {turn: " ".join(map(key, squares)) for turn, squares in placements(framed(BARE), card).items()} == places
    state = position("", card)
    assert offered(state, "card-1") == list(places)
    for turn, squares in places.items():
        assert " ".join(offered(state, f"card-1 {turn}")) == squares


def test_r3_9_a_place_is_the_top_left_square_as_the_card_lies() -> None:
    own = laid("a1 right k20", "n1", "card-1 right l20").state.gardens[0]
    assert [letter(own, square) for square in ("l20", "m20", "n20")] == [".", "P", "T"]
    assert [letter(own, square) for square in ("l21", "m21", "n21")] == ["A", ".", "T"]


def test_t7_r3_10_no_facility_on_the_table() -> None:
    state = position("", "a1")
    sentence = "On m23 a facility (terrace) would lie on the table; it needs a square of your garden beneath it."
    assert refusal(state, "card-1 up m23") == sentence
    assert letter(do(state, "card-1 up m22").state.gardens[0], "m22") == "T"


def test_t8_r3_11_ground_over_facility_removes_it_from_group() -> None:
    state = position(V24, "a2")
    assert grouped(state.gardens[0], "m22") == "m19 m20 m21 m22 m23 n20"
    own = do(state, "card-1 right k21").state.gardens[0]
    assert letter(own, "m22") == "."
    assert grouped(own, "m23") == "m23"


def test_t8_r3_11_ground_on_the_table_enlarges_the_garden() -> None:
    step = laid("", "a1", "card-1 up n22")
    own = step.state.gardens[0]
    assert set(keys(top(own))) - set(keys(top(BARE))) == {"n23", "n24", "o22", "o23", "o24"}
    assert letter(own, "o24") == "."
    assert told(step) == ["Seat 1 · a card (terrace)"]


def test_t9_r3_10_a_facility_may_come_upon_any_facility() -> None:
    own = laid("a3 up m20", "a2", "card-1 up m20").state.gardens[0]
    assert letter(own, "m20") == "P"
    own = laid("a1 up m20", "e1", "card-1 up m20").state.gardens[0]
    assert (letter(own, "m20"), letter(own, "n20")) == ("T", "P")


def test_ru26_there_is_no_bridge() -> None:
    assert set("".join(CARDS.values())) == set(".TPAF")


def test_t10_r3_12_a_temple_is_never_covered() -> None:
    state = position(f"{V24} temple m23", "e1")
    assert refusal(state, "card-1 right l22") == "That would cover your temple on m23."
    assert " ".join(offered(state, "card-1 right")) == "j18 k18 l18 k19 l19 k20 l20 k21 l21 k24 l24"
    assert "l22" in offered(position(V24, "e1"), "card-1 right")


def test_r3_12_ground_does_not_cover_a_temple_either() -> None:
    state = position("e1 up m20, temple m20", "a1")
    assert refusal(state, "card-1 right l20") == "That would cover your temple on m20."
    assert offered(state, "card-1 right") == ["k21", "l21", "k22", "l22"]


def test_ru12_a_card_may_lie_wholly_upon_others_or_over_several() -> None:
    own = garden("e1 up m20; e2 up m20; e3 up m20; e4 up m20; i1 up m20")
    assert set(top(own)) == set(top(BARE))
    assert [letter(own, square) for square in keys(top(own))] == ["T", "T", ".", ".", "A", "."]
    own = garden("e1 up m20; e2 up m22; a1 up m21")
    assert letter(own, "m22") == letter(own, "m23") == "."


def test_ru12_no_limit_of_height() -> None:
    own = garden("; ".join(f"{layout}{step} up m20" for layout in "acefg" for step in (1, 2, 3, 4)))
    assert len(own.laid) == 21
    assert set(top(own)) == set(top(BARE))


def test_ru12_a_card_always_overlaps_the_garden() -> None:
    for card in CARDS:
        for turn, squares in placements(framed(BARE), card).items():
            for place in squares:
                assert any(square in top(BARE) for square, _ in lying(Laid(card, turn, *place)))


def test_r3_13_covered_squares_never_come_back() -> None:
    state = position("a3 up m20; a2 up m20", "b1")
    own = do(state, "card-1 down m19").state.gardens[0]
    assert Counter(top(own).values())["A"] == 0


@pytest.mark.parametrize("card", sorted(CARDS))
def test_v28_cards_that_cannot_be_laid(card: str) -> None:
    own = garden(V28)
    places = sum(map(len, placements(framed(own), card).values()))
    assert places == {"a": 20, "b": 12, "c": 8, "e": 8, "k": 4}.get(card[0], 0)
    assert fitting(framed(own), [card]) == ([card] if places else [])
    check_placements(own, card)


def test_v28_the_garden_and_its_forty_cards() -> None:
    own = garden(V28)
    rows = ["".join(letter(own, f"{column}{row}") for column in ("l", "m", "n")) for row in (20, 21, 22)]
    assert rows == [".FF", ".F.", "..."]
    assert len(CARDS) - len(fitting(framed(own), CARDS)) == 40


def test_v24_v25_the_pictures() -> None:
    assert picture(V24, "l m n", 18, 25) == ["...", ".T.", " TT", " T.", " T.", " T.", " ..", " .."]
    assert picture(V25, "l m n", 18, 25) == ["...", ".T.", " TT", "..T", "..P", " T.", " ..", " .."]


def picture(text: str, columns: str, first: int, last: int) -> list[str]:
    own = garden(text)
    there = keys(top(own))
    return [
        "".join(letter(own, f"{column}{row}") if f"{column}{row}" in there else " " for column in columns.split())
        for row in range(first, last + 1)
    ]


def test_r3_5_the_card_is_laid_at_once() -> None:
    step = laid("", "a1 b1", "card-2 up m20")
    assert event(step, "laid").data.laid.card == "b1"
    assert step.state.gardens[0].laid[-1] == ("b1", "up", 13, 20)
    assert step.state.cards[1] is None


def test_r1_8_ru4_places_reach_at_most_two_beyond_garden() -> None:
    for card in CARDS:
        for squares in placements(framed(BARE), card).values():
            assert all(11 <= column <= 14 and 18 <= row <= 22 for column, row in squares)


def test_r6_1_squares_are_offered_in_reading_order() -> None:
    state = position(V24, "a1")
    prompt = asked(state, "card-1 up")
    assert prompt
    assert prompt.form == "places"
    assert [option.value for option in prompt.options] == sorted((option.value for option in prompt.options), key=reading_order)
    assert prompt.key == "place"
    assert GAME.to_act(state) == {0}
