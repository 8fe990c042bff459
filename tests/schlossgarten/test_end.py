"""R4 and R9: the end, scoring, and the variants."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.game import Step, winners
from rules.schlossgarten import GAME
from rules.schlossgarten.state import State
from tests.schlossgarten.positions import do, drawn, points, position, quiet_turns, start
from tests.talk import event, kinds, told

FULL, LONG = frozenset({"full-round"}), frozenset({"long-game"})


def building(red: int, *, white: int = 0, elements: str = "", pits: str = "c2 d2", **changes: object) -> State:
    """Return a state in which red's gardener can build on pits of 1 and 2; the seats have these points in tiles."""
    state = position("K d4 G d3 A d5", "K g7 G g6 A a7", pits=pits, elements=elements, cards=(7, 8))
    return replace(state, tiles=(tens(red), tens(white)), **changes)


def tens(count: int) -> tuple[int, ...]:
    return (1,) * count


def test_r4_1_tiles_and_squares_covered() -> None:
    state = building(6, elements="red maze a1 a2 b1, white column f1")
    assert points(state) == [9, 1]
    assert [(str(what), count) for what, count in GAME.scores(state)[0].parts] == [("tiles", 6), ("elements", 3)]


def test_r4_2_only_the_acting_seat_gains() -> None:
    step = do(building(4, white=3, elements="white column c2", pits="d2"), "card-7 done gardener-works hedge-2 c2-d2")
    assert points(step.state) == [4 + 2 + 2, 3]


@pytest.mark.parametrize(("red", "ends"), [(16, True), (15, False)])
def test_r4_3_r4_14_v8_goal_ends_the_game_at_once(red: int, ends: bool) -> None:
    """Two pits worth 1 and 2 and a hedge of two squares: five points."""
    step = do(building(red), "card-7 done gardener-works hedge-2 c2-d2")
    assert points(step.state)[0] == red + 5
    assert (step.state.phase == "over") is ends
    if ends:
        assert kinds(step)[-2:] == ["over", "won"]
        assert told(step)[-1] == "Seat 1 wins with 21 points."
        assert step.state.discard[-1] == 7
        assert GAME.to_act(step.state) == frozenset()


def test_r4_14_v8_goal_by_building_over_a_foreign_element() -> None:
    state = building(18, elements="white hedge-1 d2", pits="c2")
    step = do(state, "card-7 done gardener-works hedge-2 c2-d2")
    assert points(step.state)[0] == 21
    assert step.state.ending == "goal"


def test_r4_14_v8_goal_by_building_over_an_own_element() -> None:
    state = building(19, elements="red column d2", pits="c2")
    step = do(state, "card-7 done gardener-works hedge-2 c2-d2")
    assert points(step.state)[0] == 20 - 1 + 2 + 1 == 22
    assert step.state.ending == "goal"


def test_r4_3_the_winner_is_the_seat_that_moved() -> None:
    step = do(building(16, white=20), "card-7 done gardener-works hedge-2 c2-d2")
    assert winners(GAME.scores(step.state)) == (0,)


@pytest.mark.parametrize(("seats", "turns"), [(2, 16), (3, 24), (4, 32)])
def test_r4_5_quiet_turns_end_the_game(seats: int, turns: int) -> None:
    state = quiet_turns(start(seats, *range(32, 32 - seats, -1)), turns - 1)
    assert state.phase == "draw"
    state = drawn(state, min(state.bag or state.discard))
    step = do(state, f"card-{state.hands[state.turn][0]} done")
    assert (step.state.phase, step.state.ending) == ("over", "stillness")
    assert kinds(step)[-2:] == ["over", "won"]
    assert told(step)[-2] == f"Nothing was dug or built in {turns} turns: the game is over."
    assert winners(GAME.scores(step.state)) == tuple(range(seats))
    assert "share the victory" in told(step)[-1]


def test_r4_5_work_resets_the_counter() -> None:
    assert do(replace(building(0), quiet=14), "card-7 done gardener-works dig c4 rest").state.quiet == 0
    assert do(replace(building(0), quiet=15), "card-8 done").state.ending == "stillness"


def test_r7_8_stillness_is_announced_two_rounds_before() -> None:
    step = do(replace(building(0), quiet=11), "card-8 done")
    assert "4 more turns like this end the game" in str(event(step, "stillness_near").text)


def test_r4_5_the_highest_score_wins_in_stillness() -> None:
    step = do(replace(building(3, white=5), quiet=15), "card-8 done")
    assert winners(GAME.scores(step.state)) == (1,)
    assert told(step)[-1] == "Seat 2 wins with 5 points."


def test_r4_5_r7_8_one_point_is_singular() -> None:
    step = do(replace(building(0, white=1), quiet=15), "card-8 done")
    assert told(step)[-1] == "Seat 2 wins with 1 point."
    robbed = do(building(0, white=1, elements="white column d2", pits="c2"), "card-7 done gardener-works hedge-2 c2-d2")
    assert told(robbed)[-1] == "Seat 2 has 1 point."


def full(state: State, **changes: object) -> Step[State]:
    state = replace(state, variants=("full-round",), **changes)
    return do(state, "card-7 done gardener-works hedge-2 c2-d2")


def test_r4_4_r9_2_the_last_seat_of_a_round_ends_at_once() -> None:
    step = full(building(16), first=1)
    assert step.state.ending == "goal"
    assert not step.state.closing


def test_r9_2_the_round_is_finished() -> None:
    step = full(building(16, white=3), first=0)
    assert step.state.closing
    assert step.state.phase == "draw"
    assert str(event(step, "last_round").text) == "Seat 1 has 21 points. The round is played to its end."
    state = drawn(step.state, step.state.bag[0])
    end = do(state, f"card-{state.hands[1][0]} done")
    assert (end.state.phase, end.state.ending) == ("over", "goal")
    assert str(event(end, "over").text) == "The game is over."
    assert winners(GAME.scores(end.state)) == (0,)


@pytest.mark.parametrize(("white", "won"), [(30, (1,)), (21, (0, 1)), (20, (0,))])
def test_r9_2_highest_score_of_the_round_wins(white: int, won: tuple[int, ...]) -> None:
    state = full(building(16, white=white), first=0).state
    state = drawn(state, state.bag[0])
    end = do(state, f"card-{state.hands[1][0]} done")
    assert winners(GAME.scores(end.state)) == won


def test_r9_2_two_turns_follow_with_three_seats() -> None:
    state = replace(start(3, 32, 31, 30, variants=FULL), tiles=(tens(21), (), ()))
    turns = 0
    while state.phase != "over":
        state = quiet_turns(state, 1)
        turns += 1
    assert turns == 3
    assert state.ending == "goal"


@pytest.mark.parametrize(("red", "ends"), [(24, False), (25, True)])
def test_r9_3_long_game_ends_at_30_points(red: int, ends: bool) -> None:
    assert GAME.setup(2, LONG).goal == 30
    step = do(building(red, goal=30, variants=("long-game",)), "card-7 done gardener-works hedge-2 c2-d2")
    assert points(step.state)[0] == red + 5
    assert bool(step.state.ending) is ends


def test_r9_1_goal_without_variants() -> None:
    state = GAME.setup(3, frozenset())
    assert (state.goal, state.variants) == (21, ())
    assert GAME.setup(3, FULL | LONG).variants == ("full-round", "long-game")
