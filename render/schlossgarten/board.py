"""The garden with pits, elements and pawns."""

from __future__ import annotations

from collections.abc import Container

from PIL import Image, ImageDraw

from render.canvas import Picture, put
from render.fonts import write
from render.layout import EDGE, SIZES
from render.palette import EARTH, Theme, mix
from render.schlossgarten.elements import draw_element
from render.schlossgarten.inks import GRAVEL
from render.schlossgarten.pawns import pawn, put_pawn
from render.schlossgarten.places import GARDEN, TOP, WHOLE, Plot, Window
from render.schlossgarten.tiles import LETTERS, gravel, pit, tile_on
from render.writing import literal
from rules.schlossgarten.board import Board, squares
from rules.schlossgarten.state import Square, View

SMALL = 0.73  # size of a smaller pawn, in squares
SIDE, FOOT = 44, 46  # pixels for the numbers on the left of a part, and for the letters below it


def draw_ground(picture: Picture, view: View, board: Board, theme: Theme) -> None:
    """Draw the garden without its pawns: tiles, pits and elements, with letters and numbers around them."""
    picture.paste(gravel(theme), (EDGE, TOP))
    _draw_squares(picture, view, board, GARDEN, WHOLE)


def _draw_squares(picture: Picture, view: View, board: Board, plot: Plot, part: Window) -> None:
    """Draw tiles, pits and elements in a part of the garden."""
    dug = set(squares(board.pits))
    for square, value in enumerate(view.values):
        if part.has(square):
            tile = pit(value, plot.size) if square in dug else tile_on(square, value, plot.size)
            picture.paste(tile, plot.corner(square))
    for seat, own in enumerate(board.elements):
        for kind, mask in enumerate(own):
            if any(map(part.has, squares(mask))):
                draw_element(picture, plot, view.sides[seat], kind, tuple(squares(mask)))


def draw_part(picture: Picture, view: View, board: Board, part: Window, plot: Plot, theme: Theme) -> None:
    """Draw a part of the garden without its pawns, with numbers on its left and letters below it."""
    long = part.shown * plot.size
    draw = ImageDraw.Draw(picture)
    draw.rectangle((plot.left - 3, plot.top - 3, plot.left + long + 2, plot.top + long + 2), fill=mix(GRAVEL, EARTH, 0.55))
    ground = Image.new("RGB", (long, long))
    _draw_squares(ground, view, board, part.plot(0, 0, plot.size), part)
    picture.paste(ground, (plot.left, plot.top))
    for i in range(part.shown):
        middle = (i + 0.5) * plot.size
        letter, number = literal(LETTERS[part.west + i]), literal(part.north + 1 - i)
        write(draw, (plot.left + middle, plot.top + long + FOOT / 2), letter, SIZES.tiny, theme.pale, anchor="m")
        write(draw, (plot.left - SIDE / 2, plot.top + middle), number, SIZES.tiny, theme.pale, anchor="m")


def draw_pawns(
    picture: Picture, view: View, board: Board, small: Container[Square] = (), part: Window = WHOLE, plot: Plot = GARDEN
) -> None:
    """Draw the pawns in a part of the garden, from the north; those on squares of ``small`` leave room for a number."""
    standing = [(square, seat, which) for seat, own in enumerate(board.pawns) for which, square in enumerate(own)]
    for square, seat, which in sorted(standing, reverse=True):
        x, y = plot.middle(square)
        size = round(plot.size * SMALL)
        if square in small:
            put(picture, pawn(view.sides[seat], which, size), (x + size * 0.06, y - size * 0.2))
        elif part.has(square):
            put_pawn(picture, pawn(view.sides[seat], which, plot.size), (x, y), plot.size)
