"""R3: moving."""

from __future__ import annotations

import pytest

from rules.choice import Gain, IllegalMove, numbers, walk
from rules.djinns import GAME
from rules.djinns.lifting import lifts, movable_colours
from rules.djinns.state import State
from rules.game import conversation, play, read
from rules.legal import legal_paths
from rules.wording import gained
from tests.djinns.positions import do, position, standing

OPEN = {3: "r2", 7: "b1 r2", 9: "g1", 12: "b3", 20: "y4", 28: "g3"}


def legal(state: State) -> list[str]:
    return [" ".join(path) for path in legal_paths(conversation(GAME, state, state.turn))]


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        read(GAME, state, state.turn, text)
    return str(refused.value)


def test_r3_1_moving_is_compulsory() -> None:
    state = position(4, OPEN)
    with pytest.raises(IllegalMove, match="The move is not finished"):
        play(GAME, state, 0, ())
    assert all(len(path.split()) == 2 for path in legal(state))


def test_r3_2_the_top_dome_controls_its_stack() -> None:
    assert {path.split()[0] for path in legal(position(4, OPEN, turn=0))} == {"3", "7"}
    assert {path.split()[0] for path in legal(position(4, OPEN, turn=1))} == {"12"}
    assert {path.split()[0] for path in legal(position(2, OPEN, turn=0))} == {"3", "7", "9"}


def test_r3_2_the_neutral_colour_is_everybodys() -> None:
    for turn in range(3):
        assert "20" in {path.split()[0] for path in legal(position(3, OPEN, turn=turn))}


def test_r3_2_a_stack_under_anothers_dome_cannot_be_moved() -> None:
    state = position(4, {**OPEN, 7: "r2 b1"})
    assert refusal(state, "7") == "The stack on 7 is under blue's control."
    assert refusal(state, "8 1 cl") == "There is no stack on 8."
    assert refusal(state, "33") == "The spaces around the lake are numbered from 1 to 32."
    sentence = "“north” is not possible here. Which stack do you move from? You can answer: 3, 7."
    assert refusal(position(4, OPEN), "north") == sentence


def test_r3_3_the_whole_stack_or_a_part_from_the_top() -> None:
    state = position(4, OPEN)
    assert standing(do(state, "7 1-12").state) == {**OPEN, 7: "b1", 12: "b3 r2"}
    assert standing(do(position(4, {**OPEN, 12: "y3"}), "7 2-12").state) == {
        3: "r2", 9: "g1", 12: "y3 b1 r2", 20: "y4", 28: "g3",
    }  # fmt: skip


def test_r3_3_the_rest_has_a_new_top() -> None:
    after = do(position(4, OPEN), "7 1-12").state
    assert "7" in {path.split()[0] for path in legal(after)}  # blue's turn: the rest is blue's


def test_r3_3_not_more_than_there_are() -> None:
    assert refusal(position(4, OPEN), "7 3") == "The height of the stack on 7 is 2."
    assert refusal(position(4, OPEN), "3 2-9") == "The height of the stack on 3 is 1."
    assert refusal(position(4, OPEN), "7 0-12") == "The height of the stack on 7 is 2."


def test_r3_4_strength_counts_stacks_not_spaces() -> None:
    state = position(4, {1: "r3", 5: "g1 b2 y1", 6: "g2", 30: "y2", 31: "b1", 32: "g1"})
    assert {lift.target + 1 for lift in lifts(state.ring, ("red",))} == {30}  # 5, 6, 30; and 32, 31, 30


def test_r3_4_the_lifted_top_dome_counts() -> None:
    state = position(4, {1: "g4 r1", 5: "y1", 6: "b2", 9: "y2", 10: "b1", 20: "y3"})
    assert standing(do(state, "1 2-5").state)[5] == "y1 g4 r1"
    assert refusal(state, "1 2-9") == "From 1 a dome of strength 1 lands on 5, 20."
    assert refusal(state, "1 2-33") == "The spaces around the lake are numbered from 1 to 32."


def test_r3_4_the_ring_is_closed() -> None:
    state = position(4, {31: "r2", 32: "b1", 1: "g1", 5: "y1"})
    assert standing(do(state, "31 1-1").state)[1] == "g1 r2"
    state = position(4, {1: "r1", 32: "b1", 5: "y1"})
    assert standing(do(state, "1 1-32").state)[32] == "b1 r1"


def test_r3_5_there_must_be_enough_other_stacks() -> None:
    state = position(4, {1: "r3", 5: "r1", 9: "b2"})
    assert {path.split()[0] for path in legal(state)} == {"5"}
    assert refusal(state, "1 1-5") == "This move from 1 needs 3 other stacks around the lake."


def test_r3_5_the_own_remainder_is_not_counted() -> None:
    state = position(4, {1: "g1 r3", 5: "r1", 9: "b2"})
    assert refusal(state, "1 1") == "This move from 1 needs 3 other stacks around the lake."
    two = position(4, {1: "g1 b3 r2", 5: "y1", 9: "b2"})
    assert standing(do(two, "1 1-5").state) == {1: "g1 b3", 5: "y1 r2", 9: "b2"}


def test_r3_6_no_colour_twice() -> None:
    state = position(4, {7: "b1 r2", 9: "g1", 12: "r3", 20: "y4", 28: "g3"})
    assert refusal(state, "7 1-12") == "There is already a red dome on 12."
    assert refusal(state, "7 2-12") == "There is already a red dome on 12."
    assert [path for path in legal(state) if path.startswith("7")] == ["7 1-20", "7 2-20"]
    blue = position(4, {7: "b1 r2", 9: "g1", 12: "b3", 3: "b4", 28: "b4"})
    assert refusal(blue, "7 2") == "There is already a blue dome on 12."


def test_r3_6_the_order_is_kept() -> None:
    state = position(4, {1: "b1 y2 r1", 5: "g1", 9: "y1", 12: "r3"})
    assert standing(do(state, "1 2-5").state)[5] == "g1 y2 r1"


def test_r3_7_both_ways_to_one_stack_are_one_move() -> None:
    state = position(4, {1: "r1", 9: "b2", 12: ""})
    assert legal(state) == ["1 1-9"]
    assert standing(do(state, "1").state) == {9: "b2 r1"}


def test_r3_8_an_empty_space_is_never_a_target() -> None:
    state = position(4, OPEN)
    assert all(state.ring[lift.target] for lift in lifts(state.ring, movable_colours(state, 0)))


@pytest.mark.parametrize("typed", ["7 2-12", "7 2-1", "  7,  2-12 "])
def test_section_7_unique_beginnings_do(typed: str) -> None:
    state = position(4, {**OPEN, 12: "y3"})
    assert read(GAME, state, 0, typed).path == ("7", "2-12")


def test_section_7_forced_answers_may_be_left_out() -> None:
    assert read(GAME, position(4, {1: "r1", 9: "b2", 12: "r3"}), 0, "1-9").path == ("1", "1-9")
    unfinished = read(GAME, position(4, OPEN), 0, "3")
    assert unfinished.path == ("3",)
    assert unfinished.prompt is not None


def test_section_7_ambiguous_and_surplus_words() -> None:
    state = position(4, OPEN)
    assert refusal(state, "3 1") == "“1” could mean 1-9, 1-20. Please type more of it."
    assert refusal(state, "3 1-9 now") == "“now” is one word too many: the move is complete without it."


def test_section_7_words_of_version_2_get_the_general_sentence() -> None:
    assert refusal(position(4, OPEN), "3 1 clockwise") == "“1” could mean 1-9, 1-20. Please type more of it."
    sentence = "“cl” is not possible here. How many domes do you move, and where to? You can answer: 1-9, 1-20."
    assert refusal(position(4, OPEN), "3 cl") == sentence


def test_section_7_labels_show_targets_and_points() -> None:
    state = position(4, {**OPEN, 12: "y3"})

    def labels(*path: str) -> list[str]:
        prompt = walk(conversation(GAME, state, 0), path).prompt
        assert prompt is not None
        return [f"{shown.text} {gained(shown.gain)}" for shown in (option.shown() for option in prompt.options) if shown.gain]

    assert labels() == ["3 → 9, 20 at best you +2, Seat 4 −4", "7 → 12, 28 at best you +2, Seat 4 −3"]
    assert labels("7") == [
        "1 dome to 12 Seat 2 +1, Seat 4 −3", "1 dome to 28 Seat 2 +1, Seat 3 −3",
        "2 domes to 12 you +2, Seat 4 −3", "2 domes to 28 you +2, Seat 3 −3",
    ]  # fmt: skip


def test_section_7_spaces_are_told_by_their_own_numbers() -> None:
    prompt = walk(conversation(GAME, position(4, OPEN), 0), ()).prompt
    assert prompt is not None
    assert (prompt.form, numbers(prompt)) == ("places", ("3", "7"))


def test_section_7_answers_that_complete_a_tower_have_a_star() -> None:
    state = position(4, {**OPEN, 12: "g2 b1 y3"})
    prompts = [walk(conversation(GAME, state, 0), path).prompt for path in ((), ("7",))]
    starred = [option.key for prompt in prompts if prompt for option in prompt.options if option.shown().star]
    assert starred == ["7", "1-12"]


def test_tower_that_costs_its_player_points_has_no_star() -> None:
    stacks = {1: "r4 y1 b2", 2: "g1 y4 r1", 3: "b3 g1 y2", 5: "g3 r1 b1", 17: "g4", 23: "y1 b4 r2"}
    state = position(2, stacks, turn=1, colours=(("yellow", "red"), ("blue", "green")))
    prompt = walk(conversation(GAME, state, 1), ("1",)).prompt
    assert prompt is not None
    landing = next(option.shown() for option in prompt.options if option.key == "3-17")
    assert (landing.gain, landing.star) == (Gain(-2), False)


def test_section_6_nothing_is_hidden_in_a_move() -> None:
    assert GAME.is_public(("7", "2-12"))
