"""R3.20–R3.25: the effects of lower masteries."""

from __future__ import annotations

from dataclasses import replace

from rules.ishtar.garden import bloom_cells
from rules.ishtar.parts import Gems
from rules.ishtar.state import State, Token
from rules.ishtar.story import Bloomed
from tests.ishtar.positions import at, do, first_spot, having, keys, offered, own_points, pairs, position, refusal
from tests.ishtar.reference_game import END, moment
from tests.talk import event

SPOT = "a right g5"
LAID = "tri-13 g5 x0; @g5 0"


def reserving() -> State:
    return having(position("", "tri-6"), gems="4p 3r 3w")


def test_r3_20_ru15_t29_reserved_and_planted_in_the_same_turn() -> None:
    state = reserving()
    assert offered(state, f"{SPOT} m1 pp") == [f"tree-{n}" for n in (9, 13, 17, 21, 26)]
    assert offered(state, f"{SPOT} m1 pp tree-21") == ["tree-9", "tree-13", "tree-17", "tree-26", "tree-21", "done"]
    after = do(state, f"{SPOT} m1 pp tree-21 tree-21 g6 done").state
    assert (after.planted[0], after.players[0].reserved, len(after.row)) == ((21,), None, 4)
    assert offered(after, "tree-1") == []


def test_r3_20_t29_nobody_else_may_plant_it() -> None:
    after = do(reserving(), f"{SPOT} m1 pp tree-21 done").state
    assert after.players[0].reserved == 21
    assert (after.row, after.phase) == ((9, 13, 17, 26), "refill")
    state = having(replace(after, phase="place", held="tri-12"), 1, gems="9p 9r 9w")
    spot = first_spot(state)
    assert "tree-21" not in offered(state, spot)
    assert refusal(state, f"{spot} tree-21") == "The tree for 1 red, 2 white is neither open nor reserved by you."


def test_r3_20_it_is_not_planted_yet() -> None:
    after = do(reserving(), f"{SPOT} m1 pp tree-26 done").state
    assert (own_points(after).trees, after.garden.pawns) == (0, ())


def test_r3_21_ru16_t31_the_assistants_of_the_carpet() -> None:
    state = having(position("", "tri-8"), gems="2p")
    step = do(state, f"{SPOT} m2 pp")
    assert (step.state.players[0].assistants, step.state.players[0].carpet) == (4, 0)
    assert step.state.garden.assistants == ()
    assert event(step, "recruited").data.assistants == 2


def test_r3_22_ru17_t32_three_gems_or_those_left() -> None:
    state = having(position("", "tri-6", supply=Gems(0, 5, 2)), gems="2p")
    assert offered(state, f"{SPOT} m3 pp") == ["r", "w"]
    step = do(state, f"{SPOT} m3 pp w done")
    assert (event(step, "given").data.gems, step.state.supply) == (Gems(w=2), Gems(0, 5, 0))
    step = do(state, f"{SPOT} m3 pp r done")
    assert (event(step, "given").data.gems, step.state.supply) == (Gems(r=3), Gems(0, 2, 2))


def single(state: State) -> str:
    """Return the cells where the single token may lie."""
    return keys(state, bloom_cells(state.garden, 1))


def test_r3_23_ru18_t33_cells_of_the_single_token() -> None:
    assert single(moment(END)) == "g8 i4 i5"


def test_r3_23_a_token_makes_a_flower_cell_of_three() -> None:
    state = having(position(LAID, "bar-6"), gems="2p")
    step = do(state, f"{first_spot(state)} m4 pp h5 done")
    assert step.state.garden.tokens == (Token((at("h5"),), 3, 0),)
    assert own_points(step.state).flowers == 2 + 3
    assert event(step, "bloomed").data == Bloomed(0, (at("h5"),), 3)


def test_r3_23_not_on_a_tree_or_a_token() -> None:
    state = having(position(f"{LAID}; bar-12 i5 x0; ^h5; *i4 1", "bar-6"), gems="2p")
    where = first_spot(state)
    found = offered(state, f"{where} m4 pp")
    assert "i6" in found
    assert not {"h5", "i4"} & set(found)
    assert refusal(state, f"{where} m4 pp h5") == "A blooming token covers free grass only. h5 already has a tree."
    assert refusal(state, f"{where} m4 pp i4") == "A blooming token covers free grass only. i4 is a flower cell."
    assert refusal(state, f"{where} m4 pp g4") == "A blooming token covers free grass only. g4 is a fountain."


def test_r3_23_joining_a_free_bed_to_anybodys_is_allowed() -> None:
    state = position("tri-13 g5 x0; @g5 1; bar-6 i5 x0")
    assert "h5" in single(state).split()
    after = replace(state, garden=replace(state.garden, tokens=(Token((at("h5"),), 3, 0),)))
    assert own_points(after, 1).flowers == 2 + 3 + 1


def test_r3_24_t34_the_double_token_either_way_round() -> None:
    assert list(pairs(moment(END))) == ["i4", "i5"]
    state = having(position("bar-12 f4 x0", "tri-6"), gems="2p")
    spot = f"{first_spot(state)} m5 pp"
    first = offered(state, spot)[0]
    second = offered(state, f"{spot} {first}")[0]
    assert do(state, f"{spot} {first} {second} done") == do(state, f"{spot} {second} {first} done")


def test_r3_24_the_two_cells_may_belong_to_two_tiles() -> None:
    state = position("bar-10 f4 x0; bar-12 e5 x0")
    assert pairs(state)["f3"] == "e4"


def test_r3_24_both_flowers_are_tested_together() -> None:
    """Each cell alone touches one assistant; together they would join two."""
    state = position("tri-2 g5 x0; @g5 0; tri-2 h3 x2; @h3 1")
    assert pairs(state) == {"g6": "h5", "h2": "i3", "h5": "g6", "i3": "h2"}


def test_r3_25_token_flowers_count_as_any() -> None:
    state = position(f"{LAID}; *h5 1")
    assert own_points(state).flowers == 2 + 3
    assert own_points(state).fountains == 4
