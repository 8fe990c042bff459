"""The carpet: six stacks clockwise with their top tiles, and the watering can."""

from __future__ import annotations

from itertools import pairwise

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, arrowhead, heading, put, sprite
from render.fonts import fit, write
from render.ishtar.inks import CROSS, PIECE_INKS, WOOL
from render.ishtar.signs import card
from render.ishtar.vegetation import back, tile
from render.layout import PALE, SIZES, Box
from render.palette import CREAM, EARTH, GOLD, INK, Theme, mix
from render.shape import shape
from render.signs import on_ground, pill, standing
from render.sketch import Mark
from render.teller import Teller
from render.writing import Words, literal
from rules.ishtar.garden import has_spot
from rules.ishtar.legality import stack_costs
from rules.ishtar.notation import stack_key
from rules.ishtar.state import Stack, View
from rules.text import say, say_n

FRINGE_PX = 14
INSET_PX, SIDE_PX = FRINGE_PX + 4, 14  # from the carpet's edge to the stacks, above and below them, and beside them
STACK_GAP_PX = 12  # between stacks, for arrows
HEADER_PX, LOW_HEADER_PX = 46, 30  # above a tile, for the stack's number and its tiles left; where these may overlap it
PRICE_PX = 46  # below a tile
SIGNS_Y = 30  # the middle of number and tiles left
# Columns and rows of the stacks, clockwise, on a carpet of six columns, of three and of two.
STACK_PLACES = {
    6: tuple((column, 0) for column in range(6)),
    3: ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1)),
    2: ((0, 0), (1, 0), (1, 1), (1, 2), (0, 2), (0, 1)),
}


@sprites.keep
def rug(wide: int, high: int, theme: Theme) -> Picture:
    """Return a woven carpet with fringes, on the bare background."""

    def paint(brush: Brush) -> None:
        for x in range(6, wide - 6, 12):
            brush.line([(x, 2), (x, high - 2)], mix(WOOL, CREAM, 0.6), 3)
        brush.block((0, FRINGE_PX // 2, wide - 1, high - 1 - FRINGE_PX // 2), 6, mix(WOOL, INK, 0.35))
        for inset, ink in ((3, WOOL), (8, mix(GOLD, CREAM, 0.3)), (11, mix(WOOL, INK, 0.2))):
            brush.block((inset, FRINGE_PX // 2 + inset, wide - 1 - inset, high - 1 - FRINGE_PX // 2 - inset), 4, ink)

    return on_ground(sprite(wide, high, paint), 0.35, theme)


def lay_rug(picture: Picture, box: Box, theme: Theme) -> None:
    """Draw a carpet over a box."""
    left, top, wide, tall = box
    piece = rug(wide, tall, theme)
    picture.paste(piece, (left - (piece.width - wide) // 2, top - (piece.height - tall) // 2))


@sprites.keep
def can(size: int) -> Picture:
    """Return the watering can."""
    return standing(shape("ishtar/can", size, **PIECE_INKS), 3)


def carpet_height(cell: int, columns: int, priced: bool = False) -> int:
    """Return the height in pixels of a carpet whose tiles have cells this wide; ``priced`` adds room for prices."""
    rows = 6 // columns
    one = _header(columns) + round(cell * 2.05) + 10 + (PRICE_PX if priced else 0)
    return rows * one + (rows - 1) * STACK_GAP_PX + 2 * INSET_PX


def _header(columns: int) -> int:
    """Return the pixels above a tile; in six columns a stack is wide, and its signs stand in its corners."""
    return LOW_HEADER_PX if columns == 6 else HEADER_PX


def draw_carpet(
    picture: Picture,
    view: View,
    teller: Teller,
    box: Box,
    columns: int,
    cell: int,
    *,
    marks: tuple[Mark, ...] = (),
    fresh: int | None = None,
) -> None:
    """Draw the carpet over a box.

    :param cell: pixels of a cell of its tiles.
    :param marks: the stacks on offer; without any no price is shown.
    :param fresh: the stack just turned up.
    """
    left, top, wide, tall = box
    lay_rug(picture, box, teller.theme)
    places = STACK_PLACES[columns]
    step = (wide - 2 * SIDE_PX + STACK_GAP_PX) / columns, (tall - 2 * INSET_PX + STACK_GAP_PX) / (6 // columns)
    size = round(step[0] - STACK_GAP_PX), round(step[1] - STACK_GAP_PX)
    middles = [
        (left + SIDE_PX + column * step[0] + size[0] / 2, top + INSET_PX + row * step[1] + size[1] / 2) for column, row in places
    ]
    offered, costs = {mark.key for mark in marks}, stack_costs(view) if marks else {}
    for place, stack in enumerate(view.stacks):
        bright = stack_key(place) in offered
        price = (_price(view, stack, costs[place], teller) if bright else literal("")) if marks else None
        piece = _stack(place, stack, size, (cell, _header(columns)), view.can == place, bright or place == fresh, price)
        put(picture, piece, middles[place])
    for (x, y), (x2, y2) in pairwise(middles if columns == 6 else (*middles, middles[0])):
        put(picture, arrowhead(GOLD, INK, round(heading((x, y), (x2, y2))), 34), ((x + x2) / 2, (y + y2) / 2))


@sprites.keep
def _stack(
    place: int, stack: Stack, size: tuple[int, int], inner: tuple[int, int], watered: bool, bright: bool, price: Words | None
) -> Picture:
    """Return a stack: its number, its tiles left, its top tile or the can, and its price; pale if it is not on offer.

    :param inner: pixels of a cell of its tile, and above the tile.
    """
    (wide, tall), (cell, header) = size, inner
    rim, thick = (GOLD, 7.0) if bright else (mix(CREAM, EARTH, 0.4), 3.0)
    piece = card(wide, tall, mix(CREAM, EARTH, 0.16) if price == "" else CREAM, rim, thick).copy()
    draw = ImageDraw.Draw(piece)
    middle = (wide / 2, header + (tall - header - 6 - (0 if price is None else PRICE_PX)) / 2)
    put(piece, _top(stack, cell), middle)
    if not stack.left:
        for way in (-1, 1):
            draw.line((middle[0] - 34, middle[1] - 26 * way, middle[0] + 34, middle[1] + 26 * way), CROSS, 6)
    if watered:
        put(piece, can(round(cell * 1.75)), (middle[0], middle[1] - cell * 0.1))
    sign = pill(literal(place + 1), SIZES.tiny, GOLD if price else CREAM)
    put(piece, sign, (12 + sign.width / 2, SIGNS_Y))
    write(draw, (wide - 14, SIGNS_Y), literal(f"×{stack.left}"), SIZES.tiny, INK if stack.left else PALE, anchor="r")
    if price:
        put(piece, pill(fit(price, wide - 34, SIZES.tiny, SIZES.tiny)[0], SIZES.tiny, CREAM), (wide / 2, tall - 32))
    return piece


def _top(stack: Stack, cell: int) -> Picture:
    return tile(stack.top, 0, cell) if stack.top else back(stack.shape, cell, not stack.left)


def _price(view: View, stack: Stack, cost: int, teller: Teller) -> Words:
    """Return the price of a stack, with a note if its tile has no room."""
    room = not stack.top or has_spot(view.garden, stack.top)
    if not cost:
        return teller.told(say("free") if room else say("no room"))
    return teller.told(say_n("{count} gem", "{count} gems", cost) if room else say("{cost}, no room", cost=cost))
