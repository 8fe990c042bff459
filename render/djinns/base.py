"""Paint the fixed ground once: paper, shore, water and the 32 stones."""

from __future__ import annotations

from math import cos, pi, sin

from PIL import Image, ImageDraw, ImageFilter

from render.cache import sprites
from render.canvas import Brush, Picture, Point, put, shadow, smooth, sprite
from render.djinns.inks import BLOSSOM, LILY, STAMENS
from render.djinns.places import HIGH, SIZES, SPOTS, WIDE, number_at, on_water, oval
from render.fonts import write
from render.palette import CREAM, DEEP, EARTH, LAKE, LIGHT, SAND, STONE, Ink, Theme, mix
from render.shape import shape
from render.writing import Words, literal

STONE_SIZE_PX = (92, 64)
LILY_SPOTS = ((190, 228), (222, 250), (892, 226), (188, 800), (862, 838), (896, 806))
RIPPLE_COUNT = 26
STONE_SHAPES = 5


@sprites.keep
def base(theme: Theme) -> Picture:
    """Return the empty board with the numbers of its spaces. It is cached: copy it before you draw on it."""
    picture = _water(theme)
    for seed, at in enumerate(LILY_SPOTS):
        put(picture, _lily(seed), at)
    for space, spot in enumerate(SPOTS):
        put(picture, _shade(space % STONE_SHAPES), (spot[0] + 3, spot[1] + 8))
        put(picture, _stone(space % STONE_SHAPES), spot)
        put(picture, _numeral(literal(space + 1), LIGHT if on_water(space) else theme), number_at(space))
    return picture


def _numeral(text: Words, theme: Theme) -> Picture:
    """Return a space's number with a rim."""
    piece = sprite(52, 40, lambda brush: None)
    write(
        ImageDraw.Draw(piece),
        (26, 20),
        text,
        SIZES.small,
        mix(theme.text, theme.sheet, 0.1),
        anchor="m",
        halo=theme.sheet,
        thick=3,
    )
    return piece


def _water(theme: Theme) -> Picture:
    """Return sand, then water that deepens in three soft steps, with ripples."""
    large = Image.new("RGB", (WIDE * 2, HIGH * 2), theme.ground)
    draw = ImageDraw.Draw(large)
    steps: tuple[tuple[float, Ink], ...] = (
        (-30, SAND), (-8, mix(SAND, LAKE, 0.6)), (4, LAKE), (70, mix(LAKE, DEEP, 0.6)), (130, DEEP),
    )  # fmt: skip
    for inset, ink in steps:
        draw.polygon([(2 * x, 2 * y) for x, y in (_wavy(i / 400, inset) for i in range(400))], fill=ink)
    picture = large.reduce(2).filter(ImageFilter.BoxBlur(1))
    for i in range(RIPPLE_COUNT):
        turn, inset = (i * 0.382) % 1, 84 + (i * 53) % 60
        put(picture, _ripple(36 + (i * 28) % 40), oval(turn, inset))  # ten lengths, so that the cache holds few
    return picture


def _wavy(turn: float, inset: float) -> Point:
    wave = 5 * sin(turn * 14 * pi) + 4 * sin(turn * 22 * pi + 1)
    return oval(turn, inset + wave)


@sprites.keep
def _ripple(wide: int) -> Picture:
    points = [(6 + x, 8 + 3 * sin(x / 9)) for x in range(wide)]
    return sprite(wide + 12, 16, lambda brush: brush.line(points, mix(DEEP, CREAM, 0.45), 2.5))


@sprites.keep
def _lily(seed: int) -> Picture:
    """Return a floating leaf with a notch; odd seeds have a blossom."""
    middle, start = (30.0, 22.0), seed % 7

    def paint(brush: Brush) -> None:
        rim = [(30 + 26 * cos(a / 20), 22 + 17 * sin(a / 20)) for a in range(start * 18, start * 18 + 114)]
        brush.shape([(x + 1, y + 3) for x, y in (*rim, middle)], mix(DEEP, EARTH, 0.3))
        brush.shape([*rim, middle], LILY)

    leaf = sprite(60, 46, paint)
    if seed % 2:
        leaf.alpha_composite(shape("djinns/blossom", 28, petals=BLOSSOM, stamens=STAMENS), (16, 5))
    return leaf


@sprites.keep
def _stone(kind: int) -> Picture:
    """Return a flat, slightly uneven stone with a lit upper face."""
    wide, high = STONE_SIZE_PX
    round_about = [
        (cos(pi * i / 6) * (1 + 0.035 * sin(i * 2.1 + kind)), sin(pi * i / 6) * (1 + 0.04 * sin(i * 1.7 + 2 * kind)))
        for i in range(12)
    ]
    tone = mix(STONE, EARTH, 0.04 * (kind % 3))

    def face(grow: float, lift: float) -> list[Point]:
        at = (wide / 2, high / 2 - lift)
        return smooth([(at[0] + x * (wide / 2 - 4) * grow, at[1] + y * (high / 2 - 5) * grow) for x, y in round_about])

    def paint(brush: Brush) -> None:
        brush.shape(face(1, -3), mix(tone, EARTH, 0.55))
        brush.shape(face(0.985, 1), mix(tone, CREAM, 0.25))
        brush.shape(face(0.9, -1), tone)

    return sprite(wide, high, paint)


@sprites.keep
def _shade(kind: int) -> Picture:
    return shadow(_stone(kind), 5, 0.35, EARTH)
