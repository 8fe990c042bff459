"""R10.8: the board in words."""

from __future__ import annotations

from dataclasses import replace

from rules.hanging_gardens import GAME
from rules.hanging_gardens.garden import top
from rules.hanging_gardens.words import summary
from tests.hanging_gardens.positions import at, board, displayed, position
from tests.hanging_gardens.v29 import end, moment

GARDENS = (
    """\
 69: bm o, bn F, bo o, bp A, bq o
 70: bm F temple, bn A, bo A temple, bp o, bq P
 71: bm F, bn T, bo o, bp T, bq T
 72: bm o, bn T temple, bo o, bp P temple, bq o
 73: bm o, bn A, bo F, bp o, bq F
 74: bn o, bo o, bp P, bq o
 75: bp o, bq o
 Free groups: T 2 (bp71 bq71). With temple: F 2 (bm70 bm71), A 2 (bn70 bo70), T 2 (bn71 bn72), P 1 (bp72).""",
    """\
 69: bo o, bp o
 70: bl o, bm P, bn o, bo F, bp A
 71: bl P, bm o, bn P temple, bo o, bp P temple, bq o
 72: bl P, bm F, bn F, bo F temple, bp o, bq P, br P, bs P, bt o
 73: bl o, bm o, bo F, bp T, bq o, br o, bs o, bt o
 74: bp T temple, bq T, br A, bs o
 Free groups: P 3 (bq72 br72 bs72), P 2 (bl71 bl72). With temple: F 4 (bm72 bn72 bo72 bo73), T 3 (bp73 bp74 bq74), \
P 1 (bn71), P 1 (bp71).""",
)
HEAD = "ound 7 of 15. Flower: Seat 1. To act: Seat 1. Cards left 32, tiles in the stacks 35."
CARDS = (
    "card-1 e1 TP / oo / oo", "card-2 k4 Fo / Po / To", "card-3 l1 oT / Fo / oT", "card-4 o4 FT / PA / oo",
)  # fmt: skip
TILES = (
    "tile-1 gate 0/5/12/25, tile-2 garden 2/8/16",
    "tile-3 tiger 2/6/14, tile-4 gate",
    "tile-5 gate, tile-6 chalice 1/3/6/12/20",
)


def test_r10_8_v29_the_head() -> None:
    assert HEAD in board(moment(7, 1))[0]


def test_r10_8_v29_the_open_cards() -> None:
    line = board(moment(7, 1))[1]
    assert line.startswith("Open cards, rows from the top:")
    assert [line.find(card) for card in CARDS] == sorted(line.find(card) for card in CARDS)
    assert all(card in line for card in CARDS)


def test_r10_8_v29_the_tiles_by_column() -> None:
    line = board(moment(7, 1))[2]
    for column, (size, tiles) in enumerate(zip((3, 4, 5), TILES, strict=True), start=1):
        assert f"olumn {column} (from {size}): {tiles}." in line


def test_r10_8_v29_both_gardens_row_by_row() -> None:
    lines = "\n".join(board(moment(7, 1)))
    for garden in GARDENS:
        assert garden in lines
    assert lines.index("Seat 1: temples") < lines.index(GARDENS[0]) < lines.index("Seat 2: temples") < lines.index(GARDENS[1])


def test_r10_8_v29_the_seats() -> None:
    lines = board(moment(7, 1))
    assert "Seat 1: temples in hand 1, tiles 4. Last card: g4 up at bp73." in lines
    assert "Seat 2: temples in hand 1, tiles 4. Last card: j2 up at br72." in lines


def test_r10_8_the_words_say_what_lies_there() -> None:
    lines = board(end())
    (second,) = [nth for nth, line in enumerate(lines) if line.startswith("Seat 2:")]
    for garden, told in zip(end().gardens, (lines[:second], lines[second:]), strict=True):
        said: dict[tuple[int, int], str] = {}
        for row, squares in (line.split(": ") for line in told if line.lstrip()[:2].isdigit()):
            for word in squares.split(", "):
                column, letter, *temple = word.split()
                square = at(column + row.strip())
                assert bool(temple) == (square in garden.temples)
                said[square] = "." if letter == "o" else letter
        assert said == top(garden)


def test_r10_8_summary_for_a_short_board() -> None:
    state = moment(7, 1)
    lines = [str(line) for line in summary(GAME.view(state, None))]
    assert sorted(lines) == sorted(line for line in board(state) if not line.startswith(" "))
    assert len("\n".join(lines)) <= 1024


def test_r10_8_empty_places_slots_and_gardens() -> None:
    state = displayed(position("", "a1 - b1"), "- - tiger - - -")
    lines = board(state)
    assert "card-1 a1" in lines[1]
    assert "card-3 b1" in lines[1]
    assert "card-2" not in lines[1]
    assert "olumn 1 (from 3): none." in lines[2]
    assert "olumn 2 (from 4): tile-3 tiger 2/6/14." in lines[2]
    assert lines[-1] == " Free groups: none. With temple: none."
    assert "Last card: start up at bm70." in lines[3]


def test_r10_8_own_tiles_and_points_in_the_own_board_only() -> None:
    state = moment(7, 1)
    mine = board(state, 0)
    series = "king 1 of 2: 4 points (next 10), statue 1 of 3: 1 point (next 3), chalice 1 of 5: 1 point (next 3)"
    held = f"{series}, handler: 3 points"
    assert [tiles for tiles in mine if tiles.startswith(" Tiles:")] == [f" Tiles: {held}."]
    assert "points 9" in mine[3]
    assert not [line for line in board(state) if line.startswith(" Tiles:") or "points" in line]
    assert "points 17" in "".join(line for line in board(state, 1) if line.startswith("Seat 2"))


def test_r10_8_no_more_tiles_are_promised_than_there_are() -> None:
    state = replace(moment(7, 1), taken=(("queen",) * 4 + ("gate",) * 7, ("gate",)))
    assert " Tiles: queen 4 in sets of 2: 30 points, gate 7 in sets of 4: 37 points (next 50)." in board(state, 0)
    state = replace(state, taken=(("gate",) * 8, ()))
    assert " Tiles: gate 8 in sets of 4: 50 points." in board(state, 0)


def test_r10_8_open_tiles_are_shown_to_all() -> None:
    state = moment(7, 1, "open-tiles")
    assert len([line for line in board(state) if line.startswith(" Tiles:")]) == 2


def test_r10_8_fives_are_told() -> None:
    state = replace(position("", "a1"), fives=(2, 0))
    assert "fives 2" in board(state)[3]
    assert "fives" not in "\n".join(board(position("", "a1")))


def test_r10_8_at_the_end_nobody_is_to_act_and_points_are_told() -> None:
    lines = board(end())
    assert "To act: nobody." in lines[0]
    assert [line for line in lines if line.startswith("Seat")] == [
        "Seat 1: temples in hand 0, tiles 15, points 67. Last card: f4 left at bq68.",
        "Seat 2: temples in hand 0, tiles 14, points 65. Last card: g1 left at br74.",
    ]
