"""R10.6: the board in words."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from rules.ishtar import GAME
from rules.text import seat_name, story, tell
from tests.ishtar.greedy import play_greedily
from tests.ishtar.positions import board, dealt, having, position
from tests.ishtar.reference_game import END, PLACING, SETUP_MOVES, moment

WORKED = """\
Turn 5, Seat 1 to move. Shifted rows: b d f h j l n.
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
The watering can is on stack 2.
Stack 1, straight, 4 left: grass, 1 flower with assistant, 2 flowers.
Stack 2, bent, 4 left: face down.
Stack 3, triangular, 4 left: 1 flower with assistant, 2 flowers, grass.
Stack 4, straight, 4 left: 1 flower, 1 flower with mastery, 1 flower.
Stack 5, bent, 5 left: grass, 1 flower with mastery, 1 flower.
Stack 6, triangular, 5 left: 2 flowers with mastery, grass, grass.
Open tree-9: 6 points for 1 red, 1 white.
Open tree-13: 7 points for 2 white.
Open tree-17: 8 points for 1 purple, 2 white.
Open tree-26: 17 points for 2 purple, 2 red, 3 white.
Open tree-3: 4 points for 1 purple, 1 red.
Tree pawns left: 19; tree cards: 20.
Supply: 23 purple, 21 red, 15 white.
Seat 1, 7 points: 1 red; no assistant; 2 more on the carpet.
Seat 2, 1 point plus trees: 1 purple, 1 white; 1 assistant; 2 more on the carpet; mastery 3 (2 purple); 1 tree.
Fountain A at g4: Seat 1, flower cells 3 to 1.
Fountain B at d9: nobody.
Fountain C at k10: nobody.
Fountain D at g14: nobody.
. sand · # engraved stone · , grass · ^ tree · p rock: purple gem · r rock: red gem · w rock: white gem · \
P4 fountain: 4 points · R6 fountain: 6 points · W8 fountain: 8 points · 1 to 4: flowers · \
@1 assistant of Seat 1 · @2 assistant of Seat 2
A line of the map begins with the name of its first cell; the numbers rise by one. \
Shifted rows lie half a cell to the right: cell 4 there touches 4 and 5 of the rows above and below.
Each tile lists its cells 1, 2 and 3. The gems on a mastery are in brackets; the short rules say what it does. \
Points of planted trees are secret until the end."""
CODES = re.compile(r"\b([0-9]+[prw]|[prw]{2,}|(bar|vee|tri)-?[0-9]*|x[0-5]|[0-4][AMJ]|m[a-e])\b")
BRIEFLY = """\
Turn 5.
Seat 1, 7 points: 1 red; no assistant; fountain A.
Seat 2, 1 point plus trees: 1 purple, 1 white; 1 assistant; mastery 3; 1 tree.
The watering can is on stack 2. Stacks: 1 straight, 3 flowers, assistant; 2 bent, face down; 3 triangular, 3 flowers, assistant; \
4 straight, 3 flowers, mastery; 5 bent, 2 flowers, mastery; 6 triangular, 2 flowers, mastery.
Trees: 6 for 1 red, 1 white; 7 for 2 white; 8 for 1 purple, 2 white; 17 for 2 purple, 2 red, 3 white; 4 for 1 purple, 1 red."""


def test_r10_6_the_reference_game_after_turn_4() -> None:
    assert "\n".join(board(moment(END))) == WORKED


def test_r10_6_own_cards_and_points() -> None:
    own = "Seat 2, 10 points: 1 purple, 1 white; 1 assistant; 2 more on the carpet; mastery 3 (2 purple); 1 tree (9 points)."
    assert own in board(moment(END), 1)


def test_r10_6_before_the_map() -> None:
    lines = board(moment(0))
    assert lines[0] == "Turn 1, before the next draw."
    assert lines[1:] == [
        "Tree pawns left: 20; tree cards: 26.",
        "Supply: 48 purple, 38 red, 26 white.",
        "Seat 1, 0 points: 1 purple; 2 assistants; 2 more on the carpet.",
        "Seat 2, 0 points: 1 purple; 2 assistants; 2 more on the carpet.",
    ]


def test_r10_6_fountains_not_yet_dealt() -> None:
    assert [line.count("?") for line in board(moment(2)) if line[0] in "dgk"] == [1, 2, 1]


@pytest.mark.parametrize("number", range(len(SETUP_MOVES)))
def test_r10_6_the_set_up_is_described_at_every_step(number: int) -> None:
    assert all(board(moment(number)))


def test_r10_6_to_place() -> None:
    assert board(moment(PLACING[4]))[0].startswith(
        "Turn 4, Seat 2 to place a tile: bent (1 flower with assistant, grass, grass)."
    )
    lost = replace(position("tri-12 g5 x0"), phase="place")
    assert "to plant trees; the tile did not fit." in board(lost)[0]


def test_r10_6_empty_stacks_tokens_and_reserves() -> None:
    state = having(position("tri-13 g5 x0; @g5 0; *h5 1"), reserved=26, masteries="m1:pr")
    stacks = (state.stacks[0], state.stacks[1]._replace(hidden=0, top=None), *state.stacks[2:])
    lines = board(replace(state, stacks=stacks))
    assert "Stack 2, bent: empty." in lines
    reserve = "tree-26 reserved (17 points for 2 purple, 2 red, 3 white)"
    assert f"Seat 1, 9 points: 1 purple; 2 assistants; 2 more on the carpet; mastery 1 (1 purple, 1 red); {reserve}." in lines
    assert [line for line in lines if line.startswith("h1: r . . . 3 .")]
    assert "Tree pawns left: 19; tree cards: 21." in lines


def test_r10_6_a_shared_fountain() -> None:
    lines = board(position("bar-8 f4 x0; @f4 0; tri-7 h3 x0; @h3 1"))
    assert "Fountain A at g4: Seat 1, Seat 2, flower cells 3 to 3." in lines
    assert "Fountain B at d9: nobody." in lines


def test_r10_6_at_the_end() -> None:
    state = replace(position("tri-13 g5 x0"), phase="over", turns=20)
    assert board(state)[0].startswith("The game is over after 20 turns.")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r10_6_short_enough_for_a_message(seats: int) -> None:
    for seed in range(4):
        assert len("\n".join(board(dealt(seats, seed=seed)))) < 3500


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r10_6_every_cell_is_described(seats: int) -> None:
    for seed in range(6):
        rows = [line.split(": ") for line in board(dealt(seats, seed=seed)) if line[1:2].isdigit()]
        assert sum(len(cells.split()) for _, cells in rows) == 37 * (seats + 2)


def test_r10_6_summary_is_the_board_without_the_map() -> None:
    assert story(GAME.summary(GAME.view(moment(END), None)), seat_name) == BRIEFLY


def test_r10_6_only_one_seat_at_a_fountain() -> None:
    assert "Fountain A at g4: Seat 2." in board(position("tri-13 g5 x0; @g5 1"))


def test_r10_6_no_codes() -> None:
    """No sentence has a code of gems, tiles, turns or faces."""
    for move in play_greedily(3, frozenset({"open-trees"}), Random(5)):
        view = GAME.view(move.step.state, None)
        told = [*GAME.summary(view), *(text for text in GAME.describe(view) if not re.match("[a-z][0-9]", str(text)))]
        told += [event.text for event in move.step.events]
        assert not CODES.search(" ".join(map(str, told)))


@pytest.mark.short("0")
@pytest.mark.parametrize("seed", range(3))
def test_r10_6_the_summary_stays_short_with_long_names(seed: int) -> None:
    """It must fit into a picture's description, together with the title."""
    names = [letter * 32 for letter in "ABCD"]
    for move in play_greedily(4, frozenset({"open-trees"}), Random(seed), whim=bool(seed)):
        lines = [str(GAME.title), *(tell(line, names.__getitem__) for line in GAME.summary(GAME.view(move.step.state, None)))]
        assert len("; ".join(lines)) <= 1024


def test_r10_6_the_last_round_is_named() -> None:
    state = replace(moment(END), ending=True)
    sentence = "Last round: Seat 2 ends it."
    assert board(state)[1] == sentence
    assert str(GAME.summary(GAME.view(state, None))[1]) == sentence
    assert sentence not in board(moment(END))
    assert sentence not in board(replace(state, phase="over"))
