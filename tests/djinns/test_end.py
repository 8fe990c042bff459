"""R5: the end and the points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.choice import IllegalMove, Path
from rules.djinns import GAME
from rules.djinns.parts import MAX_MOVES
from rules.djinns.score import points as worth
from rules.djinns.state import State, with_position
from rules.game import DEALER, conversation, play, winners
from rules.legal import legal_paths
from tests.djinns.positions import dealt, do, points, position, stack
from tests.talk import told

TABLE = {4: (4, 8, 12, 16), 3: (3, 6, 9, 12), 2: (2, 4, 6, 8), 1: (1, 2, 3, 4)}
ENDLESS = {1: "b2 r4 y3", 5: "b1 g3", 9: "r3 g4 y2"}


def test_r5_1_it_ends_when_the_next_player_has_no_move() -> None:
    step = do(position(4, {1: "r1", 3: "g2", 5: "b4"}), "1 1-3")
    assert step.state.ending == "stuck"
    assert GAME.to_act(step.state) == frozenset()
    assert sum(map(len, step.state.ring)) == 3  # domes are left
    assert "Seat 2 has no move left: the game is over." in told(step)


def test_r5_1_others_could_still_move() -> None:
    state = position(4, {1: "r1", 3: "g1", 5: "b4", 9: "y1"})
    assert do(state, "1 1-3").state.ending == "stuck"


def test_r5_1_nothing_can_be_done_afterwards() -> None:
    state = do(position(4, {1: "r1", 3: "g2", 5: "b4"}), "1 1-3").state
    for seat in (DEALER, 0, 1):
        with pytest.raises(IllegalMove, match=r"^The game is over\.$"):
            play(GAME, state, seat, ("3", "1-5"))


def test_r5_1_even_before_the_first_move() -> None:
    state = dealt(4)
    ring = tuple((dome._replace(strength=4),) if i < 4 else () for i, (dome,) in enumerate(state.ring))
    state = replace(state, ring=ring)
    for colour in ("red", "blue", "green"):
        state = do(state, colour).state
    assert state.ending == "stuck"


def test_r5_2_the_endless_position_of_the_specification() -> None:
    state = position(3, ENDLESS)
    assert {path[0] for path in _paths(state)} == {"9"}


def _paths(state: State) -> list[Path]:
    return list(legal_paths(conversation(GAME, state, state.turn)))


def test_r5_2_the_third_time_of_a_position_ends_it() -> None:
    state = position(3, ENDLESS)
    plies = 0
    while not state.ending:
        step = do(state, " ".join(_paths(state)[0]))
        state, plies = step.state, plies + 1
    assert state.ending == "repetition"
    assert state.seen[-1][1] == 3
    assert "The same position occurred for the third time: the game is over." in told(step)


def test_r5_2_another_player_to_move_is_another_position() -> None:
    ring = position(3, ENDLESS).ring
    assert with_position(with_position((), ring, 0), ring, 1)[-1][1] == 1
    assert with_position(with_position((), ring, 0), ring, 0)[-1][1] == 2


def test_r5_2_after_200_moves() -> None:
    state = position(3, ENDLESS, plies=198)
    state = do(state, " ".join(_paths(state)[0])).state
    assert state.ending == ""
    step = do(state, " ".join(_paths(state)[0]))
    assert step.state.ending == "length"
    assert "200 moves have been made: the game is over." in told(step)


@pytest.mark.parametrize("floors", [1, 2, 3, 4])
@pytest.mark.parametrize("top", [1, 2, 3, 4])
def test_r5_3_r5_4_floors_times_the_top_dome(floors: int, top: int) -> None:
    below = ["b1", "g1", "y1"][: floors - 1]
    assert worth(stack(" ".join([*below, f"r{top}"])), "") == TABLE[floors][top - 1]


def test_r5_3_towers_and_halves_count_for_whom_they_were_given() -> None:
    taken = ((stack("g2 y3"),), (stack("r1 b4"),), (), ())
    assert points(position(4, {}, taken=taken)) == [6, 8, 0, 0]
    assert points(position(2, {}, taken=((stack("r1 b4 g2 y3"),), ()))) == [12, 0]


def test_r5_3_a_neutral_half_is_worth_nothing() -> None:
    taken = ((stack("r1 y4"),), (stack("g2 b3"),), ())
    assert points(position(3, {}, taken=taken)) == [0, 6, 0]


def test_r5_4_stacks_left_count_for_the_owner_of_the_top() -> None:
    ring = {1: "r1 b4", 2: "b2", 3: "g1 b1 r3", 9: "y4"}
    assert points(position(4, ring)) == [9, 10, 0, 4]
    assert points(position(2, ring)) == [9, 14]


def test_r5_4_neutral_stacks_count_for_nobody() -> None:
    assert points(position(3, {1: "r1 y4", 2: "b2"})) == [0, 2, 0]


def test_r5_5_most_points_win() -> None:
    step = do(position(4, {1: "r1", 3: "g2", 5: "b4"}), "1 1-3")
    assert points(step.state) == [2, 4, 0, 0]
    assert winners(GAME.scores(step.state)) == (1,)
    assert told(step)[-1] == "Seat 2 wins with 4 points."


def test_r5_5_ties_share_the_victory() -> None:
    step = do(position(4, {1: "r2", 3: "g4", 5: "b4"}), "1 1-5")
    assert points(step.state) == [4, 0, 4, 0]
    assert winners(GAME.scores(step.state)) == (0, 2)
    assert told(step)[-1] == "Seat 1, Seat 3 share the victory with 4 points."


def test_r5_1_r5_2_r5_5_the_short_rules_tell_every_end() -> None:
    (scoring,) = [topic for topic in GAME.topics() if topic.key == "scoring"]
    told = " ".join(map(str, scoring.lines))
    assert "cannot move" in told
    assert "third time" in told
    assert f"after {MAX_MOVES} moves" in told
    assert "share the victory" in told
