"""R6.7: the refusals of typed moves that are not legal; one test for each reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice
from random import Random

import pytest

from rules.game import read
from rules.ishtar import GAME
from rules.ishtar.garden import cover_of
from rules.ishtar.hexes import rotations
from rules.ishtar.legality import why_not_spot
from rules.ishtar.parts import Gems
from rules.ishtar.state import Garden, Laid, Spot, Stack, State
from tests.ishtar.greedy import play_greedily
from tests.ishtar.positions import anchors, first_spot, having, hindered, key, offered, position, reason, refusal
from tests.ishtar.reference_game import END, PLACING, SELECTING, moment

TWO_ASSISTANTS = "That would put two assistants in one bed."


def planting(gems: str, text: str = "tri-12 g5 x0", **changes: object) -> State:
    return having(replace(position(text, **changes), phase="place"), gems=gems)


def test_e_own_stack() -> None:
    assert refusal(position(can=2), "stack-3") == "The watering can is on stack 3; it must move on."


def test_e_empty_stack() -> None:
    state = position()
    stacks = (*state.stacks[:4], Stack("vee", 0, None), state.stacks[5])
    assert refusal(replace(state, stacks=stacks), "stack-5") == "Stack 5 is empty."


def test_e_dear_stack() -> None:
    state = having(position(can=3), gems="1p")
    assert refusal(state, "stack-2") == "Stack 2 costs 3 gems; you have 1."
    assert refusal(having(state, gems=""), "stack-6") == "Stack 6 costs one gem; you have none."


def test_e_off_map() -> None:
    assert refusal(moment(PLACING[1]), "c right l11") == "Part of the tile would be off the map."
    assert refusal(moment(PLACING[1]), "a right z9") == "There is no cell z9 on this map."


def test_e_on_fountain_on_stone() -> None:
    assert refusal(moment(PLACING[1]), "a right g4") == "The fountain at g4 must stay uncovered."
    assert refusal(moment(PLACING[1]), "a right d5") == "The engraved stone at d5 must stay uncovered."


def test_e_on_tile() -> None:
    assert refusal(moment(PLACING[4]), "a right e9") == "There is already a tile on e9."


def test_e_loose() -> None:
    assert reason(moment(PLACING[1]), "a right g1") == "A tile must touch a fountain or a tile already laid."


def test_e_two_fountains() -> None:
    sentence = "That would join the gardens of the fountains g4 and d9."
    assert refusal(moment(PLACING[3]), "a right f6") == sentence


def test_e_two_assistants() -> None:
    assert refusal(moment(PLACING[4]), "a up-right h6") == TWO_ASSISTANTS


def test_e_no_symbol() -> None:
    sentence = "This tile does not have that letter."
    assert refusal(position("", "tri-12"), "a right g5 assistant") == sentence
    assert refusal(position("", "tri-12"), "a right g5 m3") == sentence
    assert refusal(having(position("", "tri-13"), gems="2p"), "a right g5 m3") == sentence
    assert refusal(having(position("", "tri-6"), gems="2p"), "a right g5 assistant") == sentence


def test_e_no_assistant() -> None:
    assert refusal(having(position("", "tri-13"), assistants=0), "a right g5 assistant") == "You have no assistant left."


def test_e_bed_taken() -> None:
    state = position("tri-13 g5 x0; @g5 1", "tri-2")
    assert refusal(state, "a right h6 assistant") == "Seat 2 already has an assistant in this bed."


def test_e_two_gems() -> None:
    assert refusal(having(position("", "tri-6"), gems=""), "a right g5 m1") == "A mastery costs two gems; you have 1."


def test_e_have_mastery() -> None:
    state = having(position("", "tri-6"), gems="2p", masteries="m3:pp")
    assert refusal(state, "a right g5 m3") == "You already have mastery 3."


def test_e_below_first() -> None:
    assert refusal(having(position("", "tri-6"), gems="2p"), "a right g5 mc") == "Mastery C needs mastery 3 first."


def test_e_no_effect() -> None:
    assert refusal(moment(PLACING[2]), "b left e9 m5") == (
        "Mastery 5 would do nothing now: no two free grass cells lie side by side."
    )


def test_e_no_effect_if_every_pair_joins_two_assistants() -> None:
    """Of the free grass only e5 and f4 are adjacent, and f4 touches the beds of both seats."""
    state = having(position("tri-2 g5 x0; @g5 0; tri-2 e4 x0; @e4 1; ^g6; ^h5", "tri-7"), gems="2p")
    sentence = "Mastery 5 would do nothing now: every pair would put two assistants in one bed."
    assert refusal(state, "b right b8 m5") == sentence
    assert offered(state, "b right b8 m4 pp") == ["e5"]


def test_e_no_bloom() -> None:
    state = having(position("tri-13 g5 x0; @g5 0; bar-12 i5 x0; ^i4", "bar-6"), gems="2p")
    where = first_spot(state)
    sentence = "A blooming token covers free grass only. {} {}."
    assert refusal(state, f"{where} m4 pp g5") == sentence.format("g5", "is a flower cell")
    assert refusal(state, f"{where} m4 pp i4") == sentence.format("i4", "already has a tree")
    assert reason(state, f"{where} m4 pp n10") == sentence.format("n10", "has no tile yet")
    assert reason(state, f"{where} m4 pp a10") == sentence.format("a10", "is an engraved stone")
    assert reason(state, f"{where} m4 pp z9") == sentence.format("z9", "is not on the map")


def test_e_two_assistants_through_a_token() -> None:
    state = having(moment(PLACING[4]), 1, gems="2p 1w")
    state = replace(state, held="tri-6")
    where = first_spot(state)
    assert refusal(state, f"{where} m4 pp h5") == TWO_ASSISTANTS
    assert refusal(state, f"{where} m5 pp i4 {offered(state, f'{where} m5 pp')[0]}").endswith("is not next to i4.")


def test_e_not_open() -> None:
    assert refusal(planting("9p 9r 9w"), "tree-4") == "The tree for 4 purple is neither open nor reserved by you."
    state = having(position("", "tri-6"), gems="4p")
    assert refusal(state, "a right g5 m1 pp tree-4") == "The tree for 4 purple is neither open nor reserved by you."


def test_e_too_dear() -> None:
    assert refusal(planting("1p 1w"), "tree-26") == "This tree costs 2 purple, 2 red, 3 white; you have 1 purple, 1 white."
    assert refusal(planting(""), "tree-13") == "This tree costs 2 white; you have no gems."


def test_e_not_grass() -> None:
    state = planting("4w", "tri-12 g5 x0; ^h5")
    sentence = "You can plant a tree only on free grass. {} {}."
    assert refusal(state, "tree-13 g5") == sentence.format("g5", "is a flower cell")
    assert refusal(state, "tree-13 h5") == sentence.format("h5", "already has a tree")
    assert refusal(state, "tree-13 a8") == sentence.format("a8", "has no tile yet")


def test_e_no_grass() -> None:
    assert refusal(planting("2w", "tri-7 g5 x0"), "tree-13") == "There is no free grass left."


def test_e_no_pawn() -> None:
    state = planting("2w")
    bare = list(cover_of(state.garden).grid.cells_of(cover_of(state.garden).bare))[:20]
    state = replace(state, garden=replace(state.garden, pawns=tuple(bare)))
    assert refusal(state, "tree-13") == "There are no tree pawns left."


def test_a_bar_with_equal_ends_has_three_ways_round() -> None:
    state = position("", "bar-2")
    assert offered(state, "a") == ["right", "down-right", "down-left"]
    assert refusal(state, "a up-left f4") == "This tile looks the same after a half turn; type down-right."


def with_one_anchor(tile: str) -> State:
    """Return a state whose map is so full of tiles that this tile has one anchor, m9."""
    state = having(position("", tile), gems="2p")
    while len(found := anchors(state.garden, tile)) > 1:
        cell, ways = next(iter(anchors(state.garden, "vee-12").items()))
        laid = (*state.garden.laid, Laid("vee-12", cell, ways[0], 0))
        state = replace(state, garden=replace(state.garden, laid=laid))
    assert [key(state, cell) for cell in found] == ["m9"]
    return state


def test_r6_4_fountain_and_turn_may_be_left_out() -> None:
    two_ways = with_one_anchor("bar-7")
    (fountain,) = offered(two_ways)
    assert offered(two_ways, fountain) == ["right", "left"]
    assert read(GAME, two_ways, 0, "left m9 m3 pp w done").path == (fountain, "left", "m9", "m3", "pp", "w", "done")
    one_way = with_one_anchor("bar-6")
    assert read(GAME, one_way, 0, "m9 m3 pp w done").path == (fountain, "right", "m9", "m3", "pp", "w", "done")
    assert refusal(one_way, "z9") == "There is no cell z9 on this map."
    assert refusal(one_way, "g4") == "The fountain at g4 must stay uncovered."


def test_a_payment_with_its_letters_in_another_order() -> None:
    state = having(position("", "tri-6"), gems="1p 1r 1w")
    assert refusal(state, "a right g5 m2 rp") == "Type pr."
    assert refusal(having(position(), gems="1p 1r 1w"), "stack-5 wrp") == "Type prw."


def test_a_payment_that_is_too_much() -> None:
    state = having(position("", "tri-6"), gems="1p 1r 1w")
    assert refusal(state, "a right g5 m2 rr") == "You have 2 purple, 1 red, 1 white, not 2 red."
    assert refusal(state, "a right g5 m2 prw") == "You must pay 2 gems."
    assert refusal(having(position(), gems="1p 1r 1w"), "stack-3 pp") == "You must pay one gem."
    assert refusal(moment(SELECTING[3]), "stack-1 rr") == "You have 2 purple, not 2 red."


def test_a_colour_that_the_supply_lacks() -> None:
    state = having(position("", "tri-6", supply=Gems(0, 3, 3)), gems="2p")
    assert refusal(state, "a right g5 m3 pp p") == "There is no purple gem left in the supply."


def test_r6_7_the_order_of_the_tests() -> None:
    """The edge of the map comes before the fountain, the fountain before tiles, tiles before the touch."""
    state = position("tri-13 g5 x0; bar-14 e9 x3", "bar-1")
    assert hindered(state, "a right g5") == "The fountain at g4 must stay uncovered."
    assert hindered(state, "b right a8") == "Part of the tile would be off the map."


def test_r6_7_a_place_in_a_garden_of_another_fountain() -> None:
    assert reason(moment(PLACING[4]), "a right b9") == "That would be a garden of fountain B."


def test_r6_7_a_fountain_without_room_and_an_unknown_one() -> None:
    state = with_one_anchor("bar-6")
    (fountain,) = offered(state)
    (other, *_) = (letter for letter in "abcd" if letter != fountain)
    assert refusal(state, other) == f"The tile does not fit at fountain {other.upper()}."
    assert refusal(state, "z") == "There is no fountain Z."
    assert refusal(state, f"{fountain} down-right") == f"Turned that way, the tile does not fit at fountain {fountain.upper()}."


def growing_gardens(seats: int) -> Iterator[Garden]:
    """Yield some gardens of a greedy game, from the bare map on."""
    moves = play_greedily(seats, frozenset(), Random(seats), whim=True)
    return (move.step.state.garden for move in islice(moves, 5, None, 24))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r6_7_a_spot_has_a_reason_exactly_if_not_on_offer(seats: int) -> None:
    """R3.8 and R3.9 are written twice: `garden.spots` offers, `why_not_spot` refuses."""
    seen = Counter[bool]()
    for garden, tile in zip(growing_gardens(seats), cycle(("bar-8", "vee-9", "tri-1", "tri-7"))):
        found, cover = anchors(garden, tile), cover_of(garden)
        for cell in cover.grid.cells:
            for rotation in rotations(tile):
                on_offer = rotation in found.get(cell, ())
                assert (why_not_spot(cover, tile, Spot(cell, rotation)) is None) == on_offer
                seen[on_offer] += 1
    assert min(seen[True], seen[False]) > 100


@pytest.mark.parametrize(
    ("number", "text", "sentence"),
    [
        (SELECTING[3], "stack", "“stack” could mean stack-5, stack-6, stack-1. Please type more of it."),
        (
            SELECTING[3],
            "stack-9",
            "“stack-9” is not possible here. Which stack does the watering can move to? You can answer: stack-5, stack-6, "
            "stack-1.",
        ),
        (
            PLACING[1],
            "a turned",
            "“turned” is not possible here. Where does the tile's golden cell go? You can answer: e3, e4, f2, f4, g2, g5, "
            "h2, h3, h4.",
        ),
        (PLACING[1], "a right g5 assistant done done", "“done” is one word too many: the move is complete without it."),
    ],
)
def test_r6_7_other_words_get_the_question_and_its_answers(number: int, text: str, sentence: str) -> None:
    assert refusal(moment(number), text) == sentence


def test_r6_7_after_the_move_there_is_no_reason() -> None:
    assert reason(moment(END), "stack-3 pp") == ""
    assert reason(moment(PLACING[1]), "a right g5 assistant done tree-9") == ""
