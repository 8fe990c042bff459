"""R1 and R2: what is in the box, and how a game begins."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, replace

import pytest

from rules.choice import IllegalMove, walk
from rules.djinns import GAME
from rules.djinns.parts import COLOURS, DOMES
from rules.game import DEALER, conversation, read
from tests.djinns.positions import dealt, do
from tests.talk import told


def test_r1_1_two_to_four_players_about_ten_minutes() -> None:
    assert list(GAME.seats) == [2, 3, 4]
    assert GAME.minutes == 10


def test_r1_2_a_ring_of_32_spaces() -> None:
    assert len(GAME.setup(2, frozenset()).ring) == 32


def test_r1_3_two_domes_of_each_colour_and_strength() -> None:
    assert len(DOMES) == 32
    assert Counter(DOMES) == {(colour, n): 2 for colour in COLOURS for n in (1, 2, 3, 4)}
    assert COLOURS == ("red", "blue", "green", "yellow")


def test_r1_4_a_marker_for_each_colour() -> None:
    state = dealt(4)
    prompt = walk(conversation(GAME, state, state.order[0]), ()).prompt
    assert prompt is not None
    assert [option.key for option in prompt.options] == ["red", "blue", "green", "yellow"]


def test_r2_1_one_dealer_move_lays_a_dome_on_each_space() -> None:
    state = GAME.setup(3, frozenset())
    assert GAME.to_act(state) == {DEALER}
    prompt = walk(conversation(GAME, state, DEALER), ("red-1", "red-1")).prompt
    assert prompt is not None
    assert prompt.weights == (2,) * 15  # no third dome of red 1
    state = dealt(3)
    assert [len(stack) for stack in state.ring] == [1] * 32
    assert not state.bag


def test_r2_2_the_layout_is_public_before_markers_are_chosen() -> None:
    state = dealt(2)
    assert all(state.ring)
    assert state.colours == ((), ())


def test_r2_2_blind_markers_are_chosen_before_the_layout() -> None:
    state = dealt(3, "blind-markers")
    assert not any(state.ring)
    for colour in ("red", "blue", "green"):
        state = do(state, colour).state
    assert GAME.to_act(state) == {DEALER}
    assert len(state.bag) == 32
    assert state.turn is not None


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("seats", [3, 4])
def test_r2_3_choice_is_counter_clockwise_and_last_plays_first(seats: int, seed: int) -> None:
    state = dealt(seats, seed=seed)
    order = [(state.first - nth) % seats for nth in range(seats)]
    assert list(state.order) == order
    for seat, colour in zip(order[:3], COLOURS, strict=False):
        assert GAME.to_act(state) == {seat}
        state = do(state, colour).state
    assert state.turn == order[-1]


def test_r2_3_play_goes_clockwise() -> None:
    state = dealt(3)
    for colour in ("red", "blue", "green"):
        state = do(state, colour).state
    turns = [state.turn]
    for _ in range(3):
        prompt = walk(conversation(GAME, state, state.turn), ()).prompt
        assert prompt is not None
        space = prompt.options[0].key
        landing = walk(conversation(GAME, state, state.turn), (space,)).prompt
        assert landing is not None
        state = do(state, f"{space} {landing.options[0].key}").state
        turns.append(state.turn)
    assert turns == [(turns[0] + nth) % 3 for nth in range(4)]


def test_r2_3_dealer_draws_first_chooser_with_equal_chances() -> None:
    drawn = {dealt(4, seed=seed).first for seed in range(40)}
    assert drawn == {0, 1, 2, 3}


@pytest.mark.parametrize("seed", range(3))
def test_r2_4_two_players_choose_a_b_b_a(seed: int) -> None:
    state = dealt(2, seed=seed)
    first, other = state.first, 1 - state.first
    assert state.order == (first, other, other, first)
    for colour, again in (("green", False), ("red", True)):
        state = do(state, colour).state
        assert GAME.mid_turn(state) == again
    step = do(state, "yellow")
    assert step.state.colours[first] == ("green", "blue")
    assert step.state.colours[other] == ("red", "yellow")
    assert step.state.neutral == ""
    assert step.state.turn == first
    assert not GAME.mid_turn(step.state)


@pytest.mark.parametrize(
    ("seats", "questions"),
    [
        (2, ["Choose your first djinn.", "Choose your first djinn.", "Choose your second djinn."]),
        (4, ["Which djinn do you play?"] * 3),
    ],
)
def test_r2_4_question_says_which_of_two_djinns_is_chosen(seats: int, questions: list[str]) -> None:
    state, asked = dealt(seats), list[str]()
    for colour in ("red", "blue", "green"):
        prompt = walk(conversation(GAME, state, state.order[0]), ()).prompt
        assert prompt is not None
        asked.append(str(prompt.question))
        state = do(state, colour).state
    assert asked == questions


def test_r2_4_the_colour_left_over_is_neutral_with_three() -> None:
    state = dealt(3)
    state = do(state, "red").state
    state = do(state, "y").state
    step = do(state, "blue")
    assert step.state.neutral == "green"
    assert "The neutral colour is green: anyone may move it, and it scores for nobody." in told(step)


def test_r2_4_four_players_use_all_colours() -> None:
    state = dealt(4)
    for colour in ("red", "yellow"):
        state = do(state, colour).state
    last = state.order[-1]
    step = do(state, "blue")
    assert (step.state.neutral, step.state.order, step.state.turn) == ("", (), last)
    assert step.state.colours[last] == ("green",)
    assert f"Seat {last + 1} plays green, the last djinn." in told(step)


def test_r2_4_last_djinn_can_be_chosen_in_older_states() -> None:
    colours, order = (("red",), ("blue",), ("yellow",), ()), (3,)
    state = replace(dealt(4), colours=colours, order=order)
    assert do(state, "").state.turn == 3


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("red", "Somebody has already chosen red."),
        ("re", "Somebody has already chosen red."),
        ("pink", "“pink” is not possible here. Which djinn do you play? You can answer: blue, green, yellow."),
        ("blue red", "“red” is one word too many: the move is complete without it."),
    ],
)
def test_r2_4_a_marker_that_cannot_be_chosen(typed: str, sentence: str) -> None:
    state = do(dealt(4), "red").state
    with pytest.raises(IllegalMove) as refused:
        read(GAME, state, state.order[0], typed)
    assert str(refused.value) == sentence


def test_a_state_of_version_1_knew_nobody_as_minus_one() -> None:
    state = GAME.setup(3, frozenset())
    assert GAME.upgrade(asdict(state) | {"first": -1, "turn": -1}, 1) == asdict(state)
    assert GAME.upgrade(asdict(state) | {"first": 0, "turn": 2}, 1) == asdict(state) | {"first": 0, "turn": 2}
