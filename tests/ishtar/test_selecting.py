"""R3.1–R3.7: the watering can and its tile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.game import DEALER
from rules.ishtar import GAME
from rules.ishtar.parts import Gems
from rules.ishtar.state import Select, Stack, State
from rules.ishtar.story import CanMoved
from tests.ishtar.positions import do, gems, having, labels, offered, position, refusal
from tests.ishtar.reference_game import PLACING, SELECTING, SET_UP, moment, step
from tests.talk import event, kinds, told


def stacks(state: State, *left: int) -> State:
    """Return the state with these numbers of tiles left; the top tile is face up except under the can."""
    shapes = [stack.shape for stack in state.stacks]
    tops = [f"{shape}-{nth + 1}" for nth, shape in enumerate(shapes)]
    can = state.can
    made = (
        Stack(shape, count, None) if nth == can else Stack(shape, max(count - 1, 0), top if count else None)
        for nth, (shape, top, count) in enumerate(zip(shapes, tops, left, strict=True))
    )
    return replace(state, stacks=tuple(made))


def test_r3_1_a_turn_is_two_actions_then_the_next_seat() -> None:
    state = moment(SELECTING[1])
    state = do(state, "stack-3").state
    assert (state.phase, state.turn) == ("place", 0)
    state = do(state, "a right g5 done").state
    assert (state.phase, state.turn, state.turns) == ("select", 1, 1)


def test_r3_1_turns_go_clockwise() -> None:
    state = position("", "bar-10", seats=3, turn=2, first=2)
    assert do(state, "a right g6").state.turn == 0
    assert do(replace(state, turn=1), "a right g6").state.turn == 2


def test_r3_2_t7_the_first_turn_is_free() -> None:
    state = moment(SELECTING[1])
    assert offered(state) == [f"stack-{n}" for n in range(1, 7)]
    assert all("free" in label for label in labels(state).values())
    after = do(state, "stack-6").state
    assert (after.phase, after.left, after.can) == ("place", None, 5)


def test_r3_3_t8_offers_of_the_reference_game() -> None:
    assert offered(moment(SELECTING[2])) == ["stack-4", "stack-5"]
    assert offered(moment(SELECTING[3])) == ["stack-5", "stack-6", "stack-1"]
    assert offered(moment(SELECTING[4])) == ["stack-2", "stack-3"]
    assert [label.split(" · ")[1] for label in labels(moment(SELECTING[3])).values()] == ["free", "1 purple", "2 purple"]


def test_r3_3_t9_empty_stacks_are_skipped_and_cost_nothing() -> None:
    state = having(stacks(position(), 3, 0, 3, 0, 3, 3), gems="2p")
    assert offered(state) == ["stack-3", "stack-5", "stack-6"]
    assert [label.split(" · ")[1] for label in labels(state).values()] == ["free", "1 purple", "2 purple"]


@pytest.mark.parametrize(
    ("gems", "prices"),
    [
        ("", ["free"]),
        ("1w", ["free", "1 white"]),
        ("1p 1w", ["free", "1 gem", "all your gems"]),
        ("2p 1r", ["free", "1 gem", "2 gems", "all your gems"]),
    ],
)
def test_r3_3_a_price_names_the_gems_where_there_is_no_choice(gems: str, prices: list[str]) -> None:
    found = labels(having(position(), gems=gems)).values()
    assert [label.split(" · ")[1] for label in found] == prices


def test_r3_3_r4_8_three_stacks_on_cost_two_gems() -> None:
    state = having(position(), gems="2p")
    assert offered(state, "stack-4") == ["pp"]
    assert "stack-5" not in offered(state)


def test_r3_3_ru4_any_mixture_in_full() -> None:
    state = having(position(), gems="2p 1r 1w")
    assert offered(state, "stack-4") == ["pp", "pr", "pw", "rw"]
    after = do(state, "stack-4 rw").state
    assert after.players[0].gems == Gems(2, 0, 0)
    assert after.supply == Gems(*(a + b for a, b in zip(state.supply, gems("1r 1w"), strict=True)))


def test_r3_3_at_most_fifteen_mixtures() -> None:
    state = having(position(), gems="4p 4r 4w")
    assert len(offered(state, "stack-6")) == 15
    assert offered(state, "stack-6")[:3] == ["pppp", "pppr", "pppw"]


def test_r3_4_ru5_t10_never_a_full_lap() -> None:
    state = having(position(can=2), gems="9p")
    assert offered(state) == ["stack-4", "stack-5", "stack-6", "stack-1", "stack-2"]
    assert refusal(state, "stack-3") == "The watering can is on stack 3; it must move on."
    assert labels(state)["stack-2"].split(" · ")[1] == "4 purple"


def test_r3_3_t11_too_dear() -> None:
    state = having(position(can=3), gems="1p")
    assert refusal(state, "stack-2") == "Stack 2 costs 3 gems; you have 1."


def test_r3_5_t12_the_stack_that_was_left_is_turned_up() -> None:
    state = moment(SELECTING[2])
    step_ = do(state, "stack-4")
    after = step_.state
    assert (after.phase, after.left, after.can, after.held) == ("reveal", 2, 3, "bar-14")
    assert GAME.to_act(after) == {DEALER}
    assert offered(after) == [f"tri-{n}" for n in range(1, 13)]
    shown = do(after, "tri-3").state
    assert shown.stacks[2] == ("tri", 3, "tri-3")
    assert shown.stacks[3] == ("bar", 4, None)
    assert (shown.phase, shown.left) == ("place", None)
    assert "tri-3" not in shown.tile_bags[2]


def test_r3_5_t13_nothing_is_turned_up_on_an_emptied_stack() -> None:
    state = stacks(position(), 0, 3, 3, 3, 3, 3)
    after = do(state, "stack-2").state
    assert (after.phase, after.left) == ("place", None)


def test_r3_5_the_top_tile_is_taken() -> None:
    assert moment(PLACING[3]).held == "bar-13"
    assert moment(PLACING[3]).stacks[0] == ("bar", 4, None)


def test_r3_5_ru6_selecting_ends_the_action() -> None:
    assert do(moment(SELECTING[2]), "stack-4").state.garden == moment(SELECTING[2]).garden
    assert kinds(step(SET_UP + 4)) == ["revealed"]
    assert told(step(SET_UP + 4)) == ["A new tile comes up on stack 3."]


def cramped(**changes: object) -> State:
    """Return a state without any cell, so that no tile has room."""
    state = position(**changes)
    return replace(state, garden=replace(state.garden, layout="", faces=(), fountains=()))


def test_r3_6_ru7_r3_7_t14_a_tile_without_room_may_be_selected() -> None:
    state = cramped()
    assert labels(state)["stack-2"] == "stack 2 · free · no room"
    step_ = do(state, "stack-2")
    assert kinds(step_) == ["can_moved", "no_room"]
    assert told(step_)[-1] == "The tile does not fit anywhere and is removed from the game."
    assert (step_.state.held, step_.state.lost) == (None, ("vee-13",))
    after = do(step_.state, "bar-3").state
    assert (after.phase, offered(after)) == ("place", ["done"])
    assert do(after, "").state.turn == 1


def test_r3_7_ru8_trees_may_be_planted_without_a_tile() -> None:
    state = having(position("tri-1 g5 x0", lost=("vee-13",)), gems="2p 1r 1w")
    state = replace(state, phase="place")
    assert offered(state) == ["tree-9", "done"]
    after = do(state, "tree-9 g6").state
    assert (after.planted[0], after.garden.laid) == ((9,), state.garden.laid)


def test_r7_3_the_action() -> None:
    (seat,) = GAME.to_act(moment(SELECTING[3]))
    step_ = GAME.apply(moment(SELECTING[3]), seat, Select(0, Gems(2, 0, 0)))
    assert step_ == step(SELECTING[3] + 1)
    assert event(step_, "can_moved").data == CanMoved(0, 0, 3, Gems(p=2))
    assert told(step_) == ["Seat 1 takes the tile from stack 1 for 2 purple."]
