"""R7.7: the sentences for answers that are not on offer."""

from __future__ import annotations

import pytest

from rules.choice import IllegalMove
from rules.game import conversation, play, read
from rules.hanging_gardens import GAME
from rules.typed import complete
from tests.hanging_gardens.positions import (
    FIVE,
    V24,
    V27_BEFORE,
    V28,
    asked,
    at,
    do,
    exhausted,
    letter,
    offered,
    position,
    refusal,
)
from tests.hanging_gardens.reference_game import moment

THREE = "d1 up m19"
TOO_SMALL = "A temple needs three or more identical facilities side by side."
HAS_TEMPLE = "A temple already stands on that structure."
NO_TEMPLE = "No temple now: no structure of three or more contains a facility of the new card."
NOTHING_NEW = "The new card added no facility to that structure."
ONE_TEMPLE = "You can build only one temple in a turn."
NOTHING_BUILT = "You cannot build with a card that you remove from the game."


def table_at(facility: str, square: str) -> str:
    return f"On {square} a facility ({facility}) would lie on the table; it needs a square of your garden beneath it."


@pytest.mark.parametrize("text", ["card-2", "card-2 up m20"])
def test_n1_the_slot_is_empty(text: str) -> None:
    assert refusal(position("", "a1 - b1"), text) == "There is no card at card-2 any more this round."
    assert refusal(position("", "a1"), text) == "There is no card at card-2 any more this round."


def test_n1_there_is_no_such_slot() -> None:
    assert refusal(position("", "a1 b1", seats=3), "card-4") == "The cards of a round lie at card-1, card-2, card-3."
    assert refusal(position(V28, "d1 o1"), "card-9") == "The cards of a round lie at card-1, card-2, card-3, card-4."


def test_n2_the_card_fits_nowhere_but_others_do() -> None:
    state = position(V28, "d1 a1 b1")
    assert offered(state) == ["card-2", "card-3"]
    for text in ("card-1", "card-1 up m20"):
        assert refusal(state, text) == "d1 does not fit anywhere in your garden now; take a card that does."


@pytest.mark.parametrize(("turn", "same"), [("down", "up"), ("left", "right")])
def test_n3_the_card_looks_the_same(turn: str, same: str) -> None:
    state = position("", "d3 a1")
    assert refusal(state, f"card-1 {turn}") == f"d3 looks the same after a half turn; type {same}."


def test_n4_a_facility_on_the_table() -> None:
    state = position("", "a1 e2")
    assert refusal(state, "card-1 up m23") == table_at("terrace", "m23")
    assert refusal(state, "card-1 up a11") == table_at("terrace", "a11")
    assert refusal(state, "card-2 up n20") == table_at("arcade", "o20")
    assert refusal(state, "card-2 up l20") == table_at("park", "l20")


def test_n5_a_temple_would_be_covered() -> None:
    state = position(f"{V24} temple m23", "e1")
    assert refusal(state, "card-1 right l22") == "That would cover your temple on m23."


def test_n4_comes_before_n5() -> None:
    state = position(f"{V24} temple m23", "e1")
    assert refusal(state, "card-1 right m23") == table_at("terrace", "o23")


def test_n6_no_structure_of_three() -> None:
    assert refusal(position("", "d1"), "card-1 up m20 temple") == NO_TEMPLE
    assert refusal(position(f"{V24} temple m23", "a2"), "card-1 right k21 m19") == NO_TEMPLE


def test_n7_the_structure_has_a_temple() -> None:
    assert refusal(position(V27_BEFORE, "n1"), "card-1 right k20 temple") == HAS_TEMPLE
    both = position(FIVE, "g4")
    for square in ("m25", "m26", "m19"):
        assert refusal(both, f"card-1 right l26 {square}") == HAS_TEMPLE


def test_n8_the_structure_received_nothing() -> None:
    assert refusal(position(f"{V24}; c2 up m24", "a2"), "card-1 up n24 m19") == NOTHING_NEW


@pytest.mark.parametrize("square", ["m22", "m23", "l20", "zz11"])
def test_n9_ground_a_small_group_or_the_table(square: str) -> None:
    state = position(f"{THREE}; a2 right k22", "a1")
    assert offered(state, "card-1 up m21") == ["m20", "n20", "m21", "no-temple"]
    assert refusal(state, f"card-1 up m21 {square}") == TOO_SMALL


def test_n9_a_group_of_one() -> None:
    state = position(f"{THREE}; a2 down l17", "a1")
    assert letter(state.gardens[0], "m19") == "P"
    assert refusal(state, "card-1 up m21 m19") == TOO_SMALL


def test_n10_not_on_a_smallest_group() -> None:
    sentence = "Only a temple on your smallest group may move: n21, p21, q22."
    assert refusal(moment(8, 1), "card-1 left r22 r24 from-o22") == sentence
    assert refusal(position(FIVE, "g4"), "card-1 right l26 o27 from-m19") == (
        "Only a temple on your smallest group may move: m25."
    )


@pytest.mark.parametrize(
    ("card", "size", "tile", "columns"),
    [("a1", 3, "tile-3", "column 1"), ("a1", 3, "tile-6", "column 1"), ("c1", 4, "tile-5", "columns 1–2")],
)
def test_n11_the_column_is_too_dear(card: str, size: int, tile: str, columns: str) -> None:
    state = position(THREE, card)
    assert refusal(state, f"card-1 up m21 m20 {tile}") == f"With a structure of {size} you may only take a tile from {columns}."


def test_n12_the_place_is_empty() -> None:
    state = exhausted(position(THREE, "c1", tiles="queen - tiger garden statue chalice"))
    assert refusal(state, "card-1 up m21 m20 tile-2") == "There is no tile at tile-2."


def test_n12_after_a_hidden_tile_every_place_is_full() -> None:
    state = do(position("d1 up m19; c1 up m21; a1 up m23", "b1"), "card-1 left l18 m20").state
    state = do(state, "gate").state
    assert refusal(state, "tile-7").startswith("“tile-7” is not possible here. Which tile do you take?")


def test_n13_the_path_ends_before_the_tile() -> None:
    state = position(THREE, "a1")
    path = "card-1 up m21 m20"
    prompt = asked(state, path)
    assert prompt
    assert str(prompt.note).startswith("You built a temple, so you must take a tile.")
    with pytest.raises(IllegalMove, match=r"You built a temple, so you must take a tile\."):
        play(GAME, state, 0, tuple(path.split()))


@pytest.mark.parametrize("more", ["temple", "temple n20", "n20"])
def test_n14_only_one_temple(more: str) -> None:
    path = "card-1 up m21 m20 tile-1"
    assert refusal(position(THREE, "a1"), f"{path} {more}") == ONE_TEMPLE


def test_n14_after_a_moved_temple_and_after_six() -> None:
    assert refusal(moment(15, 1), "card-1 left n21 o23 from-m21 tile-3 temple n22") == ONE_TEMPLE
    six = position("d1 up m19; c1 up m21; a1 up m23", "b1")
    assert refusal(six, "card-1 left l18 m20 temple m19") == ONE_TEMPLE
    moved = position(FIVE, "g4")
    assert refusal(moved, "card-1 right l26 o27 from-m25 tile-1 temple") == ONE_TEMPLE


def test_n14_instead_of_the_tile() -> None:
    assert refusal(position(THREE, "a1"), "card-1 up m21 m20 temple n20 tile-1") == ONE_TEMPLE


@pytest.mark.parametrize("word", ["temple", "no-temple"])
def test_n15_a_card_that_leaves_the_game_builds_nothing(word: str) -> None:
    assert refusal(position(V28, "d1 o1"), f"card-1 {word}") == NOTHING_BUILT
    assert refusal(position(V28, "d1"), f"card-1 {word}") == NOTHING_BUILT
    assert refusal(position(V28, "d1"), word) == NOTHING_BUILT


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("card", "“card” could mean card-1, card-2. Please type more of it."),
        ("card-1 north", "“north” is not possible here. Where does the card go? You can answer: m20, n20, m21, n21, m22, n22."),
        ("card-1 up m20 m20", NO_TEMPLE),
        ("card-1 up m20 no-temple", "“no-temple” is one word too many: the move is complete without it."),
        ("card-1 up m", "“m” could mean m20, m21, m22. Please type more of it."),
        ("card-1 up 7", "There is no 7 in the picture now: its numbers go from 1 to 6."),
    ],
)
def test_r7_7_otherwise_the_question_and_its_answers(text: str, sentence: str) -> None:
    assert refusal(position("", "a1 b1"), text) == sentence


def test_r7_7_squares_are_read_by_their_keys_only() -> None:
    assert at("m20") == (13, 20)
    assert refusal(position("", "a1"), "card-1 up m020").startswith("“m020” is not possible here.")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("b1", "Name cards by their places: type card-2."),
        ("2", "Name cards by their places: type card-2."),
        ("card-1 up m21 temple", "Name the temple's square, or type no-temple."),
        ("card-1 up bm71", "bm71 is called m21 now."),
        ("card-1 up m21 bm70", "bm70 is called m20 now."),
    ],
)
def test_r7_7_near_misses_get_the_right_word(typed: str, sentence: str) -> None:
    assert refusal(position(THREE, "a1 b1"), typed) == sentence


def test_r7_7_a_temple_is_named_with_from() -> None:
    path = moment(8, 1)
    assert refusal(path, "card-1 left r22 r24 q22") == "Type from-q22."


def test_r7_7_tile_cannot_be_named_before_hidden_one_is_seen() -> None:
    typed = "card-3 down l18 m21 from-o19 tile-5"
    sentence = "You draw a hidden tile first; choose the open one after that."
    assert refusal(moment(11, 3), typed.replace("card-3", "card-1").replace("l18", "m18")) == sentence


def test_commas_part_words() -> None:
    state = position(THREE, "a1 b1")
    assert read(GAME, state, 0, "card-1, up, m21").path == ("card-1", "up", "m21")
    assert complete(conversation(GAME, state, 0), "card-1, up,m2") == complete(conversation(GAME, state, 0), "card-1 up m2")
