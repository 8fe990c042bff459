"""Squares and temples on offer, with their keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, put, sprite
from render.fonts import fit, width, write
from render.hanging_gardens.gardens import temple_at
from render.hanging_gardens.places import Grid, letters
from render.hanging_gardens.squares import INKS, disc
from render.palette import CREAM, GOLD, INK, mix
from render.signs import ring
from rules.hanging_gardens.garden import top
from rules.hanging_gardens.state import Garden, Square

KEY = 28  # font size of keys, at most
TWO_LINES = 40  # pixels of a square that holds letters over number
DASHES = 4  # on each side of a place on the table


def draw_squares(picture: Picture, grid: Grid, garden: Garden, sites: Mapping[Square, str], *, notes: bool) -> None:
    """A sign on each square on offer, in a rim of the square's colour: solid on the garden, dashed on the table.

    :param sites: squares with their notes, the size of the largest structure that would be open.
    :param notes: whether these are drawn.
    """
    board = top(garden)
    for at, note in sites.items():
        if at in board:
            x, y = grid.corner(at)
            picture.paste(INKS[board[at]], (x + 1, y + 1, x + grid.size - 1, y + grid.size - 1))
        put(picture, _site(at, grid.size, at not in board, note if notes else ""), grid.middle(at))


@sprites.keep
def _site(at: Square, size: int, dashed: bool, note: str) -> Picture:
    """A square's sign: its column letters over its row number, and beside that its note."""
    side = size - 2 * max(2, round(size * 0.05))
    bend = side * 0.28
    tone = mix(GOLD, CREAM, 0.35) if note else CREAM

    def paint(brush: Brush) -> None:
        brush.block((0, 0, side - 1, side - 1), bend, INK)
        brush.block((1.5, 1.5, side - 2.5, side - 2.5), bend - 1, GOLD)
        brush.block((4, 4, side - 5, side - 5), bend - 3, tone)

    piece = sprite(side, side, paint)
    if dashed:
        _gaps(ImageDraw.Draw(piece), side)
    _key(piece, at, size, note)
    return piece


def _gaps(draw: ImageDraw.ImageDraw, side: int) -> None:
    """What is left out of the rim of a place on the table."""
    for i in range(1, DASHES):
        x = round(i * side / DASHES)
        for edge in (0, side - 4):
            draw.rectangle((x - 2, edge, x + 2, edge + 3), fill=(*CREAM, 0))
            draw.rectangle((edge, x - 2, edge + 3, x + 2), fill=(*CREAM, 0))


def _key(piece: Picture, at: Square, size: int, note: str) -> None:
    """Letters over number; in the smallest squares the number alone."""
    middle = piece.width / 2
    column, row = letters(at[0]), str(at[1])
    draw = ImageDraw.Draw(piece)
    if size < TWO_LINES:
        text, font = fit(row, piece.width - 6, KEY, 16)
        write(draw, (middle, middle), text, font, INK, anchor="m")
        return
    font = min(KEY, round(piece.width * 0.48))
    write(draw, (middle, middle - font * 0.42), column, font, INK, anchor="m")
    if not note:
        write(draw, (middle, middle + font * 0.42), row, font, INK, anchor="m")
        return
    sign, y = disc(note, round(font * 0.82), INK, CREAM), middle + font * 0.42
    row, font = fit(row, piece.width - sign.width - 5, font, 16)
    write(draw, ((piece.width - sign.width + 3 - width(row, font)) / 2, y), row, font, INK)
    put(piece, sign, (piece.width - 1 - sign.width / 2, y))


def draw_temples(picture: Picture, grid: Grid, temples: Iterable[Square]) -> None:
    """A ring round each temple that may move."""
    for at in temples:
        put(picture, ring(round(grid.size * 1.1)), temple_at(grid, at))
