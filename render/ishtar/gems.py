"""Gems: a purple round one, a red diamond, a white triangle; with their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, Point, put, sprite
from render.fonts import width, write
from render.ishtar.inks import GEM_INKS
from render.palette import CREAM, INK, Ink, mix
from render.writing import literal
from rules.ishtar.parts import COLOURS

JEWEL_CORNERS = {"p": (8, 22.5, 1.0), "r": (4, 0.0, 1.14), "w": (3, -90.0, 1.2)}  # corners, the first angle, the reach


def _jewel(colour: str, centre: Point, reach: float) -> list[Point]:
    corners, start, far = JEWEL_CORNERS[colour]
    drop = reach * 0.24 if colour == "w" else 0
    angles = [(start + 360 / corners * k) * pi / 180 for k in range(corners)]
    return [(centre[0] + reach * far * cos(a), centre[1] + drop + reach * far * sin(a)) for a in angles]


@sprites.keep
def gem(colour: str, size: int) -> Picture:
    """Return a cut gem with a bright table."""
    centre = (size / 2, size / 2)
    ink = GEM_INKS[colour]
    edge = mix(ink, INK, 0.75)

    def paint(brush: Brush) -> None:
        brush.shape(_jewel(colour, centre, size * 0.44), edge)
        brush.shape(_jewel(colour, centre, size * 0.44 - max(1.4, size * 0.06)), ink)
        outer, inner = _jewel(colour, centre, size * 0.36), _jewel(colour, centre, size * 0.2)
        for point, other in zip(outer, inner, strict=True):
            brush.line([point, other], mix(ink, edge, 0.35), max(0.5, size * 0.025))
        brush.shape(inner, mix(ink, CREAM, 0.45) if colour != "w" else mix(ink, INK, 0.16))

    return sprite(size, size, paint)


def gems_wide(gems: Sequence[int], size: int, font: int, gap: int = 10, *, zero: bool = False) -> float:
    """Return the width in pixels of the row that `draw_gems` draws with these arguments."""
    each = [size + 2 + width(literal(count), font) for count in gems if count or zero]
    return sum(each) + gap * max(0, len(each) - 1)


def draw_gems(
    picture: Picture, gems: Sequence[int], at: Point, size: int, font: int, gap: int = 10, *, zero: bool = False, ink: Ink = INK
) -> float:
    """Draw each colour as a gem and its number, from a point to the right; return the x where they end.

    :param zero: draw colours without gems, too.
    """
    draw = ImageDraw.Draw(picture)
    x = at[0]
    for colour, count in zip(COLOURS, gems, strict=True):
        if count or zero:
            put(picture, gem(colour, size), (x + size / 2, at[1]))
            write(draw, (x + size + 2, at[1]), literal(count), font, ink)
            x += size + 2 + width(literal(count), font) + gap
    return x


def put_row(picture: Picture, gems: Sequence[int], centre: Point, size: int) -> None:
    """Draw every gem singly, in a row around a point."""
    each = [colour for colour, count in zip(COLOURS, gems, strict=True) for _ in range(count)]
    for i, colour in enumerate(each):
        put(picture, gem(colour, size), (centre[0] + (i - (len(each) - 1) / 2) * size * 0.98, centre[1]))
