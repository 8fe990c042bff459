"""R10.6: the board in words."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from rules.ishtar import GAME
from rules.text import seat_name, story, tell
from tests.ishtar.keen import play_keenly
from tests.ishtar.positions import board, dealt, having, position
from tests.ishtar.worked import END, PLACE, SETUP, moment

WORKED = """\
Turn 5, Seat 1 to select. Shifted rows: b d f h j l n.
a8: p . # .
b7: . . r . .
c7: p w . . w .
d2: p . . # # . . R6 . p .
e2: # w . . . r 1 1 ^ r . p w . p
f1: r . . . w . . . . . # r . . . .
g1: p p . P4 1@1 1 r , w p r # . W8 . . r
h1: r . . . , , 1@2 . p w # . p . p . #
i2: . r , , 1@1 p # . . . . . . r . #
j2: p # p p . . r . . r r p . p .
k6: # r . . P4 p p p . . w
l6: p . . . . .
m7: . p r . .
n7: w p # w
Can on 2. 1 bar 4 left: g 1A 2 | 2 vee 4 left: hidden | 3 tri 4 left: 1A 2 g | 4 bar 4 left: 1 1M 1 | 5 vee 5 left: g 1M 1 \
| 6 tri 5 left: 2M g g.
Trees: 9 (1r1w) 6, 13 (2w) 7, 17 (1p2w) 8, 26 (2p2r3w) 17, 3 (1p1r) 4. Pawns left 19, deck 20.
Seat 1: 1r, assistants 0, masteries -, cards 0, 7 points.
Seat 2: 1p 1w, assistants 1, masteries m3(pp), cards 1, 1 + trees.
Fountains: g4 player 1 (3 cells to 1), d9, k10, g14 nobody."""


def test_r10_6_the_worked_game_after_turn_4() -> None:
    assert "\n".join(board(moment(END))) == WORKED


def test_r10_6_own_cards_and_points() -> None:
    assert "Seat 2: 1p 1w, assistants 1, masteries m3(pp), cards 1 (21), 10 points." in board(moment(END), 1)


def test_r10_6_before_the_map() -> None:
    lines = board(moment(0))
    assert lines[0] == "Turn 1, the dealer to move. Shifted rows: -."
    assert lines[1] == "Can on -. -."
    assert lines[-1] == "Fountains: - nobody."


def test_r10_6_fountains_not_yet_dealt() -> None:
    assert [line.count("?") for line in board(moment(2)) if line[0] in "dgk"] == [1, 2, 1]


@pytest.mark.parametrize("number", range(len(SETUP)))
def test_r10_6_every_moment_of_the_set_up_can_be_told(number: int) -> None:
    assert all(board(moment(number)))


def test_r10_6_to_place() -> None:
    assert board(moment(PLACE[4]))[0].startswith("Turn 4, Seat 2 to place vee-13 (1A g g).")
    lost = replace(position("tri-12 g5 x0"), phase="place")
    assert "to place no tile." in board(lost)[0]


def test_r10_6_empty_stacks_tokens_and_reserves() -> None:
    state = having(position("tri-13 g5 x0; @g5 0; *h5 1"), reserved=26, masteries="m1:pr")
    stacks = (state.stacks[0], state.stacks[1]._replace(hidden=0, top=None), *state.stacks[2:])
    lines = board(replace(state, stacks=stacks))
    assert "| 2 vee empty |" in "\n".join(lines)
    assert "Seat 1: 1p, assistants 2, masteries m1(pr), reserve tree-26, cards 0, 9 points." in lines
    assert [line for line in lines if line.startswith("h1: r . . . 3 .")]
    assert "Pawns left 19" in "\n".join(lines)


def test_r10_6_a_shared_fountain() -> None:
    lines = board(position("bar-8 f4 x0; @f4 0; tri-7 h3 x0; @h3 1"))
    assert lines[-1] == "Fountains: g4 players 1, 2 (3 cells to 3), d9, k10, g14 nobody."


def test_r10_6_at_the_end() -> None:
    state = replace(position("tri-13 g5 x0"), phase="over", turns=20)
    assert board(state)[0].startswith("The game is over after 20 turns.")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r10_6_short_enough_for_a_message(seats: int) -> None:
    for seed in range(4):
        assert len("\n".join(board(dealt(seats, seed=seed)))) < 2000


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r10_6_every_cell_is_told(seats: int) -> None:
    for seed in range(6):
        rows = [line.split(": ") for line in board(dealt(seats, seed=seed)) if line[1:2].isdigit()]
        assert sum(len(cells.split()) for _, cells in rows) == 37 * (seats + 2)


def test_r10_6_summary_is_the_board_without_the_map() -> None:
    lines = story(GAME.summary(GAME.view(moment(END), None)), seat_name).splitlines()
    assert lines[0] == "Turn 5, Seat 1 to select."
    assert [line.split()[0] for line in lines[1:]] == ["Can", "Trees:", "Seat", "Seat", "Fountains:"]
    brief = "Seat 2: 1p 1w, assistants 1, masteries m3, cards 1, 1 + trees."
    assert set(lines) - set(board(moment(END))) == {lines[0], brief}


def test_r10_6_only_one_seat_at_a_fountain() -> None:
    assert board(position("tri-13 g5 x0; @g5 1"))[-1] == "Fountains: g4 player 2, d9, k10, g14 nobody."


@pytest.mark.parametrize("seed", range(3))
def test_r10_6_the_summary_stays_short_with_long_names(seed: int) -> None:
    """As a picture's description: a line each, joined by two characters, after the title."""
    names = [letter * 32 for letter in "ABCD"]
    for move in play_keenly(4, frozenset({"open-trees"}), Random(seed), whim=bool(seed)):
        lines = [GAME.title, *(tell(line, names.__getitem__) for line in GAME.summary(GAME.view(move.step.state, None)))]
        assert len("; ".join(lines)) <= 1024


def test_r10_6_the_last_round_is_told() -> None:
    state = replace(moment(END), ending=True)
    sentence = "Last round: Seat 2 ends it."
    assert board(state)[1] == sentence
    assert str(GAME.summary(GAME.view(state, None))[1]) == sentence
    assert sentence not in board(moment(END))
    assert sentence not in board(replace(state, phase="over"))
