"""Squares and temples on offer, with their keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from PIL import ImageChops, ImageDraw

from render.canvas import Brush, Picture, fade, put, sprite
from render.fonts import fit, write
from render.hanging_gardens.gardens import temple_at
from render.hanging_gardens.places import Grid, letters
from render.hanging_gardens.signs import ring
from render.hanging_gardens.squares import disc
from render.palette import CREAM, GOLD, INK, mix
from rules.hanging_gardens.garden import top
from rules.hanging_gardens.state import Garden, Square

KEY = 28  # font size of keys
TWO_LINES = 56  # pixels of a square that holds letters over number
DASHES = 4  # on each side of a place on the table
CLEAR = 0.35  # how much of the garden shows through a sign, 0 to 1


def draw_squares(picture: Picture, grid: Grid, garden: Garden, sites: Mapping[Square, str], *, notes: bool) -> None:
    """A sign on each square on offer: solid on the garden, dashed on the table.

    :param sites: squares with their notes, the size of the largest structure that would be open.
    :param notes: whether these are drawn.
    """
    board = top(garden)
    for at, note in sites.items():
        put(picture, _site(at, grid.size, at not in board, bool(notes and note)), grid.middle(at))
    for at, note in sites.items():
        if notes and note:
            x, y = grid.corner(at)
            put(picture, disc(note, 28, INK, CREAM), (x + grid.size - 1, y + 1))


@lru_cache(maxsize=512)
def _site(at: Square, size: int, dashed: bool, bright: bool) -> Picture:
    """A square's sign: its column letters over its row number, or the number alone where there is no room for both."""
    side = size - 2
    bend = side * 0.28
    tone = mix(GOLD, CREAM, 0.35) if bright else CREAM

    def paint(brush: Brush) -> None:
        brush.block((0, 0, side - 1, side - 1), bend, INK)
        brush.block((1.5, 1.5, side - 2.5, side - 2.5), bend - 1, GOLD)
        brush.block((5, 5, side - 6, side - 6), bend - 4, tone)

    piece = sprite(side, side, paint)
    glass = sprite(side, side, lambda brush: brush.block((5, 5, side - 6, side - 6), bend - 4, tone))
    clear = fade(glass.getchannel("A"), CLEAR)
    if dashed:
        _gaps(ImageDraw.Draw(clear), side)
    piece.putalpha(ImageChops.subtract(piece.getchannel("A"), clear))
    _key(piece, at, size)
    return piece


def _gaps(draw: ImageDraw.ImageDraw, side: int) -> None:
    """What is left out of the rim of a place on the table."""
    for i in range(1, DASHES):
        x = round(i * side / DASHES)
        for edge in (0, side - 5):
            draw.rectangle((x - 2, edge, x + 2, edge + 4), fill=255)
            draw.rectangle((edge, x - 2, edge + 4, x + 2), fill=255)


def _key(piece: Picture, at: Square, size: int) -> None:
    middle = piece.width / 2
    column, row = letters(at[0]), str(at[1])
    draw = ImageDraw.Draw(piece)
    if size >= TWO_LINES:
        font = KEY if size > TWO_LINES else KEY - 2
        write(draw, (middle, middle - font * 0.43), column, font, INK, anchor="m")
        write(draw, (middle, middle + font * 0.43), row, font, INK, anchor="m")
        return
    text, font = fit(row, piece.width - 6, KEY, 16)
    write(draw, (middle, middle), text, font, INK, anchor="m")


def draw_temples(picture: Picture, grid: Grid, temples: Iterable[Square]) -> None:
    """A ring round each temple that may move."""
    for at in temples:
        put(picture, ring(round(grid.size * 1.1)), temple_at(grid, at))
