"""What every picture is laid out with: boxes, distances, and sheets of paper with a soft shadow on which things are listed."""

from __future__ import annotations

from PIL import Image

from render.cache import sprites
from render.canvas import Brush, Picture, put, shadow, sprite
from render.palette import CREAM, EARTH, GOLD, INK, PAPER, mix

Box = tuple[int, int, int, int]  # left, top, wide, high, in pixels
EDGE = 24  # of a picture
GAP = 16
READABLE = 36  # font size of what must be read, at 1400 pixels across: 28 of 1080
LEAST = 28  # as it was, where pictures are still to be enlarged
PALE = mix(INK, PAPER, 0.25)  # ink of what need not be read at once
CORNER = 48  # pixels of a sheet's corner, with its shadow
RIM = 16  # of shadow around a sheet


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
