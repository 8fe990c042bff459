"""The carpet: six stacks clockwise, what lies on top of each, and the watering can."""

from __future__ import annotations

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, arrowhead, put, sprite
from render.fonts import write
from render.ishtar.signs import card
from render.ishtar.vegetation import back, tile
from render.layout import LEAST, PALE, Box
from render.palette import CREAM, EARTH, GOLD, INK, Ink, mix
from render.signs import on_paper, pill, standing
from render.sketch import Mark
from rules.ishtar.garden import fits
from rules.ishtar.notation import stack_key
from rules.ishtar.state import Stack, View

WOOL: Ink = (178, 94, 72)
FRINGE = 14
RING = (0, 1, 2, 5, 4, 3)  # the stacks in two rows, clockwise
SPACE = 14  # between stacks, for arrows


@sprites.keep
def rug(wide: int, high: int) -> Picture:
    """A woven carpet with fringes, on the bare paper."""

    def paint(brush: Brush) -> None:
        for x in range(6, wide - 6, 12):
            brush.line([(x, 2), (x, high - 2)], mix(WOOL, CREAM, 0.6), 3)
        brush.block((0, FRINGE // 2, wide - 1, high - 1 - FRINGE // 2), 6, mix(WOOL, INK, 0.35))
        for inset, ink in ((3, WOOL), (8, mix(GOLD, CREAM, 0.3)), (11, mix(WOOL, INK, 0.2))):
            brush.block((inset, FRINGE // 2 + inset, wide - 1 - inset, high - 1 - FRINGE // 2 - inset), 4, ink)

    return on_paper(sprite(wide, high, paint), 0.35)


def lay_rug(picture: Picture, box: Box) -> None:
    """A carpet over a box."""
    left, top, wide, tall = box
    piece = rug(wide, tall)
    picture.paste(piece, (left - (piece.width - wide) // 2, top - (piece.height - tall) // 2))


@sprites.keep
def can(size: int) -> Picture:
    """The watering can."""
    steel, dark = (86, 132, 156), (44, 74, 94)

    def paint(brush: Brush) -> None:
        def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
            return [(x * size, y * size) for x, y in points]

        for thick, ink in ((0.1, INK), (0.05, steel)):
            brush.line(at((0.72, 0.42), (0.9, 0.34), (0.95, 0.56), (0.74, 0.74)), ink, thick * size)
            brush.line(at((0.34, 0.66), (0.16, 0.42)), ink, (thick + 0.02) * size)
            brush.line(at((0.42, 0.36), (0.52, 0.2), (0.66, 0.36)), ink, thick * size)
        brush.shape(at((0.02, 0.42), (0.24, 0.26), (0.27, 0.33), (0.07, 0.49)), INK)
        brush.block((0.3 * size, 0.34 * size, 0.79 * size, 0.92 * size), 0.1 * size, INK)
        brush.block((0.335 * size, 0.375 * size, 0.755 * size, 0.885 * size), 0.07 * size, steel)
        brush.block((0.4 * size, 0.43 * size, 0.48 * size, 0.82 * size), 0.04 * size, mix(steel, CREAM, 0.5))
        brush.line(at((0.34, 0.76), (0.75, 0.76)), dark, 0.03 * size)

    return standing(sprite(size, size, paint), 3)


def high(stack: int, columns: int) -> int:
    """The pixels of a carpet whose stacks are so high."""
    rows = 6 // columns
    return rows * stack + (rows - 1) * SPACE + 2 * (FRINGE + 10)


def draw_carpet(
    picture: Picture, view: View, box: Box, columns: int, size: int, *, marks: tuple[Mark, ...] = (), fresh: int | None = None
) -> None:
    """The carpet over a box, in two rows or in one.

    :param size: pixels of a cell of its tiles.
    :param marks: the stacks on offer, with their costs.
    :param fresh: the stack just turned up.
    """
    left, top, wide, tall = box
    lay_rug(picture, box)
    rows = 6 // columns
    inset = FRINGE + 4
    step = (wide - 2 * inset + SPACE) / columns, (tall - 2 * inset - 6 + SPACE) / rows
    one = round(step[0] - SPACE), round(step[1] - SPACE)
    offered = {mark.key: mark for mark in marks}
    for place in range(len(view.stacks)):
        spot = place if columns == 6 else RING.index(place)
        x, y = left + inset + spot % columns * step[0], top + inset + 3 + spot // columns * step[1]
        _stack(picture, view, place, (round(x), round(y), *one), size, offered.get(stack_key(place)), bool(marks), place == fresh)
    _arrows(picture, (left + inset, top + inset + 3), step, one, columns)


def _arrows(picture: Picture, at: tuple[int, int], step: tuple[float, float], one: tuple[int, int], columns: int) -> None:
    """Which way the can goes."""

    def middle(column: float, row: float) -> tuple[float, float]:
        return at[0] + column * step[0] + one[0] / 2, at[1] + row * step[1] + one[1] / 2

    ways = [(column + 0.5, 0.0, 0) for column in range(columns - 1)]
    if columns == 3:
        ways += [(2.0, 0.5, 90), (1.5, 1.0, 180), (0.5, 1.0, 180), (0.0, 0.5, 270)]
    for column, row, angle in ways:
        put(picture, arrowhead(GOLD, INK, angle, 30), middle(column, row))


def _stack(picture: Picture, view: View, place: int, box: Box, size: int, mark: Mark | None, asked: bool, fresh: bool) -> None:
    """A stack: its number, its tiles left, the top one; and while stacks are on offer, what it costs."""
    left, top, wide, tall = box
    stack = view.stacks[place]
    rim, thick = (GOLD, 7.0) if mark or fresh else (mix(CREAM, EARTH, 0.4), 3.0)
    fill = mix(CREAM, EARTH, 0.16) if asked and not mark else CREAM
    put(picture, card(wide, tall, fill, rim, thick), (left + wide / 2, top + tall / 2))
    draw = ImageDraw.Draw(picture)
    key = f"stack {place + 1}" if wide > 190 else str(place + 1)
    sign = pill(key, LEAST, GOLD if mark else CREAM)
    put(picture, sign, (left + 12 + sign.width / 2, top + 28))
    write(draw, (left + wide - 14, top + 28), f"×{stack.left}", LEAST, INK if stack.left else PALE, anchor="r")
    middle = (left + wide / 2, top + 44 + (tall - 52 - (44 if asked else 0)) / 2)
    put(picture, _top(stack, size), middle)
    if not stack.left:
        for way in (-1, 1):
            draw.line((middle[0] - 34, middle[1] - 26 * way, middle[0] + 34, middle[1] + 26 * way), (158, 60, 44), 6)
    if view.can == place:
        put(picture, can(round(size * 1.5)), (left + wide - size * 0.8, top + tall - size * 0.74))
    if asked:
        _cost(picture, view, stack, mark, (left + wide / 2, top + tall - 28))


def _top(stack: Stack, size: int) -> Picture:
    return tile(stack.top, 0, size) if stack.top else back(stack.shape, size, not stack.left)


def _cost(picture: Picture, view: View, stack: Stack, mark: Mark | None, at: tuple[float, float]) -> None:
    """What it costs to go there, and whether its tile has room."""
    if not mark:
        return
    price = f"{mark.note} gem{'s' if mark.note != '1' else ''}" if mark.note else "free"
    if stack.top and not fits(view.garden, stack.top):
        price += ", no room"
    put(picture, pill(price, LEAST, CREAM), at)
