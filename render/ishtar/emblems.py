"""Emblems of seats: colour, shape and number as a medal, or an assistant as a gardener."""

from __future__ import annotations

from math import cos, pi, sin

from PIL import ImageDraw

from render import signs
from render.cache import sprites
from render.canvas import Brush, Picture, Point, sprite
from render.fonts import write
from render.ishtar.inks import PIECE_INKS, SEAT_INKS
from render.layout import SIZES
from render.palette import CREAM, INK, Ink
from render.shape import shape
from render.signs import standing
from render.writing import literal
from rules.game import Seat

SHAPE_CORNERS = {1: (4, 45.0), 2: (3, -90.0), 3: (4, 0.0)}  # by seat, and the first angle; seat 0 has a disc
SHAPE_SCALE = {1: 1.1, 2: 1.28, 3: 1.18}
GARDENER_SHARE = 0.9  # of an assistant's height, its width
SMOCK_Y, SMOCK_SHAPE_REACH = 0.72, 0.175  # of an assistant's height: where its shape is, and how large
NUMBERED_MEDAL_PX = 54  # a medal of this size shows its number


def paint_shape(brush: Brush, seat: Seat, centre: Point, reach: float, ink: Ink) -> None:
    """Paint a seat's shape: disc, square, triangle or diamond."""
    if seat == 0:
        brush.disc(centre, reach, reach, ink)
        return
    corners, start = SHAPE_CORNERS[seat]
    angles = [(start + 360 / corners * k) * pi / 180 for k in range(corners)]
    far, drop = reach * SHAPE_SCALE[seat], reach * 0.22 if seat == 2 else 0
    brush.shape([(centre[0] + far * cos(a), centre[1] + drop + far * sin(a)) for a in angles], ink)


@sprites.keep
def medal(seat: Seat, size: int) -> Picture:
    """Return a disc in the seat's colour with its shape; and with its number, if the medal is large enough to read it."""
    half = size / 2
    piece = signs.medal(SEAT_INKS[seat], size, lambda brush: paint_shape(brush, seat, (half, half), size * 0.28, CREAM))
    if size >= NUMBERED_MEDAL_PX:
        drop = size * 0.045 if seat == 2 else 0
        write(ImageDraw.Draw(piece), (half, half + drop), literal(seat + 1), max(SIZES.tiny, round(size * 0.4)), INK, anchor="m")
    return piece


@sprites.keep
def gardener(seat: Seat, size: int) -> Picture:
    """Return an assistant with a straw hat, the seat's shape on a smock of its colour; ``size`` pixels high."""
    bare = shape("ishtar/gardener", round(size * GARDENER_SHARE), smock=SEAT_INKS[seat], **PIECE_INKS).copy()
    wide, high = bare.size

    def paint(brush: Brush) -> None:
        paint_shape(brush, seat, (wide / 2, high * SMOCK_Y), high * SMOCK_SHAPE_REACH, CREAM)

    bare.alpha_composite(sprite(wide, high, paint))
    return standing(bare, max(1.0, size / 30))
