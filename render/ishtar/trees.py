"""Tree cards: open ones, a reserve, and the backs of planted ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, put, sprite
from render.fonts import width, write
from render.ishtar.cells import tree
from render.ishtar.emblems import medal
from render.ishtar.gems import draw_gems, gems_wide
from render.ishtar.inks import TREE_CARD
from render.ishtar.signs import card
from render.layout import SIZES, Box
from render.palette import CREAM, EARTH, GOLD, INK, mix
from render.writing import literal
from rules.game import Seat
from rules.ishtar.parts import PAWNS, TREES
from rules.ishtar.state import View

LINE_PX, HIGH_LINE_PX = 66, 92  # a card in one line: its least height, and the greatest
GEMS_GAP_PX = 8  # between the points and the gems of a card in one line
CARD_HEIGHT_PX = 150  # a card in two lines
CARD_WIDTH_LIMIT_PX = 262
NARROW_CARD_PX = 198  # the least width of a card in two lines
CARD_GAP_PX = 10


@sprites.keep
def face(number: int, wide: int, high: int, offered: bool = False, dim: bool = False) -> Picture:
    """Return a tree card with its points and its cost in gems, in one line or in two."""
    fill = mix(CREAM, EARTH, 0.18) if dim else CREAM
    piece = card(wide, high, fill, GOLD if offered else mix(TREE_CARD, EARTH, 0.4), 7 if offered else 4).copy()
    cost, points = TREES[number]
    if high < CARD_HEIGHT_PX:
        _draw_line(piece, cost, points)
        return piece
    draw = ImageDraw.Draw(piece)
    large = min(wide / NARROW_CARD_PX, high / CARD_HEIGHT_PX)
    font = round(64 * large)
    span = 66 * large + width(literal(points), font)
    put(piece, tree(round(70 * large)), (wide / 2 - span / 2 + 28 * large, high * 0.32))
    write(draw, (wide / 2 + span / 2, high * 0.32), literal(points), font, INK, anchor="r")
    size, font, gap = (
        (round(34 * large), round(SIZES.tiny * large), 6) if all(cost) else (round(44 * large), round(46 * large), 14)
    )
    draw_gems(piece, cost, (wide / 2 - gems_wide(cost, size, font, gap) / 2, high * 0.77), size, font, gap)
    return piece


def _draw_line(piece: Picture, cost: Sequence[int], points: int) -> None:
    """Draw tree, points and gems in one line, as large as they have room beside each other."""
    wide, high = piece.size
    for line, size, gap in ((high, round(high * 0.5), 12), (high, 26, 4), (min(high, LINE_PX), 26, 4)):
        font, left = max(SIZES.tiny, round(line * 0.6)), 10 + line * 0.6
        right = wide - 12 - gems_wide(cost, size, SIZES.tiny, gap)
        if left + width(literal(points), font) + GEMS_GAP_PX <= right:
            break
    put(piece, tree(round(line * 0.7)), (6 + line * 0.3, high / 2))
    draw = ImageDraw.Draw(piece)
    write(draw, (left, high / 2), literal(points), font, INK)
    draw_gems(piece, cost, (right, high / 2), size, SIZES.tiny, gap)


@sprites.keep
def back(size: int) -> Picture:
    """Return a planted card, face down, ``size`` pixels high."""
    wide = round(size * 0.76)

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, size - 1), size * 0.12, mix(TREE_CARD, INK, 0.7))
        brush.block((1.5, 1.5, wide - 2.5, size - 2.5), size * 0.1, TREE_CARD)
        brush.block((size * 0.1, size * 0.1, wide - 1 - size * 0.1, size * 0.9), size * 0.07, mix(TREE_CARD, INK, 0.18))

    piece = sprite(wide, size, paint)
    put(piece, tree(round(size * 0.62)), (wide / 2, size / 2))
    return piece


def pawns_left(view: View) -> int:
    """Return the number of tree pawns that no seat has (R3.42)."""
    return PAWNS - len(view.garden.pawns) - sum(player.reserved is not None for player in view.players)


def draw_trees(
    picture: Picture,
    trees: Iterable[int],
    box: Box,
    columns: int,
    *,
    offered: frozenset[int] | None = None,
    reserve: tuple[int | None, Seat] = (None, 0),
    widest: int = CARD_WIDTH_LIMIT_PX,
) -> None:
    """Draw cards over a box in rows of ``columns``; cards that are not on offer are dim.

    :param box: its height is that of one card.
    :param offered: the trees on offer; None if no tree is asked for.
    :param reserve: a tree that bears its seat's medal.
    :param widest: pixels of the widest card.
    """
    left, top, room, high = box
    wide = min(widest, (room + CARD_GAP_PX) // columns - CARD_GAP_PX)
    for i, number in enumerate(trees):
        down, right = divmod(i, columns)
        x, y = left + right * (wide + CARD_GAP_PX) + wide / 2, top + down * (high + CARD_GAP_PX) + high / 2
        bright = offered is not None and number in offered
        put(picture, face(number, wide, high, bright, offered is not None and not bright), (x, y))
        if number == reserve[0]:
            put(picture, medal(reserve[1], 44), (x - wide / 2 + 14, y - high / 2 + 14))


def rows_height(cards: int, columns: int, high: int) -> int:
    """Return the pixels that cards take in rows."""
    return -(-cards // columns) * (high + CARD_GAP_PX) - CARD_GAP_PX
