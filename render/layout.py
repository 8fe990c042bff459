"""What every picture is laid out with: boxes, distances, and sheets of paper with a soft shadow on which things are listed."""

from __future__ import annotations

from PIL import Image

from render.cache import sprites
from render.canvas import WIDE, Brush, Picture, put, shadow, sprite
from render.palette import CREAM, EARTH, GOLD, INK, PAPER, mix

Box = tuple[int, int, int, int]  # left, top, wide, high, in pixels
EDGE = 24  # of a picture
GAP = 16
PHONE, SMALLEST = 1080, 28  # pixels that a phone shows across, and of the smallest font there of what must be read
PALE = mix(INK, PAPER, 0.25)  # ink of what need not be read at once
CORNER = 48  # pixels of a sheet's corner, with its shadow
RIM = 16  # of shadow around a sheet


def readable(wide: int) -> int:
    """The smallest font of what must be read on a picture so wide."""
    return round(SMALLEST * wide / PHONE)


READABLE = readable(WIDE)


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


@sprites.keep
def _frame(wide: int, high: int, bright: bool) -> tuple[Picture, Picture, Picture, Picture]:
    """The rim of a sheet with its shadow: above, below, and what is left of it on the left and on the right."""
    pattern = _pattern(bright)
    far, across, down = pattern.width - CORNER, wide + 2 * (RIM - CORNER), high + 2 * (RIM - CORNER)
    bands: list[Picture] = []
    for v in (0, far):
        band = Image.new("RGB", (wide + 2 * RIM, CORNER))
        band.paste(_cut(pattern, (0, v, CORNER, CORNER)), (0, 0))
        band.paste(_cut(pattern, (CORNER, v, 8, CORNER), (across, CORNER)), (CORNER, 0))
        band.paste(_cut(pattern, (far, v, CORNER, CORNER)), (CORNER + across, 0))
        bands.append(band)
    left, right = (_cut(pattern, (u, CORNER, CORNER, 8), (CORNER, down)) for u in (0, far))
    return bands[0], bands[1], left, right


def _cut(pattern: Picture, box: Box, size: tuple[int, int] | None = None) -> Picture:
    """A piece of a pattern, drawn out to a size."""
    left, top, wide, high = box
    return pattern.crop((left, top, left + wide, top + high)).resize(size or (wide, high), Image.Resampling.NEAREST)  # pyright: ignore[reportUnknownMemberType]


def draw_sheet(picture: Picture, box: Box, bright: bool = False) -> None:
    """A sheet with round corners and a soft shadow on the bare paper; the bright one has a golden rim."""
    x, y, wide, high = box[0] - RIM, box[1] - RIM, box[2], box[3]
    above, below, left, right = _frame(wide, high, bright)
    inner = (x + CORNER, y + CORNER, x + wide + 2 * RIM - CORNER, y + high + 2 * RIM - CORNER)
    picture.paste(CREAM, inner)
    picture.paste(above, (x, y))
    picture.paste(left, (x, inner[1]))
    picture.paste(right, (inner[2], inner[1]))
    picture.paste(below, (x, inner[3]))
