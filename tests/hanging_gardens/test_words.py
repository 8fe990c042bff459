"""R10.8: the board in words."""

from __future__ import annotations

from dataclasses import replace

from rules.hanging_gardens import GAME
from rules.hanging_gardens.garden import top
from rules.hanging_gardens.words import summary
from tests.hanging_gardens.positions import at, board, displayed, position
from tests.hanging_gardens.reference_game import end, moment

GARDENS = (
    """\
 19: m o, n F, o o, p A, q o
 20: m F temple, n A, o A temple, p o, q P
 21: m F, n T, o o, p T, q T
 22: m o, n T temple, o o, p P temple, q o
 23: m o, n A, o F, p o, q F
 24: n o, o o, p P, q o
 25: p o, q o
 Free groups: T 2 (p21 q21). With temple: F 2 (m20 m21), A 2 (n20 o20), T 2 (n21 n22), P 1 (p22).""",
    """\
 19: o o, p o
 20: l o, m P, n o, o F, p A
 21: l P, m o, n P temple, o o, p P temple, q o
 22: l P, m F, n F, o F temple, p o, q P, r P, s P, t o
 23: l o, m o, o F, p T, q o, r o, s o, t o
 24: p T temple, q T, r A, s o
 Free groups: P 3 (q22 r22 s22), P 2 (l21 l22). With temple: F 4 (m22 n22 o22 o23), T 3 (p23 p24 q24), \
P 1 (n21), P 1 (p21).""",
)
HEAD = "ound 7 of 15. Flower: Seat 1. Cards left 32, tiles in the stacks 35."
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
    assert board(moment(7, 1))[1] == "To move: Seat 1."


def test_r10_8_v29_the_open_cards() -> None:
    line = board(moment(7, 1))[2]
    assert line.startswith("Open cards, rows from the top:")
    assert [line.find(card) for card in CARDS] == sorted(line.find(card) for card in CARDS)
    assert all(card in line for card in CARDS)


def test_r10_8_v29_the_tiles_by_column() -> None:
    line = board(moment(7, 1))[3]
    for column, (size, tiles) in enumerate(zip((3, 4, 5), TILES, strict=True), start=1):
        assert f"olumn {column} (from {size}): {tiles}." in line


def test_r10_8_v29_both_gardens_row_by_row() -> None:
    lines = "\n".join(board(moment(7, 1)))
    for garden in GARDENS:
        assert garden in lines
    assert lines.index("Seat 1: 1 temple") < lines.index(GARDENS[0]) < lines.index("Seat 2: 1 temple") < lines.index(GARDENS[1])


def test_r10_8_v29_the_seats() -> None:
    lines = board(moment(7, 1))
    assert "Seat 1: 1 temple in hand, 4 tiles. Last card: g4 up at p23." in lines
    assert "Seat 2: 1 temple in hand, 4 tiles. Last card: j2 up at r22." in lines


def test_r10_8_words_show_the_board() -> None:
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
    of_seats = [line for line in board(state) if line.startswith("Seat ")]
    assert lines == [board(state)[0], *of_seats, *board(state)[2:4]]
    assert len("\n".join(lines)) <= 1024


def test_r10_8_empty_places_slots_and_gardens() -> None:
    state = displayed(position("", "a1 - b1"), "- - tiger - - -")
    lines = board(state)
    assert "card-1 a1" in lines[2]
    assert "card-3 b1" in lines[2]
    assert "card-2" not in lines[2]
    assert "olumn 1 (from 3): none." in lines[3]
    assert "olumn 2 (from 4): tile-3 tiger 2/6/14." in lines[3]
    assert [line for line in lines if line.startswith(" Free")][-1] == " Free groups: 0. With temple: 0."
    assert "Only the start card so far, at m20." in lines[4]


def test_r10_8_own_tiles_and_points_in_the_own_board_only() -> None:
    state = moment(7, 1)
    mine = board(state, 0)
    king, statue = "king 1 of 2: 4 points (next king: +6)", "statue 1 of 3: 1 point (next statue: +2)"
    held = f"{king}, {statue}, chalice 1 of 5: 1 point (next chalice: +2), handler: 3 points"
    assert [tiles for tiles in mine if tiles.startswith(" Tiles:")] == [f" Tiles: {held}."]
    assert "9 points" in mine[4]
    assert not [line for line in board(state) if line.startswith(" Tiles:") or (line.startswith("Seat") and "points" in line)]
    assert "17 points" in "".join(line for line in board(state, 1) if line.startswith("Seat 2"))


def test_r10_8_no_more_tiles_are_promised_than_there_are() -> None:
    state = replace(moment(7, 1), taken=(("queen",) * 4 + ("gate",) * 7, ("gate",)))
    assert " Tiles: queen 4 in sets of 2: 30 points, gate 7 in sets of 4: 37 points (next gate: +13)." in board(state, 0)
    state = replace(state, taken=(("queen",) * 2, ()))
    assert " Tiles: queen 2 of 2: 15 points (next queen: +1)." in board(state, 0)
    state = replace(state, taken=(("gate",) * 8, ()))
    assert " Tiles: gate 8 in sets of 4: 50 points." in board(state, 0)


def test_r10_8_open_tiles_are_shown_to_all() -> None:
    state = moment(7, 1, "open-tiles")
    assert len([line for line in board(state) if line.startswith(" Tiles:")]) == 2


def test_r10_8_fives_are_told() -> None:
    state = replace(position("", "a1"), fives=(2, 0))
    assert "2 × 5 points instead" in board(state)[4]
    assert "fives" not in "\n".join(board(position("", "a1")))


def test_r10_8_at_the_end_nobody_is_to_act_and_points_are_told() -> None:
    lines = board(end())
    assert lines[1:3] == ["The game is over.", "Seat 1 wins with 67 points."]
    assert [line for line in lines if line.startswith("Seat") and ":" in line] == [
        "Seat 1: 0 temples in hand, 15 tiles, 67 points. Last card: f4 left at q18.",
        "Seat 2: 0 temples in hand, 14 tiles, 65 points. Last card: g1 left at r24.",
    ]


def test_r10_8_legend_explains_only_signs_that_occur() -> None:
    bare = board(displayed(position("", "a1"), "- - guard - - gardener"))
    assert bare[-3] == "T terrace · o ground"
    assert bare[-1].endswith(
        "lets you take a tile from that column. 3/11: a person's points without and with a full set of the series in brackets. "
        "3×: points for each tile of the series in brackets."
    )
    assert "tile-3 guard 3× (gate)" in bare[3]
    assert board(moment(7, 1))[-3].endswith("F fountain · o ground · temple: a temple stands there")
