"""R3.40–R3.50: planting, and the end of a turn."""

from __future__ import annotations

from dataclasses import replace

from rules.choice import Gain
from rules.game import DEALER
from rules.ishtar import GAME
from rules.ishtar.draft import start_draft
from rules.ishtar.parts import Gems
from rules.ishtar.score import points_of
from rules.ishtar.state import State
from tests.ishtar.positions import asked, at, cover_in, do, gains, having, labels, offered, position, refusal
from tests.ishtar.reference_game import PLACING, SET_UP, moment, step
from tests.talk import kinds, told

NO_PAWN = "There are no tree pawns left."


def planting(gems: str, text: str = "tri-12 g5 x0", **changes: object) -> State:
    """Return a state in which seat 0 has lost its tile and may plant."""
    return having(replace(position(text, **changes), phase="place"), gems=gems)


def without_pawns(state: State, left: int = 0) -> State:
    """Return the state with ``left`` pawns; the others stand out of the way."""
    bare = list(cover_in(state).grid.cells_of(cover_in(state).bare))[: 20 - left]
    return replace(state, garden=replace(state.garden, pawns=tuple(bare)))


def test_r3_40_any_number_or_none() -> None:
    state = planting("1p 1r 2w")
    assert offered(state) == ["tree-9", "tree-13", "tree-17", "tree-21", "done"]
    assert do(state, "done").state.planted[0] == ()
    assert do(state, "tree-13 g6 done").state.planted[0] == (13,)


def test_r3_40_t35_two_trees_in_one_move() -> None:
    state = planting("1p 1r 3w")
    assert offered(state, "tree-9 g6") == ["tree-13", "tree-17", "done"]
    after = do(state, "tree-9 g6 tree-13 h5").state
    assert (after.planted[0], after.players[0].gems) == ((9, 13), Gems(1, 0, 0))
    assert after.garden.pawns == (at("g6"), at("h5"))


def test_r3_40_the_exact_cost_goes_to_the_supply() -> None:
    state = planting("1p 2r 3w")
    after = do(state, "tree-21 g6 done").state
    assert after.players[0].gems == Gems(1, 1, 1)
    assert after.supply == Gems(state.supply.p, state.supply.r + 1, state.supply.w + 2)


def test_r3_40_r4_8_two_red_and_one_white() -> None:
    state = planting("2r 1w", row=(15, 26))
    assert labels(state)["tree-15"] == "tree: 2 red, 1 white"
    step_ = do(state, "tree-15 g6")
    assert told(step_) == ["Seat 1 · a tree", "A tree for 2 red, 1 white stands on g6: 8 points."]


def test_r3_40_ru19_t37_on_any_free_grass_of_the_map() -> None:
    state = planting("2w", "tri-12 g5 x0; @g5 1; bar-14 e9 x3")
    assert offered(state, "tree-13") == ["e10", "g6", "h5"]
    assert do(state, "tree-13 e10 done").state.garden.pawns == (at("e10"),)


def test_r3_40_t37_not_where_a_tree_stands() -> None:
    state = planting("4w", "tri-12 g5 x0; ^h5", row=(13, 23))
    assert refusal(state, "tree-13 h5") == "You can plant a tree only on free grass. h5 already has a tree."
    assert refusal(state, "tree-13 g5") == "You can plant a tree only on free grass. g5 is a flower cell."


def test_r3_40_also_on_the_tile_just_placed() -> None:
    state = having(position("", "tri-12"), gems="2w")
    assert offered(state, "a right g5 tree-13") == ["g6", "h5"]


def test_r3_41_t36_only_trees_that_can_be_paid() -> None:
    assert refusal(planting("1p 1w"), "tree-26") == "This tree costs 2 purple, 2 red, 3 white; you have 1 purple, 1 white."
    assert refusal(planting("1p 1w"), "tree-4") == "The tree for 4 purple is neither open nor reserved by you."


def test_r3_41_only_while_grass_is_free() -> None:
    state = planting("2w", "tri-7 g5 x0")
    assert offered(state) == ["done"]
    assert refusal(state, "tree-13") == "There is no free grass left."


def test_r3_42_ru20_t38_without_pawns_only_the_reserve() -> None:
    state = without_pawns(planting("5r 5w"), left=1)
    assert start_draft(having(state, 1, reserved=9)).pawns == 0
    one = having(state, reserved=9)
    one = replace(one, row=(13, 21))
    assert offered(one) == ["tree-9", "done"]
    assert refusal(one, "tree-13") == NO_PAWN
    after = do(one, "tree-9 g6")
    assert kinds(after) == ["turn", "planted"]  # the pawns had been used up before


def test_r3_42_the_story_notes_the_last_pawn() -> None:
    state = without_pawns(planting("5r 5w", turns=3), left=1)
    planted = do(state, "tree-13 g6 done")
    assert told(planted)[2:] == ["The tree pawns are used up."]
    assert "pawns_out" not in kinds(do(without_pawns(state, left=2), "tree-13 g6 done"))
    later = replace(planted.state, phase="place", turn=0)
    assert "pawns_out" not in kinds(do(later, "done"))


def test_r3_42_the_last_pawn_may_go_to_a_reserve() -> None:
    state = without_pawns(having(position("", "tri-6"), gems="2p 4r 4w"), left=1)
    step_ = do(state, "a right g5 m1 pp tree-13 tree-13 g6 done")
    assert kinds(step_) == ["turn", "placed", "collected", "unlocked", "reserved", "planted", "pawns_out"]
    assert kinds(do(state, "a right g5 m1 pp tree-13 done"))[-1] == "pawns_out"


def test_r3_7_the_story_of_a_turn_without_anything() -> None:
    state = planting("1p 1r 3w", turns=3)
    assert told(do(state, "done")) == ["Seat 1 · no tile, no tree"]
    assert kinds(do(state, "tree-9 g6 done")) == ["turn", "planted"]


def test_r3_7_the_lost_tile_is_noted_once() -> None:
    state = planting("1p 1r 3w")
    first, second = asked(state), asked(state, "tree-9 g6")
    assert first
    assert second
    assert str(first.note) == "The tile did not fit anywhere and was removed from the game."
    assert second.note is None


def test_r3_42_without_pawns_nothing_is_reserved() -> None:
    state = without_pawns(having(position("", "tri-6"), gems="2p"))
    assert refusal(state, "a right g5 m1") == "Mastery 1 would do nothing now: no tree pawn is left."


def test_r3_42_pawns_are_counted() -> None:
    state = planting("2w")
    assert start_draft(state).pawns == 20
    assert start_draft(do(state, "tree-13 g6").state).pawns == 19
    assert start_draft(having(state, reserved=9)).pawns == 19


def test_r3_43_t39_the_row_is_refilled_at_the_end_of_the_turn() -> None:
    state = planting("1p 1r 3w", turns=3)
    assert "tree-9" not in offered(state, "tree-9 g6")
    assert len(offered(state, "tree-9 g6")) == 3
    after = do(state, "tree-9 g6 tree-13 h5").state
    assert (GAME.to_act(after), after.phase, after.row) == ({DEALER}, "refill", (17, 21, 26))
    full = do(after, "tree-1 tree-2").state
    assert (full.row, full.phase) == ((17, 21, 26, 1, 2), "select")
    assert GAME.to_act(full) == {1}


def test_r3_43_t39_from_a_small_bag() -> None:
    state = planting("1p 1r 3w", tree_bag=(4,), turns=3)
    after = do(state, "tree-9 g6 tree-13 h5").state
    step_ = do(after, "tree-4")
    assert step_.state.row == (17, 21, 26, 4)
    assert kinds(step_) == ["row", "trees_out"]
    empty = replace(step_.state, phase="place")
    assert do(empty, "").state.phase == "select"


def test_r3_43_ru21_no_refill_after_the_last_turn() -> None:
    state = planting("2w", ending=True, turns=3)
    assert do(state, "tree-13 g6").state.phase == "over"


def test_r3_44_ru22_t40_a_planted_card_lies_face_down() -> None:
    state = moment(SET_UP + 5)
    assert GAME.view(state, 1).planted == ((), (21,))
    for viewer in (0, None):
        view = GAME.view(state, viewer)
        assert (view.planted, view.planted_count) == (((), None), (0, 1))
        assert (points_of(view)[1].trees, points_of(view)[1].total) == (None, None)
    assert "A tree for 1 red, 2 white stands on e10: 9 points." in told(step(SET_UP + 5))


def test_r3_50_the_end_of_a_turn() -> None:
    before, after = moment(PLACING[1]), moment(PLACING[1] + 1)
    assert (after.turns, after.turn, after.phase) == (before.turns + 1, 1, "select")
    assert moment(SET_UP + 5).phase == "refill"


def test_labels_of_trees_and_their_cells() -> None:
    state = planting("1p 2r 3w", "tri-13 g5 x0; @g5 0; bar-14 e9 x3")
    state = having(state, masteries="m3:pp mc:pp", reserved=3)
    assert labels(state)["tree-3"] == "tree: 1 purple, 1 red"
    assert labels(state)["done"] == "end the turn"
    assert labels(state, "tree-9") == {"e10": "e10", "h5": "h5 · beside your bed"}
    assert gains(state, "tree-9") == {"e10": None, "h5": Gain(3)}
    other = replace(state, garden=replace(state.garden, assistants=((at("g5"), 1),)))
    assert labels(other, "tree-9")["h5"] == "h5 · beside another's bed"
