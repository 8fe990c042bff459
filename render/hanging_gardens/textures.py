"""Paint textures: slabs, bricks, leaves, stone blocks and water on squares, and the meadow with its hedge.

Textures are crisp and have few colours, so that pictures stay small.
"""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import Picture
from render.hanging_gardens.inks import (
    BLOCK_JOINT_INK,
    BRICK_JOINT_INK,
    HEDGE_INK,
    HEDGE_LIGHT_INK,
    JOINT_INK,
    LEAF_SHADE_INK,
    MEADOW_INK,
    MOSS_INK,
    RIPPLE_INK,
    SHAPE_INKS,
    TUFT_INK,
)
from render.layout import Box
from render.palette import CREAM, Ink
from rules.hanging_gardens.parts import GROUND

JOINT_SHARE = 0.018  # thickness of a joint, of a square's side
# The meadow repeats in strips of less than 30 rows: deflate looks back 32 KiB, so its PNG stays small.
STRIP_WIDE_PX, STRIP_HIGH_PX = 312, 28
STRIP_SHIFT_PX = 115  # of each strip beside the one above
TUFTS: tuple[tuple[int, int], ...] = ((30, 6), (176, 13))
FLOWERS: tuple[tuple[int, int, Ink], ...] = ((250, 4, CREAM), (96, 16, SHAPE_INKS["rose"]))
HEDGE_PX, BUSH_PX = 8, 22  # thickness of the hedge, and from one bush to the next
# Each course of slabs, bricks or blocks: its top, and its joints, in shares of the square
SLABS = ((0.0, (0.56,)), (0.34, (0.26, 0.8)), (0.67, (0.46,)))
MOSS, MOSSY_PX = ((0.22, 0.63), (0.58, 0.3)), 44  # places of moss, and the side of the smallest square that has some
BRICKS = ((0.0, (0.3, 0.8)), (0.25, (0.05, 0.55)), (0.5, (0.3, 0.8)), (0.75, (0.05, 0.55)))
BLOCKS = ((0.0, (0.72,)), (0.36, (0.36,)), (0.68, (0.7,)))
RIPPLES = ((0.5, 0.08), (0.04, 0.5), (0.7, 0.32), (0.06, 0.9), (0.66, 0.92))


def paint_texture(draw: ImageDraw.ImageDraw, letter: str, size: int) -> None:
    """Paint the ground of a facility, or of a square without one, over its plain colour."""
    TEXTURES[letter](draw, size)


def _block(draw: ImageDraw.ImageDraw, size: int, box: tuple[float, float, float, float], ink: Ink) -> None:
    """Fill a box given in shares of a square's side."""
    left, top, right, bottom = (round(share * size) for share in box)
    draw.rectangle((left, top, max(left, right - 1), max(top, bottom - 1)), ink)


def _courses(draw: ImageDraw.ImageDraw, courses: tuple[tuple[float, tuple[float, ...]], ...], ink: Ink, size: int) -> None:
    """Paint the joints between stones that lie in courses."""
    thick = max(1, round(size * JOINT_SHARE)) / size
    ends = [top for top, _ in courses[1:]] + [1.0]
    for (top, joints), end in zip(courses, ends, strict=True):
        _block(draw, size, (0, top, 1, top + thick), ink)
        for x in joints:
            _block(draw, size, (x, top, x + thick, end), ink)


def _slabs(draw: ImageDraw.ImageDraw, size: int) -> None:
    _courses(draw, SLABS, JOINT_INK, size)
    for x, y in MOSS if size >= MOSSY_PX else ():
        _block(draw, size, (x, y, x + 0.07, y + 0.045), MOSS_INK)


def _bricks(draw: ImageDraw.ImageDraw, size: int) -> None:
    _courses(draw, BRICKS, BRICK_JOINT_INK, size)


def _leaves(draw: ImageDraw.ImageDraw, size: int) -> None:
    for row in range(5):
        for column in range(4):
            x, y = (column + 0.2 + 0.5 * (row % 2)) / 4, (row + 0.3) / 5
            _block(draw, size, (x, y, x + 0.1, y + 0.06), LEAF_SHADE_INK)


def _blocks(draw: ImageDraw.ImageDraw, size: int) -> None:
    _courses(draw, BLOCKS, BLOCK_JOINT_INK, size)


def _water(draw: ImageDraw.ImageDraw, size: int) -> None:
    for x, y in RIPPLES:
        _block(draw, size, (x, y, x + 0.14, y + 0.035), RIPPLE_INK)
        _block(draw, size, (x + 0.14, y + 0.035, x + 0.28, y + 0.07), RIPPLE_INK)


TEXTURES: dict[str, Callable[[ImageDraw.ImageDraw, int], None]] = {
    GROUND: _slabs,
    "T": _bricks,
    "P": _leaves,
    "A": _blocks,
    "F": _water,
}


@sprites.keep
def _meadow(repeats: int) -> Picture:
    """Return the strip of meadow that repeats, beside itself as often as this."""
    strip = Image.new("RGB", (STRIP_WIDE_PX, STRIP_HIGH_PX), MEADOW_INK)
    draw = ImageDraw.Draw(strip)
    for x, y in TUFTS:  # upright blades: rows that are equal take no bytes
        for right, top in ((0, 4), (4, 0), (8, 5)):
            draw.rectangle((x + right, y + top, x + right + 1, y + 10), TUFT_INK)
    for x, y, ink in FLOWERS:
        draw.rectangle((x, y + 2, x + 6, y + 4), ink)
        draw.rectangle((x + 2, y, x + 4, y + 6), ink)
    long = Image.new("RGB", (repeats * STRIP_WIDE_PX, STRIP_HIGH_PX))
    for nth in range(repeats):
        long.paste(strip, (nth * STRIP_WIDE_PX, 0))
    return long


@sprites.keep
def _hedge(long: int, upright: bool) -> Picture:
    """Return a piece of hedge along the meadow, ``long`` pixels from left to right or ``upright``."""
    wide, high = (HEDGE_PX, long) if upright else (long, HEDGE_PX)
    piece = Image.new("RGB", (wide, high), HEDGE_INK)
    draw = ImageDraw.Draw(piece)
    for along in range(0, long, BUSH_PX):
        box = (2, along + 4, HEDGE_PX - 3, along + BUSH_PX - 6)
        draw.rectangle(box if upright else (box[1], box[0], box[3], box[2]), HEDGE_LIGHT_INK)
    return piece


def draw_meadow(picture: Picture, box: Box) -> None:
    """Draw a meadow with a hedge around it."""
    left, top, wide, high = box
    strip = _meadow(1 + -(-wide // STRIP_WIDE_PX))
    for row, y in enumerate(range(0, high, STRIP_HIGH_PX)):
        x = STRIP_SHIFT_PX * row % STRIP_WIDE_PX
        picture.paste(strip.crop((x, 0, x + wide, min(STRIP_HIGH_PX, high - y))), (left, top + y))
    for y in (0, high - HEDGE_PX):
        picture.paste(_hedge(wide, upright=False), (left, top + y))
    for x in (0, wide - HEDGE_PX):
        picture.paste(_hedge(high, upright=True), (left + x, top))
