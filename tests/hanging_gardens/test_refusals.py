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
from tests.hanging_gardens.v29 import moment

THREE = "d1 up bm69"
TOO_SMALL = "A temple needs three or more equal facilities side by side."
HAS_TEMPLE = "A temple already stands on that structure."
NO_TEMPLE = "No temple now: no structure of three or more holds a facility of the new card."
NOTHING_NEW = "That structure received no facility from the new card."
ONE_TEMPLE = "Only one temple can be built in a turn."
NOTHING_BUILT = "A card that leaves the game builds nothing."


def table_at(facility: str, square: str) -> str:
    return f"The {facility} would come to lie on the table at {square}; it needs a square of your garden beneath it."


@pytest.mark.parametrize("text", ["card-2", "card-2 up bm70"])
def test_n1_the_slot_is_empty(text: str) -> None:
    assert refusal(position("", "a1 - b1"), text) == "There is no card at card-2 any more this round."
    assert refusal(position("", "a1"), text) == "There is no card at card-2 any more this round."


def test_n1_there_is_no_such_slot() -> None:
    assert refusal(position("", "a1 b1", seats=3), "card-4") == "The cards of a round lie at card-1, card-2, card-3."
    assert refusal(position(V28, "d1 o1"), "card-9") == "The cards of a round lie at card-1, card-2, card-3, card-4."


def test_n2_the_card_fits_nowhere_but_others_do() -> None:
    state = position(V28, "d1 a1 b1")
    assert offered(state) == ["card-2", "card-3"]
    for text in ("card-1", "card-1 up bm70"):
        assert refusal(state, text) == "d1 cannot be laid anywhere in your garden now; take a card that can."


@pytest.mark.parametrize(("turn", "same"), [("down", "up"), ("left", "right")])
def test_n3_the_card_looks_the_same(turn: str, same: str) -> None:
    state = position("", "d3 a1")
    assert refusal(state, f"card-1 {turn}") == f"d3 looks the same after a half turn; say {same}."


def test_n4_a_facility_on_the_table() -> None:
    state = position("", "a1 e2")
    assert refusal(state, "card-1 up bm73") == table_at("terrace", "bm73")
    assert refusal(state, "card-1 up a11") == table_at("terrace", "a11")
    assert refusal(state, "card-2 up bn70") == table_at("arcade", "bo70")
    assert refusal(state, "card-2 up bl70") == table_at("park", "bl70")


def test_n5_a_temple_would_be_covered() -> None:
    state = position(f"{V24} temple bm73", "e1")
    assert refusal(state, "card-1 right bl72") == "That would cover your temple on bm73."


def test_n4_comes_before_n5() -> None:
    state = position(f"{V24} temple bm73", "e1")
    assert refusal(state, "card-1 right bm73") == table_at("terrace", "bo73")


def test_n6_no_structure_of_three() -> None:
    assert refusal(position("", "d1"), "card-1 up bm70 temple") == NO_TEMPLE
    assert refusal(position(f"{V24} temple bm73", "a2"), "card-1 right bk71 temple bm69") == NO_TEMPLE


def test_n7_the_structure_has_a_temple() -> None:
    assert refusal(position(V27_BEFORE, "n1"), "card-1 right bk70 temple") == HAS_TEMPLE
    both = position(FIVE, "g4")
    for square in ("bm75", "bm76", "bm69"):
        assert refusal(both, f"card-1 right bl76 temple {square}") == HAS_TEMPLE


def test_n8_the_structure_received_nothing() -> None:
    assert refusal(position(f"{V24}; c2 up bm74", "a2"), "card-1 up bn74 temple bm69") == NOTHING_NEW


@pytest.mark.parametrize("square", ["bm72", "bm73", "bl70", "zz11"])
def test_n9_ground_a_small_group_or_the_table(square: str) -> None:
    state = position(f"{THREE}; a2 right bk72", "a1")
    assert offered(state, "card-1 up bm71 temple") == ["bm70", "bm71", "bn70"]
    assert refusal(state, f"card-1 up bm71 temple {square}") == TOO_SMALL


def test_n9_a_group_of_one() -> None:
    state = position(f"{THREE}; a2 down bl67", "a1")
    assert letter(state.gardens[0], "bm69") == "P"
    assert refusal(state, "card-1 up bm71 temple bm69") == TOO_SMALL


def test_n10_not_on_a_smallest_group() -> None:
    sentence = "Only a temple on your smallest group may move: bn71, bp71, bq72."
    assert refusal(moment(8, 1), "card-1 left br72 temple br74 from-bo72") == sentence
    assert refusal(position(FIVE, "g4"), "card-1 right bl76 temple bo77 from-bm69") == (
        "Only a temple on your smallest group may move: bm75."
    )


@pytest.mark.parametrize(
    ("card", "size", "tile", "columns"),
    [("a1", 3, "tile-3", "column 1"), ("a1", 3, "tile-6", "column 1"), ("c1", 4, "tile-5", "columns 1–2")],
)
def test_n11_the_column_is_too_dear(card: str, size: int, tile: str, columns: str) -> None:
    state = position(THREE, card)
    assert refusal(state, f"card-1 up bm71 temple bm70 {tile}") == f"A structure of {size} opens only {columns}."


def test_n12_the_place_is_empty() -> None:
    state = exhausted(position(THREE, "c1", tiles="queen - tiger garden statue chalice"))
    assert refusal(state, "card-1 up bm71 temple bm70 tile-2") == "There is no tile at tile-2."


def test_n12_after_a_hidden_tile_every_place_is_full() -> None:
    state = do(position("d1 up bm69; c1 up bm71; a1 up bm73", "b1"), "card-1 left bl68 temple bm70").state
    state = do(state, "gate").state
    assert refusal(state, "tile-7").startswith("“tile-7” is not on offer. Which tile do you take?")


def test_n13_the_path_ends_before_the_tile() -> None:
    state = position(THREE, "a1")
    path = "card-1 up bm71 temple bm70"
    prompt = asked(state, path)
    assert prompt
    assert str(prompt.note) == "You built a temple, so you must take a tile."
    with pytest.raises(IllegalMove, match=r"You built a temple, so you must take a tile\."):
        play(GAME, state, 0, tuple(path.split()))


@pytest.mark.parametrize("more", ["temple", "temple bn70", "bn70"])
def test_n14_only_one_temple(more: str) -> None:
    path = "card-1 up bm71 temple bm70 tile-1"
    assert refusal(position(THREE, "a1"), f"{path} {more}") == ONE_TEMPLE


def test_n14_after_a_moved_temple_and_after_six() -> None:
    assert refusal(moment(15, 1), "card-1 left bn71 temple bo73 from-bm71 tile-3 temple bn72") == ONE_TEMPLE
    six = position("d1 up bm69; c1 up bm71; a1 up bm73", "b1")
    assert refusal(six, "card-1 left bl68 temple bm70 temple bm69") == ONE_TEMPLE
    moved = position(FIVE, "g4")
    assert refusal(moved, "card-1 right bl76 temple bo77 from-bm75 tile-1 temple") == ONE_TEMPLE


def test_n14_instead_of_the_tile() -> None:
    assert refusal(position(THREE, "a1"), "card-1 up bm71 temple bm70 temple bn70 tile-1") == ONE_TEMPLE


@pytest.mark.parametrize("word", ["temple", "no-temple"])
def test_n15_a_card_that_leaves_the_game_builds_nothing(word: str) -> None:
    assert refusal(position(V28, "d1 o1"), f"card-1 {word}") == NOTHING_BUILT
    assert refusal(position(V28, "d1"), f"card-1 {word}") == NOTHING_BUILT
    assert refusal(position(V28, "d1"), word) == NOTHING_BUILT


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("card", "“card” could mean card-1, card-2. Say more of it."),
        ("card-1 north", "“north” is not on offer. Which way up? On offer: up, right, down, left."),
        ("card-1 up bm70 temple bm70", NO_TEMPLE),
        ("card-1 up bm70 no-temple", "“no-temple” is one word too many: the move is complete before it."),
        ("card-1 up bm", "“bm” could mean bm70, bm71, bm72. Say more of it."),
    ],
)
def test_r7_7_otherwise_the_question_and_its_answers(text: str, sentence: str) -> None:
    assert refusal(position("", "a1 b1"), text) == sentence


def test_r7_7_squares_are_read_by_their_keys_only() -> None:
    assert at("bm70") == (65, 70)
    assert refusal(position("", "a1"), "card-1 up bm070").startswith("“bm070” is not on offer.")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("b1", "Name cards by their places: say card-2."),
        ("2", "Name cards by their places: say card-2."),
        ("card-1 up bm71 bm70", "Say first whether you build: temple or no-temple."),
    ],
)
def test_r7_7_near_misses_are_told_what_to_say(typed: str, sentence: str) -> None:
    assert refusal(position(THREE, "a1 b1"), typed) == sentence


def test_r7_7_a_temple_is_named_with_from() -> None:
    path = moment(8, 1)
    assert refusal(path, "card-1 left br72 temple br74 bq72") == "Say from-bq72."


def test_r7_7_a_tile_cannot_be_named_before_the_hidden_one_is_seen() -> None:
    typed = "card-3 down bl68 temple bm71 from-bo69 tile-5"
    sentence = "You draw a hidden tile first; choose the open one after that."
    assert refusal(moment(11, 3), typed.replace("card-3", "card-1").replace("bl68", "bm68")) == sentence


def test_commas_part_words() -> None:
    state = position(THREE, "a1 b1")
    assert read(GAME, state, 0, "card-1, up, bm71").path == ("card-1", "up", "bm71")
    assert complete(conversation(GAME, state, 0), "card-1, up,bm7") == complete(conversation(GAME, state, 0), "card-1 up bm7")
