"""Small signs over the garden and beside it: frames, bursts, arrows, footprints, dots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, Point, put, sprite
from render.fonts import write
from render.grids import draw_outline
from render.palette import CREAM, EARTH, GOLD, INK, Ink, mix
from render.schlossgarten.inks import CARD_BACK, FOOTPRINT, HIT_STAR, WHITE
from render.schlossgarten.places import Plot, cell_of
from render.signs import burst
from render.writing import literal
from rules.schlossgarten.state import Square


def put_row(picture: Picture, pieces: Sequence[Picture], centre: Point, gap: float) -> None:
    """Draw signs side by side around a point."""
    x = centre[0] - long(pieces, gap) / 2
    for piece in pieces:
        put(picture, piece, (x + piece.width / 2, centre[1]))
        x += piece.width + gap


def long(pieces: Sequence[Picture], gap: float) -> float:
    """Return the pixels of width that a row of signs takes."""
    return sum(piece.width for piece in pieces) + gap * (len(pieces) - 1)


def outline(picture: Picture, plot: Plot, site: Iterable[Square], ink: Ink = GOLD, thick: int = 5) -> None:
    """Draw a thick line around squares that belong together."""
    draw_outline(picture, plot.squares, map(cell_of, site), ink, thick)


@sprites.keep
def frame(size: int, ink: Ink, thick: float, dashed: bool = False) -> Picture:
    """Return a frame for a square of ``size`` pixels."""

    def paint(brush: Brush) -> None:
        edge, radius = size * 0.035, size * 0.1
        if not dashed:
            for inset, tone in ((0.0, INK), (1.8, ink), (thick - 1.8, INK)):
                near, far = edge + inset, size - 1 - edge - inset
                brush.block((near, near, far, far), max(2.0, radius - inset), tone)
            return
        dashes = 6
        long = size * 0.86 / (2 * dashes - 1)
        for i in range(dashes):
            start = size * 0.07 + 2 * i * long
            for line in ([(start, edge + 4), (start + long, edge + 4)], [(edge + 4, start), (edge + 4, start + long)]):
                for flip in (False, True):
                    points = [(size - x, size - y) if flip else (x, y) for x, y in line]
                    brush.line(points, INK, thick + (6 if ink == WHITE else 3))
                    brush.line(points, ink, thick)

    piece = sprite(size, size, paint)
    if not dashed:
        edge, radius = size * 0.035 + thick, max(2.0, size * 0.1 - thick)
        hole = sprite(size, size, lambda brush: brush.block((edge, edge, size - 1 - edge, size - 1 - edge), radius, INK))
        piece.paste((0, 0, 0, 0), (0, 0), hole)
    return piece


@sprites.keep
def star(size: int) -> Picture:
    """Return a burst, the sign of a hit."""
    half = size / 2

    def paint(brush: Brush) -> None:
        burst(brush, size, HIT_STAR)
        for a in (45, 135):
            x, y = cos(a * pi / 180) * half * 0.34, sin(a * pi / 180) * half * 0.34
            brush.line([(half - x, half - y), (half + x, half + y)], CREAM, size * 0.11)

    return sprite(size, size, paint)


@sprites.keep
def leap(size: int) -> Picture:
    """Return an arrow over a dot, the sign of a jump."""

    def paint(brush: Brush) -> None:
        arc = [((0.5 - 0.34 * cos(pi * i / 16)) * size, (0.66 - 0.46 * sin(pi * i / 16)) * size) for i in range(15)]
        tip = [(0.66 * size, 0.46 * size), (0.98 * size, 0.46 * size), (0.83 * size, 0.78 * size)]
        brush.line(arc, CREAM, size * 0.26)
        brush.shape([(0.58 * size, 0.4 * size), (1.0 * size, 0.4 * size), (0.83 * size, 0.88 * size)], CREAM)
        brush.disc((0.5 * size, 0.76 * size), size * 0.19, size * 0.19, CREAM)
        brush.line(arc, INK, size * 0.13)
        brush.shape(tip, INK)
        brush.disc((0.5 * size, 0.76 * size), size * 0.13, size * 0.13, INK)

    return sprite(size, size, paint)


@sprites.keep
def figure_sign(size: int) -> Picture:
    """Return three joined dots: the sign that the pawns form the figure of a card (R3.9)."""
    dots: tuple[Point, ...] = ((0.24, 0.76), (0.5, 0.22), (0.8, 0.66))
    points = [(x * size, y * size) for x, y in dots]

    def paint(brush: Brush) -> None:
        for grow, ink in ((0.07, INK), (0.0, GOLD)):
            brush.line([*points, points[0]], ink, size * (0.1 + 2 * grow * 0.8))
            for point in points:
                brush.disc(point, size * (0.15 + grow), size * (0.15 + grow), ink)

    return sprite(size, size, paint)


@sprites.keep
def shoe(size: int) -> Picture:
    """Return a footprint, the sign of a step."""
    return sprite(size, size, lambda brush: _foot(brush, size, (0, 0), FOOTPRINT))


def _foot(brush: Brush, size: float, at: Point, ink: Ink) -> None:
    """Paint a footprint into a square of ``size`` pixels with its upper left corner here."""
    for x, y, rx, ry in ((0.5, 0.34, 0.24, 0.3), (0.52, 0.56, 0.15, 0.2), (0.52, 0.8, 0.17, 0.17)):
        brush.disc((at[0] + x * size, at[1] + y * size), rx * size, ry * size, ink)


@sprites.keep
def paces(count: int, font: int) -> Picture:
    """Return a number of steps with a footprint on a pale pill."""
    foot, high = round(font * 0.62), round(font * 1.06)
    wide = foot + round(font * 0.74)

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, high - 1), high * 0.36, FOOTPRINT)
        brush.block((2, 2, wide - 3, high - 3), high * 0.33, CREAM)
        _foot(brush, font * 0.9, (foot * 0.62 - font * 0.45, high * 0.07), FOOTPRINT)

    piece = sprite(wide, high, paint)
    write(ImageDraw.Draw(piece), (foot + (wide - foot) * 0.4, high / 2), literal(count), font, FOOTPRINT, anchor="m")
    return piece


@sprites.keep
def plate(size: int, ink: Ink) -> Picture:
    """Return the plate under a pawn that is part of a completed figure (R3.9)."""
    wide, high = round(size * 0.9), round(size * 0.3)

    def paint(brush: Brush) -> None:
        for inset, tone in ((0.0, INK), (2.5, ink)):
            brush.disc((wide / 2, high / 2), wide / 2 - inset, high / 2 - inset, tone)

    return sprite(wide, high, paint)


@sprites.keep
def card_back(size: int) -> Picture:
    """Return a face-down card, ``size`` pixels high."""
    wide = round(size * 0.74)

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, size - 1), size * 0.12, mix(EARTH, INK, 0.4))
        brush.block((2, 2, wide - 3, size - 3), size * 0.1, CARD_BACK)
        for x, y in ((0.3, 0.68), (0.5, 0.3), (0.72, 0.6)):
            brush.disc((x * wide, y * size), size * 0.09, size * 0.09, CREAM)

    return sprite(wide, size, paint)
