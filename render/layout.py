"""Shared layout of all pictures: boxes, distances, font sizes, and paper sheets with a soft shadow."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from PIL import Image

from render.cache import sprites
from render.canvas import WIDE, Brush, Picture, put, shadow, sprite
from render.palette import GOLD, INK, PAPER, Theme, mix

Box = tuple[int, int, int, int]  # left, top, wide, high, in pixels
EDGE = 24  # pixels of a picture's margin
GAP = 16  # pixels between parts of a picture
PHONE_WIDE_PX = 340  # of a picture on a small phone
PALE = mix(INK, PAPER, 0.25)  # for words on pale pieces that need not be read at once
CORNER_PX = 48  # a side of a sheet's corner, with its shadow
SHADOW_PX = 16  # around a sheet
STRIP_PX = 480  # of its rim in the cache; longer rims repeat it


class FontSizes(NamedTuple):
    """The five font sizes of a picture, in pixels.

    :param tiny: the least that can be read: keys of rows and columns, notes.
    :param small: names, and numbers beside signs.
    :param text: sentences.
    :param large: points.
    :param title: a name or a number that stands alone.
    """

    tiny: int
    small: int
    text: int
    large: int
    title: int


FONT_SIZES_ON_PHONE_PX = FontSizes(9, 11, 12, 15, 19)


def font_sizes(wide: int) -> FontSizes:
    """Return the font sizes of a picture of this width in pixels."""
    return FontSizes(*(ceil(size * wide / PHONE_WIDE_PX) for size in FONT_SIZES_ON_PHONE_PX))


SIZES = font_sizes(WIDE)


def _pattern(theme: Theme, bright: bool) -> Picture:
    """Return a small sheet on the background, to be cut into corners and edges."""
    side = 2 * (CORNER_PX - SHADOW_PX) + 8
    rim, thick = (GOLD, 5) if bright else (theme.rim, 2)

    def paint(brush: Brush) -> None:
        brush.block((0, 0, side - 1, side - 1), 20, rim)
        brush.block((thick, thick, side - 1 - thick, side - 1 - thick), 20 - thick, theme.sheet)

    sheet = sprite(side, side, paint)
    ground = Image.new("RGB", (side + 2 * SHADOW_PX, side + 2 * SHADOW_PX), theme.ground)
    put(ground, shadow(sheet, 5, 0.3, theme.shade), (ground.width / 2, ground.height / 2 + 3))
    put(ground, sheet, (ground.width / 2, ground.height / 2))
    return ground


@sprites.keep
def _rim(theme: Theme, bright: bool) -> tuple[Picture, ...]:
    """Return the rim of a sheet with its shadow: four corners row by row, then strips from above, below, left and right."""
    pattern = _pattern(theme, bright)
    ends = (0, pattern.width - CORNER_PX)
    corners = [_cut(pattern, (x, y, CORNER_PX, CORNER_PX)) for y in ends for x in ends]
    rows = [_cut(pattern, (CORNER_PX, y, 8, CORNER_PX), (STRIP_PX, CORNER_PX)) for y in ends]
    columns = [_cut(pattern, (x, CORNER_PX, CORNER_PX, 8), (CORNER_PX, STRIP_PX)) for x in ends]
    return *corners, *rows, *columns


def _cut(pattern: Picture, box: Box, size: tuple[int, int] | None = None) -> Picture:
    """Return a box of a pattern, stretched to a size."""
    left, top, wide, high = box
    cut = pattern.crop((left, top, left + wide, top + high))
    return cut.resize(size, Image.Resampling.NEAREST) if size else cut  # pyright: ignore[reportUnknownMemberType]


def draw_sheet(picture: Picture, box: Box, theme: Theme, bright: bool = False) -> None:
    """Draw a sheet with round corners and a soft shadow.

    The ground must be the bare background, at least `SHADOW_PX` around the box.

    :param bright: with a golden rim, for a seat that is to act or has won.
    """
    left, top, wide, high = box[0] - SHADOW_PX, box[1] - SHADOW_PX, box[2], box[3]
    right, low = left + wide + 2 * SHADOW_PX - CORNER_PX, top + high + 2 * SHADOW_PX - CORNER_PX
    x, y = left + CORNER_PX, top + CORNER_PX
    picture.paste(theme.sheet, (x, y, right, low))
    *corners, above, below, before, behind = _rim(theme, bright)
    for corner, at in zip(corners, ((left, top), (right, top), (left, low), (right, low)), strict=True):
        picture.paste(corner, at)
    _fill(picture, above, (x, top, right, y))
    _fill(picture, below, (x, low, right, low + CORNER_PX))
    _fill(picture, before, (left, y, x, low))
    _fill(picture, behind, (right, y, right + CORNER_PX, low))


def _fill(picture: Picture, strip: Picture, box: tuple[int, int, int, int]) -> None:
    """Fill a box, given by its left, top, right and lower edges, with copies of a strip."""
    left, top, right, low = box
    for x in range(left, right, strip.width):
        for y in range(top, low, strip.height):
            picture.paste(strip.crop((0, 0, min(strip.width, right - x), min(strip.height, low - y))), (x, y))
