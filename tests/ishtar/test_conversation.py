"""Section 6: what is asked, in which order, and what may be typed."""

from __future__ import annotations

import pytest

from rules.choice import legal_paths, walk
from rules.game import conversation, read
from rules.ishtar import GAME
from rules.ishtar.parts import Gems
from rules.ishtar.state import Select, State
from rules.typed import complete
from tests.ishtar.positions import asked, asks, having, labels, offered, position, refusal
from tests.ishtar.worked import BARE, END, MOVES, PLACE, SELECT, SETUP, moment

WHOLE = "e9 x3 m3 pp w tree-21 e10 done"


def questions(state: State, text: str) -> list[str]:
    words = text.split()
    return [asks(state, " ".join(words[:depth])) for depth in range(len(words))]


def test_r6_2_the_questions_of_selecting() -> None:
    assert questions(moment(SELECT[3]), "stack-1 pp") == ["stack", "payment"]
    assert asked(moment(SELECT[3]), "stack-5") is None


def test_r6_4_the_questions_of_placing() -> None:
    assert questions(moment(PLACE[2]), WHOLE) == [
        "anchor",
        "turn",
        "symbol",
        "mastery_payment",
        "colour",
        "tree",
        "pawn",
        "tree",
    ]


def test_r6_4_the_questions_of_the_other_masteries() -> None:
    state = having(position("bar-12 f4 x0", "tri-8"), gems="4p")
    spot = f"{offered(state)[0]} {offered(state, offered(state)[0])[0]}"
    assert asks(state, f"{spot} m1 pp") == "reserve"
    assert asks(state, f"{spot} m4 pp") == "bloom"
    first = offered(state, f"{spot} m5 pp")[0]
    assert asks(state, f"{spot} m5 pp {first}") == "bloom_beside"
    assert asks(state, f"{spot} m2 pp") == "tree"


def test_r6_2_labels_of_stacks() -> None:
    assert labels(moment(SELECT[3])) == {
        "stack-5": "stack-5 · vee g 1M 1 · free · 5 left",
        "stack-6": "stack-6 · tri 2M g g · one gem · 5 left",
        "stack-1": "stack-1 · bar g 1A g · 2 gems · 5 left",
    }
    assert labels(moment(SELECT[3]), "stack-1") == {"pp": "2p · you keep no gems"}


def test_r6_4_labels_say_what_an_option_brings() -> None:
    state = moment(PLACE[3])
    assert labels(state)["f6"] == "f6 · 2 ways round · up to 1r · can enlarge your bed"
    assert labels(state, "i5")["x0"] == "x0 · i4 i5 i6 · 1r · fountain g4"
    grown = position("tri-13 g5 x0; @g5 0", "tri-12")
    assert labels(grown, "h6")["x0"] == "x0 · h6 h7 i7 · 1p · fountain g4 · +2 points"
    second = moment(PLACE[2])
    assert labels(second, "e9 x3 m3 pp") == {
        "p": "purple · 3 of the 21 in the supply · you would have 3p 1r",
        "r": "red · 3 of the 20 in the supply · you would have 4r",
        "w": "white · 3 of the 16 in the supply · you would have 1r 3w",
    }
    assert labels(second, "e9 x3 m3 pp w")["tree-21"] == "tree-21 · 9 points for 1r 2w · you keep 1w"
    assert labels(second, "e9 x3 m1 pp")["tree-13"] == "tree-13 · costs 2w · 7 points"


def test_r6_4_labels_of_blooming_cells() -> None:
    state = having(position("tri-13 g5 x0; @g5 0; bar-12 i5 x0", "bar-6"), gems="2p")
    spot = f"{offered(state)[0]} {offered(state, offered(state)[0])[0]}"
    assert labels(state, f"{spot} m4 pp")["h5"] == "h5 · bed of 7 flowers · +5 points"
    assert labels(state, f"{spot} m5 pp")["h5"] == "h5 · with i6"
    assert labels(state, f"{spot} m5 pp h5")["i6"] == "i6 · bed of 6 flowers · +4 points"


def test_r6_4_labels_of_cells_without_gems() -> None:
    found = labels(position("tri-13 g5 x0; @g5 1", "tri-2"))
    assert found["h4"] == "h4 · 2 ways round · no gems · bed of player 2 · symbol unusable"


def test_r6_4_labels_tell_what_serves_another_and_loses_the_symbol() -> None:
    state = position("tri-13 g5 x0; @g5 1", "tri-2")
    assert labels(state)["h6"] == "h6 · 3 ways round · up to 1p 1r · bed of player 2 · symbol unusable"
    assert labels(state, "h6")["x0"] == "x0 · h6 h7 i7 · 1p · fountain g4 · bed of player 2 · symbol unusable"
    away = labels(state)["b8"]
    assert "player" not in away
    assert "unusable" not in away
    poor = labels(having(position("", "tri-6"), gems="", assistants=0), "g5")
    assert poor["x0"] == "x0 · g5 g6 h5 · 1p · fountain g4 · symbol unusable"


def test_r6_4_labels_of_a_token_tell_whose_bed_grows() -> None:
    state = having(position("tri-13 g5 x0; @g5 1", "tri-6"), gems="2p")
    assert labels(state, "b8 x0 m4 pp") == {
        "b9": "b9 · bed of 4 flowers",
        "c9": "c9 · bed of 4 flowers",
        "h5": "h5 · bed of 5 flowers · bed of player 2",
    }


def test_r6_4_labels_stay_short() -> None:
    """Where two others are served, points are lost and the symbol is, too."""
    state = position("bar-8 f4 x0; @f4 0; tri-7 h3 x0; @h3 1", "vee-9", seats=3, turn=2)
    poor = having(state, 2, gems="", assistants=0)
    found = [*labels(poor).values(), *(label for anchor in offered(poor) for label in labels(poor, anchor).values())]
    assert any("beds of players 1, 2" in label for label in found)
    assert max(map(len, found)) <= 80


def test_r6_4_the_tile_is_told_with_the_question() -> None:
    prompt = asked(moment(PLACE[4]))
    assert prompt
    assert str(prompt.note) == "Your tile is vee-13 (1A g g); cell 1 is its elbow."


def test_r6_4_later_questions_see_the_earlier_answers() -> None:
    state = moment(PLACE[2])
    assert offered(state, "e9 x3 m3 pp w") == ["tree-9", "tree-13", "tree-21", "done"]
    assert offered(state, "e9 x3 skip") == ["done"]
    assert offered(state, "e9 x3 m3 pp w tree-21 e10") == ["done"]
    assert "e10" in offered(state, "e9 x3 m3 pp w tree-21")


def test_r6_4_the_order_of_the_cells() -> None:
    for number in (PLACE[1], PLACE[4]):
        keys = offered(moment(number))
        assert keys == sorted(keys, key=lambda key: (key[0], int(key[1:])))
    assert offered(moment(PLACE[2]), "e9 x3 m3 pp w tree-21") == ["e10", "h5"]


def test_r6_5_cells_are_marked_for_menus_by_their_letters() -> None:
    words = WHOLE.split()
    marked = [
        prompt.form == "places" for depth in range(len(words)) if (prompt := asked(moment(PLACE[2]), " ".join(words[:depth])))
    ]
    assert marked == [True, False, False, False, False, False, True, False]


def test_r6_5_sizes() -> None:
    assert len(offered(moment(PLACE[1]))) <= 142
    rich = having(position(), gems="4p 4r 4w")  # the can is on stack 1
    assert offered(rich) == ["stack-2", "stack-3", "stack-4", "stack-5", "stack-6"]
    assert [len(offered(rich, f"stack-{cost + 2}")) for cost in range(1, 5)] == [3, 6, 10, 15]


@pytest.mark.parametrize("number", range(len(SETUP + MOVES)))
def test_r6_3_the_examples_are_read_and_completed(number: int) -> None:
    state, line = moment(number), (SETUP + MOVES)[number]
    (seat,) = GAME.to_act(state)
    at_end = read(GAME, state, seat, line)
    assert (at_end.prompt, " ".join(at_end.path)) == (None, line)
    if seat >= 0:
        assert line in [each.line for each in complete(conversation(GAME, state, seat), line)]


def test_r6_4_forced_answers_may_be_left_out() -> None:
    assert read(GAME, moment(PLACE[2]), 1, "e9 x3 m3 pp w tree-21 e10").path[-1] == "done"
    assert read(GAME, moment(SELECT[3]), 0, "stack-1").action == Select(0, Gems(2, 0, 0))
    assert refusal(moment(PLACE[2]), "e9 x3 m3 w") == "2 gems are to be paid."


def test_r6_4_m3_with_forced_payment() -> None:
    state = having(position("", "tri-6"), gems="1p")
    assert offered(state, "g5 x0 m3") == ["pp"]
    assert read(GAME, state, 0, "g5 x0 m3 w tree-13 h5 done").path[3:5] == ("pp", "w")
    assert read(GAME, state, 0, "g5 x0 m4 h5 done").path[3:5] == ("pp", "h5")
    assert read(GAME, state, 0, "g5 x0 m1 tree-9 done").path[3:5] == ("pp", "tree-9")


def test_r6_4_words_are_read_by_unique_beginnings() -> None:
    assert read(GAME, moment(PLACE[1]), 0, "G5 X0 A").path == ("g5", "x0", "assistant", "done")
    assert refusal(moment(PLACE[2]), "e9 x3 m3 pp w tree").startswith("“tree” could mean tree-9, tree-13, tree-21.")


@pytest.mark.parametrize("number", [PLACE[2], PLACE[4]])
def test_r8_1_every_answer_can_be_completed(number: int) -> None:
    state = moment(number)
    (seat,) = GAME.to_act(state)
    for anchor in offered(state)[::24]:
        for path in legal_paths(conversation(GAME, state, seat), (anchor,)):
            assert walk(conversation(GAME, state, seat), path).action is not None


def test_r6_6_actions_end_where_something_is_revealed() -> None:
    assert moment(BARE + 3).phase == "reveal"
    assert moment(BARE + 5).phase == "refill"
    assert moment(END).phase == "select"
