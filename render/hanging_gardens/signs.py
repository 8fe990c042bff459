"""Draw rims and captions."""

from __future__ import annotations

from PIL import ImageChops, ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, sprite
from render.fonts import fit, write
from render.hanging_gardens.places import SIDE, SIZES
from render.layout import EDGE
from render.palette import INK, Ink, Theme, mix
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


def caption(picture: Picture, at: tuple[float, float], text: Words, theme: Theme) -> None:
    """Write the heading of a part of the picture; it is cut at the right margin."""
    text, font = fit(text, round(SIDE - EDGE - at[0]), SIZES.tiny, SIZES.tiny)
    write(ImageDraw.Draw(picture), at, text, font, mix(theme.text, theme.ground, 0.15))
