"""Tree cards: those open to all, a reserve, and how many are left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, Point, put, sprite
from render.fonts import write
from render.ishtar.cells import tree
from render.ishtar.emblems import medal
from render.ishtar.gems import draw_gems, gems_wide
from render.ishtar.signs import card
from render.layout import LEAST
from render.palette import CREAM, EARTH, GOLD, INK, mix
from rules.game import Seat
from rules.ishtar.parts import PAWNS, ROW, TREES
from rules.ishtar.state import View

CARD = (136, 152)
LEFT = 88  # pixels of how many are left
SPACE = 8
LEAF = (150, 188, 116)


@sprites.keep
def face(number: int, offered: bool, dim: bool) -> Picture:
    """A tree card: its points, and its cost in gems."""
    wide, high = CARD
    fill = mix(CREAM, EARTH, 0.18) if dim else CREAM
    piece = card(wide, high, fill, GOLD if offered else mix(LEAF, EARTH, 0.4), 7 if offered else 4).copy()
    cost, points = TREES[number]
    draw = ImageDraw.Draw(piece)
    put(piece, tree(60), (34, 46))
    write(draw, (wide - 12, 46), str(points), 54 if points < 10 else 46, INK, anchor="r")
    size, font, gap = (22, LEAST, 4) if all(cost) else (36, 42, 8)
    draw_gems(piece, cost, (wide / 2 - gems_wide(cost, size, font, gap) / 2, 112), size, font, gap)
    return piece


@sprites.keep
def back(size: int) -> Picture:
    """A planted card, face down, ``size`` pixels high."""
    wide = round(size * 0.76)

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, size - 1), size * 0.12, mix(LEAF, INK, 0.7))
        brush.block((1.5, 1.5, wide - 2.5, size - 2.5), size * 0.1, LEAF)
        brush.block((size * 0.1, size * 0.1, wide - 1 - size * 0.1, size * 0.9), size * 0.07, mix(LEAF, INK, 0.18))

    piece = sprite(wide, size, paint)
    put(piece, tree(round(size * 0.62)), (wide / 2, size / 2))
    return piece


def pawns_left(view: View) -> int:
    """Tree pawns that nobody has (R3.42)."""
    return PAWNS - len(view.garden.pawns) - sum(player.reserved is not None for player in view.players)


def draw_row(
    picture: Picture,
    trees: Sequence[int],
    at: tuple[int, int],
    columns: int,
    *,
    offered: frozenset[int] | None = None,
    reserve: Mapping[int, Seat] | None = None,
) -> None:
    """Cards in rows; while trees are asked for those not on offer are dim; a reserve bears its seat's medal."""
    for i, number in enumerate(trees):
        middle = _middle(at, i, columns)
        bright = offered is not None and number in offered
        put(picture, face(number, bright, offered is not None and not bright), middle)
        if reserve and number in reserve:
            put(picture, medal(reserve[number], 44), (middle[0] - CARD[0] / 2 + 18, middle[1] - CARD[1] / 2 + 16))


def _middle(at: tuple[int, int], place: int, columns: int) -> Point:
    down, right = divmod(place, columns)
    return at[0] + right * (CARD[0] + SPACE) + CARD[0] / 2, at[1] + down * (CARD[1] + SPACE) + CARD[1] / 2


def draw_left(picture: Picture, view: View, at: tuple[int, int], columns: int) -> None:
    """After the last card of the row: how many cards and pawns are left."""
    down, right = (0, ROW) if columns == ROW else divmod(ROW, columns)
    left, top = at[0] + right * (CARD[0] + SPACE), at[1] + down * (CARD[1] + SPACE)
    draw = ImageDraw.Draw(picture)
    for piece, count, y in ((back(46), len(view.tree_bag), 38), (tree(50), pawns_left(view), 114)):
        put(picture, piece, (left + 22, top + y))
        write(draw, (left + 46, top + y), str(count), 34, INK)


def row_wide(columns: int) -> int:
    """The pixels that the open trees take, with what is left beside them or below."""
    return columns * (CARD[0] + SPACE) - SPACE + (SPACE + LEFT if columns == ROW else 0)


def row_high(columns: int, cards: int = ROW) -> int:
    """The pixels that so many cards take in rows."""
    return -(-cards // columns) * (CARD[1] + SPACE) - SPACE


def draw_backs(picture: Picture, count: int, at: Point, size: int) -> float:
    """Planted cards with their number, from a point to the right; nothing where there are none."""
    piece = back(size)
    put(picture, piece, (at[0] + piece.width / 2, at[1]))
    text = str(count)
    write(ImageDraw.Draw(picture), (at[0] + piece.width + 5, at[1]), text, round(size * 0.8), INK)
    return at[0] + piece.width + 5
