"""Draw small signs that games share: medals, pills, labels, rings, laurels, bursts; and put shadows below pieces."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, put, shadow, sprite, turned
from render.fonts import width, write
from render.palette import CREAM, GOLD, INK, LEAF, Ink, Theme, mix
from render.shape import shape
from render.writing import Words


def medal(ink: Ink, size: int, emblem: Callable[[Brush], None] | None = None) -> Picture:
    """Return a seat's medal, ``size`` pixels wide: a disc of its colour with a dark edge, a pale rim and its emblem."""
    half = size / 2

    def paint(brush: Brush) -> None:
        for inset, tone in ((0.0, mix(ink, INK, 0.5)), (1.5, CREAM), (size * 0.07, ink)):
            brush.disc((half, half), half - inset, half - inset, tone)
        if emblem:
            emblem(brush)

    return sprite(size, size, paint)


@sprites.keep
def pill(text: Words, font: int, fill: Ink = GOLD, ink: Ink = INK) -> Picture:
    """Return a text on a narrow pill, 1.16 times as high as its font."""
    wide, high = round(width(text, font) + font * 0.44), round(font * 1.16)

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, high - 1), high * 0.36, INK)
        brush.block((1.5, 1.5, wide - 2.5, high - 2.5), high * 0.33, fill)

    piece = sprite(wide, high, paint)
    write(ImageDraw.Draw(piece), (wide / 2, high / 2), text, font, ink, anchor="m")
    return piece


@sprites.keep
def label(text: Words, font: int, ink: Ink = INK) -> Picture:
    """Return a text on a transparent ground, 1.3 times as high as its font, to stand in a row with signs."""
    piece = Image.new("RGBA", (round(width(text, font)) + 2, round(font * 1.3)), (*ink, 0))
    write(ImageDraw.Draw(piece), (1, piece.height / 2), text, font, ink)
    return piece


@sprites.keep
def ring(size: int, ink: Ink = GOLD, dashed: bool = False) -> Picture:
    """Return a ring, ``size`` pixels wide: golden for an option, pale for something new, dashed for something removed."""
    half, thick = size / 2, max(3.0, size * 0.08)

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


def burst(brush: Brush, size: int, ink: Ink) -> None:
    """Paint a star of eight points with a dark rim, as wide as its sprite."""
    points = [p for k in range(8) for p in (*turned([(0, -1.0)], k * 45), *turned([(0, -0.5)], k * 45 + 22.5))]
    half = size / 2
    brush.shape(turned(points, 0, (half, half), half), INK)
    brush.shape(turned(points, 0, (half, half), half * 0.83), ink)


def laurel(size: int) -> Picture:
    """Return a winner's laurel with space for a number in it."""
    return shape("laurel", size, leaf=LEAF)


@sprites.keep
def wreath(size: int) -> Picture:
    """Return a winner's laurel with a star."""
    piece = laurel(size).copy()
    piece.alpha_composite(shape("star", size, star=GOLD))
    return piece


def standing(bare: Picture, blur: float) -> Picture:
    """Return a piece with its shadow on the ground, ``2 × blur`` pixels larger on every side."""
    cast = shadow(bare, blur, 0.5, INK)
    whole = Image.new("RGBA", cast.size)
    whole.alpha_composite(cast)
    whole.alpha_composite(bare, ((cast.width - bare.width) // 2, (cast.height - bare.height) // 2 - 1))
    return whole


def on_ground(bare: Picture, strength: float, theme: Theme) -> Picture:
    """Return a flat piece on the bare background (RGB) with its soft shadow, 10 pixels larger on every side; strength 0 to 1."""
    cast = shadow(bare, 5, strength, theme.shade)
    ground = Image.new("RGB", cast.size, theme.ground)
    put(ground, cast, (cast.width / 2, cast.height / 2 + 3))
    put(ground, bare, (cast.width / 2, cast.height / 2))
    return ground
