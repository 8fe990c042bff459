"""What lies over cards and gardens: sheets, outlines, rings and labels."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, put, shadow, sprite
from render.fonts import width, write
from render.hanging_gardens.places import Box, Grid
from render.palette import CREAM, EARTH, GOLD, INK, PAPER, Ink, mix
from render.pieces import pill
from rules.hanging_gardens.state import Square

CORNER = 48  # pixels of a sheet's corner, with its shadow
RIM = 16  # of shadow around a sheet
SIDES = ((1, 0, (1, 0, 1, 1)), (-1, 0, (0, 0, 0, 1)), (0, 1, (0, 1, 1, 1)), (0, -1, (0, 0, 1, 0)))


@sprites.keep
def _pattern(bright: bool) -> Picture:
    """A small sheet on paper, to be cut into corners and edges."""
    side = 2 * (CORNER - RIM) + 8
    rim, thick = (GOLD, 5) if bright else (mix(PAPER, EARTH, 0.3), 2)

    def paint(brush: Brush) -> None:
        brush.block((0, 0, side - 1, side - 1), 20, rim)
        brush.block((thick, thick, side - 1 - thick, side - 1 - thick), 20 - thick, CREAM)

    sheet = sprite(side, side, paint)
    ground = Image.new("RGB", (side + 2 * RIM, side + 2 * RIM), PAPER)
    put(ground, shadow(sheet, 5, 0.3, EARTH), (ground.width / 2, ground.height / 2 + 3))
    put(ground, sheet, (ground.width / 2, ground.height / 2))
    return ground


def draw_sheet(picture: Picture, box: Box, bright: bool = False) -> None:
    """A sheet with round corners and a soft shadow on the bare paper; the bright one has a golden rim."""
    left, top, wide, high = box
    pattern = _pattern(bright)
    far = pattern.width - CORNER
    xs = (
        (0, left - RIM, CORNER),
        (CORNER, left - RIM + CORNER, wide + 2 * (RIM - CORNER)),
        (far, left + wide + RIM - CORNER, CORNER),
    )
    ys = (
        (0, top - RIM, CORNER),
        (CORNER, top - RIM + CORNER, high + 2 * (RIM - CORNER)),
        (far, top + high + RIM - CORNER, CORNER),
    )
    for u, x, across in xs:
        for v, y, down in ys:
            if u == v == CORNER:
                picture.paste(CREAM, (x, y, x + across, y + down))
                continue
            part = pattern.crop((u, v, u + (8 if u == CORNER else CORNER), v + (8 if v == CORNER else CORNER)))
            picture.paste(part.resize((across, down), Image.Resampling.NEAREST), (x, y))  # pyright: ignore[reportUnknownMemberType]


@sprites.keep
def label(text: str, font: int, lit: bool = False) -> Picture:
    """A column's letters or a row's number; golden where something is on offer."""
    if lit:
        return pill(text, font, GOLD)
    piece = Image.new("RGBA", (round(width(text, font)) + 2, round(font * 1.4)), (*mix(INK, PAPER, 0.25), 0))
    write(ImageDraw.Draw(piece), (1, piece.height / 2), text, font, mix(INK, PAPER, 0.25))
    return piece


@sprites.keep
def ring(size: int, ink: Ink = GOLD, dashed: bool = False) -> Picture:
    """A ring on a square of ``size`` pixels."""
    half = size / 2
    thick = max(3.0, size * 0.09)

    def paint(brush: Brush) -> None:
        if not dashed:
            brush.hoop((half, half), half - 0.5, half - 0.5, INK, thick + 2)
            brush.hoop((half, half), half - 1.5, half - 1.5, ink, thick)
            return
        for i in range(9):
            angles = [2 * pi * (i + step / 10) / 9 for step in range(7)]
            arc = [(half + (half - thick) * cos(a), half + (half - thick) * sin(a)) for a in angles]
            brush.line(arc, INK, thick + 1.5)
            brush.line(arc, ink, thick - 0.5)

    return sprite(size, size, paint)


@sprites.keep
def rim(wide: int, high: int, ink: Ink) -> Picture:
    """A rim around a plate or a card."""

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, high - 1), 18, INK)
        brush.block((2, 2, wide - 3, high - 3), 16, ink)

    piece = sprite(wide, high, paint)
    inside = sprite(wide, high, lambda brush: brush.block((8, 8, wide - 9, high - 9), 12, ink))
    piece.putalpha(ImageChops.subtract(piece.getchannel("A"), inside.getchannel("A")))
    return piece


def frame(picture: Picture, box: Box, thick: int, ink: Ink, dotted: bool = False) -> None:
    """An outline around a box, outside it."""
    draw = ImageDraw.Draw(picture)
    left, top = box[0] - thick, box[1] - thick
    right, bottom = box[0] + box[2] + thick - 1, box[1] + box[3] + thick - 1
    if not dotted:
        draw.rectangle((left, top, right, bottom), outline=ink, width=thick)
        return
    for x in range(left, right, 3 * thick):
        for y in (top, bottom - thick + 1):
            draw.rectangle((x, y, min(x + thick, right), y + thick - 1), fill=ink)
    for y in range(top, bottom, 3 * thick):
        for x in (left, right - thick + 1):
            draw.rectangle((x, y, x + thick - 1, min(y + thick, bottom)), fill=ink)


def outline(picture: Picture, grid: Grid, squares: Iterable[Square], ink: Ink = GOLD) -> None:
    """A thick line around squares that belong together."""
    inside = frozenset(squares)
    draw = ImageDraw.Draw(picture)
    lines = [
        tuple(grid.corner((column + x, row + y)) for x, y in (side[:2], side[2:]))
        for column, row in inside
        for right, down, side in SIDES
        if (column + right, row + down) not in inside
    ]
    for half, tone in ((4, INK), (2, ink)):
        for (x, y), (u, v) in lines:
            draw.rectangle((x - half, y - half, u + half, v + half), fill=tone)


def caption(picture: Picture, at: tuple[float, float], text: str, font: int = 28) -> None:
    """The heading of a part of the picture."""
    write(ImageDraw.Draw(picture), at, text, font, mix(INK, PAPER, 0.15))
