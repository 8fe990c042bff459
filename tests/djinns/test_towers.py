"""R4: dream towers."""

from __future__ import annotations

from dataclasses import replace

from tests.djinns.positions import do, points, position, stack, standing
from tests.talk import told

REST = {20: "r4", 21: "b4", 22: "g4", 23: "y4"}


def test_r4_1_a_stack_of_four_leaves_at_once() -> None:
    state = position(2, {1: "r1", 2: "g1 b2 y3", **REST})
    step = do(state, "1 1-2")
    assert standing(step.state) == REST
    assert told(step)[1] == "The tower that leaves the lake: red 1 on yellow 3 on blue 2 on green 1."


def test_r4_1_the_floors_keep_their_order() -> None:
    state = position(2, {1: "y2 r1", 2: "g1 b2", **REST})
    assert do(state, "1 2-2").state.taken == ((stack("g1 b2 y2 r1"),), ())


def test_r4_2_with_two_the_whole_tower_is_the_completers() -> None:
    state = position(2, {6: "y3", 8: "r1 b4 g2", 7: "b1", 9: "b2", **REST}, turn=1)
    state = replace(state, ring=position(2, {1: "y3", 2: "r2", 3: "b1", 4: "r1 b4 g2", **REST}).ring)
    step = do(state, "1 1-4")
    assert step.state.taken == ((), (stack("r1 b4 g2 y3"),))
    assert "Seat 2 takes all of it: 12 points." in told(step)
    assert points(step.state)[1] - 8 - 1 == 12  # the vector of section 5, beside what is left on the ring


def test_r4_3_with_four_the_lower_half_is_floor_twos() -> None:
    state = position(4, {1: "y3", 2: "r2", 3: "b1", 4: "r1 b4 g2", **REST}, turn=3)
    step = do(state, "1 1-4")
    assert step.state.taken == ((), (stack("r1 b4"),), (), (stack("g2 y3"),))
    assert told(step)[2:] == [
        "Seat 4 takes the half under yellow 3: 6 points.",
        "Seat 2 takes the half under blue 4: 8 points.",
    ]


def test_r4_3_with_four_the_halves_never_have_one_owner() -> None:
    """Each seat has one colour and a tower has each colour once, so floors 2 and 4 differ."""
    state = position(4, {1: "b2 y1", 2: "g1 r2", **REST}, turn=3)
    assert do(state, "1 2-2").state.taken == ((stack("g1 r2"),), (), (), (stack("b2 y1"),))


def test_r4_3_one_player_gets_both_halves_only_by_colour() -> None:
    """A neutral-led move by the owner of floor 2 gives that seat both halves."""
    state = position(3, {1: "y1", 2: "g1 r2 b3", **REST})
    assert do(state, "1 1-2").state.taken == ((stack("b3 y1"), stack("g1 r2")), (), ())


def test_r4_4_with_three_floor_twos_owner_gets_the_lower_half() -> None:
    state = position(3, {1: "r3", 2: "r2", 3: "b1", 4: "y1 b4 g2", **REST})
    assert do(state, "1 1-4").state.taken == ((stack("g2 r3"),), (stack("y1 b4"),), ())


def test_r4_4_neutral_lower_half_goes_to_completer_for_nothing() -> None:
    state = position(3, {1: "r3", 2: "r2", 3: "b1", 4: "b1 y4 g2", **REST})
    step = do(state, "1 1-4")
    assert step.state.taken == ((stack("g2 r3"), stack("b1 y4")), (), ())
    assert told(step)[2:] == [
        "Seat 1 takes the half under red 3: 6 points.",
        "Seat 1 takes the half under yellow 4: 0 points.",
    ]


def test_r4_4_neutral_upper_half_goes_to_completer_for_nothing() -> None:
    state = position(3, {1: "y1", 2: "r1 b4 g2", **REST}, turn=2)
    step = do(state, "1 1-2")
    assert step.state.taken == ((), (stack("r1 b4"),), (stack("g2 y1"),))
    assert "Seat 3 takes the half under yellow 1: 0 points." in told(step)
