"""Draw rims, outlines and captions over cards and gardens."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, sprite
from render.fonts import fit, write
from render.hanging_gardens.places import MIN_FONT_PX, SIDE
from render.layout import EDGE, Box
from render.palette import INK, PAPER, Ink, mix
from render.writing import Words


@sprites.keep
def rim(wide: int, high: int, ink: Ink) -> Picture:
    """Return a rim of 8 pixels around a plate or a card, transparent inside."""

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, high - 1), 18, INK)
        brush.block((2, 2, wide - 3, high - 3), 16, ink)

    piece = sprite(wide, high, paint)
    inside = sprite(wide, high, lambda brush: brush.block((8, 8, wide - 9, high - 9), 12, ink))
    piece.putalpha(ImageChops.subtract(piece.getchannel("A"), inside.getchannel("A")))
    return piece


def frame(picture: Picture, box: Box, thick: int, ink: Ink, dotted: bool = False) -> None:
    """Draw an outline of ``thick`` pixels outside a box."""
    draw = ImageDraw.Draw(picture)
    left, top = box[0] - thick, box[1] - thick
    right, bottom = box[0] + box[2] + thick - 1, box[1] + box[3] + thick - 1
    if not dotted:
        draw.rectangle((left, top, right, bottom), outline=ink, width=thick)
        return
    along, down = _dots(right - left + 1, thick, ink), _dots(bottom - top + 1, thick, ink, upright=True)
    for y in (top, bottom - thick + 1):
        picture.paste(along, (left, y), along)
    for x in (left, right - thick + 1):
        picture.paste(down, (x, top), down)


@sprites.keep
def _dots(long: int, thick: int, ink: Ink, upright: bool = False) -> Picture:
    """Return a dotted line, ``long`` pixels long."""
    if upright:
        return _dots(long, thick, ink).transpose(Image.Transpose.TRANSPOSE)
    piece = Image.new("RGBA", (long, thick))
    for x in range(0, long - 1, 3 * thick):
        piece.paste((*ink, 255), (x, 0, min(x + thick, long - 1) + 1, thick))
    return piece


def caption(picture: Picture, at: tuple[float, float], text: Words) -> None:
    """Write the heading of a part of the picture; it is cut at the right margin."""
    text, font = fit(text, round(SIDE - EDGE - at[0]), 30, MIN_FONT_PX)
    write(ImageDraw.Draw(picture), at, text, font, mix(INK, PAPER, 0.15))
