"""Section 6: the questions, their order, and the words that may be typed."""

from __future__ import annotations

from typing import Any

import pytest

from rules.choice import Gain, Prompt, walk
from rules.game import conversation, read
from rules.ishtar import GAME
from rules.ishtar.choices import ALL_FREE, GREEN_IS_PAID
from rules.ishtar.labels import tree_name
from rules.ishtar.parts import TREES, Gems
from rules.ishtar.state import Select, State
from rules.legal import legal_paths
from rules.typed import complete
from tests.ishtar.positions import asked, asks, first_spot, gains, having, labels, offered, position, refusal
from tests.ishtar.reference_game import END, PLACING, SELECTING, SET_UP, SETUP_MOVES, TURN_MOVES, moment

WHOLE = "b left e9 m3 pp w tree-21 e10 done"


def asking(state: State) -> Prompt[Any]:
    """Return the first question."""
    prompt = walk(conversation(GAME, state, state.turn), ()).prompt
    assert prompt is not None
    return prompt


def questions(state: State, text: str) -> list[str]:
    words = text.split()
    return [asks(state, " ".join(words[:depth])) for depth in range(len(words))]


def test_r6_2_the_questions_of_selecting() -> None:
    assert questions(moment(SELECTING[3]), "stack-1 pp") == ["stack", "payment"]
    assert asked(moment(SELECTING[3]), "stack-5") is None


def test_r3_2_only_the_first_turn_notes_that_stacks_are_free() -> None:
    later = moment(SELECTING[3])
    notes = [asking(state).note for state in (moment(SELECTING[1]), later, having(later, later.turn, gems=""))]
    assert notes == [ALL_FREE, None, None]


def test_r6_4_the_questions_of_placing() -> None:
    assert questions(moment(PLACING[2]), WHOLE) == [
        "fountain",
        "turn",
        "anchor",
        "symbol",
        "mastery_payment",
        "colour",
        "tree",
        "pawn",
        "tree",
    ]


def test_r6_4_the_questions_of_the_other_masteries() -> None:
    state = having(position("bar-12 f4 x0", "tri-8"), gems="4p")
    spot = first_spot(state)
    assert asks(state, f"{spot} m1 pp") == "reserve"
    assert asks(state, f"{spot} m4 pp") == "bloom"
    first = offered(state, f"{spot} m5 pp")[0]
    assert asks(state, f"{spot} m5 pp {first}") == "bloom_beside"
    assert asks(state, f"{spot} m2 pp") == "tree"


@pytest.mark.parametrize(("gems", "choice"), [("", False), ("1p", True)])
def test_r6_4_question_tells_the_payment_where_there_is_a_choice(gems: str, choice: bool) -> None:
    state = having(position("bar-12 f4 x0", "tri-8"), gems=gems)
    for mastery in ("m1", "m3", "m4"):
        unlocked = f"{first_spot(state)} {mastery}"
        prompt = asked(state, f"{unlocked} {offered(state, unlocked)[0]}")
        assert prompt is not None
        assert (prompt.note == GREEN_IS_PAID) == choice, mastery


def test_r6_2_labels_of_stacks() -> None:
    assert labels(moment(SELECTING[3])) == {
        "stack-5": "stack 5 · free",
        "stack-6": "stack 6 · 1 purple",
        "stack-1": "stack 1 · 2 purple",
    }
    assert labels(moment(SELECTING[3]), "stack-1") == {"pp": "2 purple"}


def test_r6_4_labels_show_gems_and_points() -> None:
    state = moment(PLACING[3])
    assert list(labels(state).values()) == ["A", "B", "C", "D"]
    assert list(labels(state, "a").values()) == ["→", "↘", "↙", "←", "↖", "↗"]
    assert labels(state, "a right")["i5"] == "i5 · 1 red"
    grown = position("tri-13 g5 x0; @g5 0", "tri-12")
    assert labels(grown, "a right")["h6"] == "h6 · 1 purple"
    assert gains(grown, "a right")["h6"] == Gain(2)
    second = moment(PLACING[2])
    assert labels(second, "b left e9 m3") == {"pp": "2 purple", "pr": "1 purple, 1 red"}
    assert labels(second, "b left e9 m3 pp") == {"p": "3 purple", "r": "3 red", "w": "3 white"}
    assert labels(second, "b left e9 m3 pp w")["tree-21"] == "tree: 1 red, 2 white"
    assert gains(second, "b left e9 m3 pp w")["tree-21"] == Gain(9)
    assert labels(second, "b left e9 m1 pp")["tree-13"] == "tree: 2 white"


def test_r6_4_labels_of_blooming_cells() -> None:
    state = having(position("tri-13 g5 x0; @g5 0; bar-12 i5 x0", "bar-6"), gems="2p")
    spot = first_spot(state)
    assert labels(state, f"{spot} m4 pp")["h5"] == "h5 · bed of 7 flowers"
    assert gains(state, f"{spot} m4 pp")["h5"] == Gain(5)
    assert labels(state, f"{spot} m5 pp")["h5"] == "h5 · with i6"
    assert gains(state, f"{spot} m5 pp h5")["i6"] == Gain(4)


def test_r6_4_labels_warn_of_rivals_gains_and_lost_symbols() -> None:
    state = position("tri-13 g5 x0; @g5 1", "tri-2")
    assert labels(state, "a right")["h6"] == "h6 · 1 purple · letter unusable"
    assert gains(state, "a right")["h6"] == Gain(0, ((1, 1),))
    assert gains(state, "b right")["b8"] is None
    assert "unusable" not in labels(state, "b right")["b8"]
    poor = labels(having(position("", "tri-6"), gems="", assistants=0), "a right")
    assert poor["g5"] == "g5 · 1 purple · letter unusable"


def test_r6_4_labels_of_a_token_name_the_owner_of_the_bed() -> None:
    state = having(position("tri-13 g5 x0; @g5 1", "tri-6"), gems="2p")
    assert labels(state, "b right b8 m4 pp") == {
        "b9": "b9 · bed of 4 flowers",
        "c9": "c9 · bed of 4 flowers",
        "h5": "h5 · bed of 5 flowers · bed of Seat 2",
    }
    assert gains(state, "b right b8 m4 pp")["h5"] == Gain(0, ((1, 3),))


def test_r6_4_words_on_buttons_stay_short() -> None:
    """Every label but those of cells is short, even the longest."""
    poor = having(position("", "tri-8"), gems="9p 9r 9w")
    spot = first_spot(poor)
    paths = ("", spot.split()[0], spot, f"{spot} m1", f"{spot} m1 pp", f"{spot} m3 pp", f"{spot} m2 pp")
    found = [label for path in paths for label in labels(poor, path).values()]
    assert max(map(len, [*found, *map(str, map(tree_name, TREES))])) <= 30


def test_r6_4_later_questions_see_the_earlier_answers() -> None:
    state = moment(PLACING[2])
    assert offered(state, "b left e9 m3 pp w") == ["tree-9", "tree-13", "tree-21", "done"]
    assert asked(state, "b left e9 done") is None
    assert offered(state, "b left e9 m3 pp w tree-21 e10") == ["done"]
    assert "e10" in offered(state, "b left e9 m3 pp w tree-21")


def test_r6_4_the_order_of_the_cells() -> None:
    for number in (PLACING[1], PLACING[4]):
        keys = offered(moment(number), "a right")
        assert keys == sorted(keys, key=lambda key: (key[0], int(key[1:])))
    assert offered(moment(PLACING[2]), "b left e9 m3 pp w tree-21") == ["e10", "h5"]


def test_r6_5_the_forms_of_the_questions() -> None:
    words = WHOLE.split()
    forms = [prompt.form for depth in range(len(words)) if (prompt := asked(moment(PLACING[2]), " ".join(words[:depth])))]
    assert forms == ["tabs", "tabs", "places", "words", "tabs", "words", "words", "places", "words"]


def test_r6_5_sizes() -> None:
    assert max(len(offered(moment(PLACING[1]), f"{water} right")) for water in "abcd") <= 15
    rich = having(position(), gems="4p 4r 4w")  # the can is on stack 1
    assert offered(rich) == ["stack-2", "stack-3", "stack-4", "stack-5", "stack-6"]
    assert [len(offered(rich, f"stack-{cost + 2}")) for cost in range(1, 5)] == [3, 6, 10, 15]


@pytest.mark.parametrize("number", range(len(SETUP_MOVES + TURN_MOVES)))
def test_r6_3_the_examples_are_read_and_completed(number: int) -> None:
    state, line = moment(number), (SETUP_MOVES + TURN_MOVES)[number]
    (seat,) = GAME.to_act(state)
    at_end = read(GAME, state, seat, line)
    assert (at_end.prompt, " ".join(at_end.path)) == (None, line)
    if seat >= 0:
        assert line in [each.line for each in complete(conversation(GAME, state, seat), line)]


def test_r6_4_forced_answers_may_be_left_out() -> None:
    assert read(GAME, moment(PLACING[2]), 1, "b left e9 m3 pp w tree-21 e10").path[-1] == "done"
    assert read(GAME, moment(SELECTING[3]), 0, "stack-1").action == Select(0, Gems(2, 0, 0))
    assert refusal(moment(PLACING[2]), "b left e9 m3 w") == "You must pay 2 gems."


def test_r6_4_m3_with_forced_payment() -> None:
    state = having(position("", "tri-6"), gems="1p")
    assert offered(state, "a right g5 m3") == ["pp"]
    assert read(GAME, state, 0, "a right g5 m3 w tree-13 h5 done").path[4:6] == ("pp", "w")
    assert read(GAME, state, 0, "a right g5 m4 h5 done").path[4:6] == ("pp", "h5")
    assert read(GAME, state, 0, "a right g5 m1 tree-9 done").path[4:6] == ("pp", "tree-9")


def test_r6_4_words_are_read_by_unique_beginnings() -> None:
    assert read(GAME, moment(PLACING[1]), 0, "A RIGHT G5 A").path == ("a", "right", "g5", "assistant", "done")
    assert refusal(moment(PLACING[2]), "b left e9 m3 pp w tree").startswith("“tree” could mean tree-9, tree-13, tree-21.")


@pytest.mark.parametrize("number", [PLACING[2], PLACING[4]])
def test_r8_1_every_answer_can_be_completed(number: int) -> None:
    state = moment(number)
    (seat,) = GAME.to_act(state)
    for spot in [f"{water} right" for water in offered(state)]:
        for path in legal_paths(conversation(GAME, state, seat), (*spot.split(), offered(state, spot)[0])):
            assert walk(conversation(GAME, state, seat), path).action is not None


def test_r6_6_actions_end_where_something_is_revealed() -> None:
    assert moment(SET_UP + 3).phase == "reveal"
    assert moment(SET_UP + 5).phase == "refill"
    assert moment(END).phase == "select"
