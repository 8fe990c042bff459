"""Small pieces of art that more than one game lays on its pictures."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, put, shadow, sprite, turned
from render.fonts import width, write
from render.palette import EARTH, GOLD, INK, PAPER, Ink

LEAF: Ink = (92, 132, 66)


@sprites.keep
def pill(text: str, font: int, fill: Ink = GOLD, ink: Ink = INK) -> Picture:
    """A text on a narrow pill."""
    wide, high = round(width(text, font) + font * 0.44), round(font * 1.16)

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, high - 1), high * 0.36, INK)
        brush.block((1.5, 1.5, wide - 2.5, high - 2.5), high * 0.33, fill)

    piece = sprite(wide, high, paint)
    write(ImageDraw.Draw(piece), (wide / 2, high / 2), text, font, ink, anchor="m")
    return piece


@sprites.keep
def wreath(size: int) -> Picture:
    """A winner's laurel."""
    half = size / 2

    def paint(brush: Brush) -> None:
        for side in (-1, 1):
            for i in range(6):
                ((x, y),) = turned([(0.0, -0.76)], side * (38 + i * 25), (half, half), half)
                brush.disc((x, y), half * 0.17, half * 0.17, LEAF)
        points = [p for k in range(5) for p in (*turned([(0, -0.5)], k * 72), *turned([(0, -0.21)], k * 72 + 36))]
        brush.shape(turned(points, 0, (half, half), half), GOLD)

    return sprite(size, size, paint)


def standing(bare: Picture, blur: float) -> Picture:
    """A piece with the shadow it casts on the ground below it; the shadow is ``2 × blur`` pixels larger on every side."""
    cast = shadow(bare, blur, 0.5, INK)
    whole = Image.new("RGBA", cast.size)
    whole.alpha_composite(cast)
    whole.alpha_composite(bare, ((cast.width - bare.width) // 2, (cast.height - bare.height) // 2 - 1))
    return whole


def on_paper(bare: Picture, strength: float) -> Picture:
    """A flat piece on the bare paper, with its soft shadow; strength 0 to 1."""
    cast = shadow(bare, 5, strength, EARTH)
    ground = Image.new("RGB", cast.size, PAPER)
    put(ground, cast, (cast.width / 2, cast.height / 2 + 3))
    put(ground, bare, (cast.width / 2, cast.height / 2))
    return ground
