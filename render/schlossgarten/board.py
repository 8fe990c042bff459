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
from render.schlossgarten.tiles import LETTERS, laid, pit, tile_on
from render.writing import literal
from rules.schlossgarten.board import Board, squares
from rules.schlossgarten.state import Square, View

SMALL = 0.73  # size of a smaller pawn, in squares
SIDE, FOOT = 44, 46  # pixels for the numbers on the left of a part, and for the letters below it


def _without_pawns(
    values: tuple[int, ...], pits: int, elements: tuple[tuple[int, ...], ...], sides: tuple[int, ...], theme: Theme
) -> Picture:
    """Return tiles, pits and elements, with letters and numbers around them."""
    ground = laid(values, theme).copy()
    plot = GARDEN._replace(left=GARDEN.left - EDGE, top=GARDEN.top - TOP)
    for square in squares(pits):
        ground.paste(pit(values[square], plot.size), plot.corner(square))
    for seat, own in enumerate(elements):
        for kind, mask in enumerate(own):
            if mask:
                draw_element(ground, plot, sides[seat], kind, tuple(squares(mask)))
    return ground


def draw_ground(picture: Picture, view: View, board: Board, theme: Theme) -> None:
    """Draw the garden without its pawns."""
    picture.paste(_without_pawns(view.values, board.pits, board.elements, view.sides, theme), (EDGE, TOP))


def _part(
    values: tuple[int, ...], pits: int, elements: tuple[tuple[int, ...], ...], sides: tuple[int, ...], part: Window, size: int
) -> Picture:
    """Return a part of the garden without pawns, letters and numbers."""
    ground, plot = Image.new("RGB", (part.shown * size, part.shown * size)), part.plot(0, 0, size)
    dug = set(squares(pits))
    for square, value in enumerate(values):
        if part.has(square):
            ground.paste(pit(value, size) if square in dug else tile_on(square, value, size), plot.corner(square))
    for seat, own in enumerate(elements):
        for kind, mask in enumerate(own):
            if any(map(part.has, squares(mask))):
                draw_element(ground, plot, sides[seat], kind, tuple(squares(mask)))
    return ground


def draw_part(picture: Picture, view: View, board: Board, part: Window, plot: Plot, theme: Theme) -> None:
    """Draw a part of the garden without its pawns, with numbers on its left and letters below it."""
    long = part.shown * plot.size
    draw = ImageDraw.Draw(picture)
    draw.rectangle((plot.left - 3, plot.top - 3, plot.left + long + 2, plot.top + long + 2), fill=mix(GRAVEL, EARTH, 0.55))
    picture.paste(_part(view.values, board.pits, board.elements, view.sides, part, plot.size), (plot.left, plot.top))
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
