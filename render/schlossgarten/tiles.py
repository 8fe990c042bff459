"""Tiles of stones, shrubs and lawn with their values, pits, and the whole garden as laid."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, Point, put, shadow, smooth, sprite
from render.fonts import write
from render.layout import SIZES
from render.palette import CREAM, EARTH, INK, PAPER, Ink, Theme, mix
from render.schlossgarten.inks import (
    FLOWER,
    GRAVEL,
    HOLE,
    LAWN,
    LEAF,
    LEAF_LIT,
    LEAF_SHADE,
    PAVING,
    SHRUB,
    SHRUBBERY,
    SOIL,
    TERRAIN_INKS,
)
from render.schlossgarten.places import BOARD, MARGIN, SQUARE
from render.writing import literal
from rules.schlossgarten.parts import SIZE, TERRAIN
from rules.schlossgarten.state import Square

HEDGE, SHRUBS = 11, 70  # pixels across the hedge around the garden, and its shrubs on a side
KINDS = 2  # ways to paint each ground
LETTERS = "abcdefg"


@sprites.keep
def tile(value: int, kind: int, size: int) -> Picture:
    """Return a tile on gravel with its number; value 0 stands for a square before the garden is laid."""
    piece = bare_tile(value, kind, size).copy()
    if value:
        put(piece, number(value, False, size), (size * 0.2, size * 0.2))
    return piece


@sprites.keep
def bare_tile(value: int, kind: int, size: int) -> Picture:
    """Return a tile on gravel without its number."""
    edge = size * 0.025

    def paint(brush: Brush) -> None:
        ground = TERRAIN_INKS[value]
        brush.block((edge, edge, size - 1 - edge, size - 1 - edge), size * 0.09, mix(ground, EARTH, 0.35))
        brush.block((edge + 1.5, edge + 1.5, size - 2.5 - edge, size - 3.5 - edge), size * 0.08, ground)
        if value:
            PAINTED[value](brush, kind, size)

    piece = Image.new("RGB", (size, size), GRAVEL)
    put(piece, sprite(size, size, paint), (size / 2, size / 2))
    return piece


def _pebbles(brush: Brush, kind: int, size: float) -> None:
    spots = (
        (0.5, 0.2),
        (0.74, 0.17),
        (0.2, 0.52),
        (0.45, 0.46),
        (0.7, 0.42),
        (0.28, 0.78),
        (0.56, 0.74),
        (0.8, 0.72),
    )
    for i, (x, y) in enumerate(spots):
        turn = (i * 5 + kind * 3) % 7
        wide, high = 0.075 + 0.007 * turn, 0.055 + 0.006 * ((turn * 3) % 5)
        centre = (x + 0.02 * ((kind + i) % 3 - 1)) * size, y * size
        brush.disc((centre[0], centre[1] + size * 0.014), wide * size, high * size, mix(PAVING, EARTH, 0.5))
        brush.disc(centre, wide * size, high * size, mix(PAVING, PAPER, 0.15 + 0.16 * (turn % 4)))


def _bushes(brush: Brush, kind: int, size: float) -> None:
    spots = (
        ((0.62, 0.24), (0.84, 0.46), (0.26, 0.58), (0.56, 0.78)),
        ((0.56, 0.2), (0.8, 0.3), (0.4, 0.52), (0.78, 0.76), (0.24, 0.84)),
    )
    for i, (x, y) in enumerate(spots[kind]):
        scale = 0.95 - 0.12 * ((i + kind) % 3)
        for dx, dy, grow, light in (
            (0.0, 0.03, 1.15, 0.0),
            (-0.07, 0.0, 0.72, 0.3),
            (0.07, -0.01, 0.7, 0.3),
            (0.0, -0.06, 0.66, 0.55),
        ):
            ink = mix(SHRUB, SHRUBBERY, light)
            radius = 0.1 * grow * scale * size
            brush.disc(((x + dx * scale) * size, (y + dy * scale) * size), radius, radius * 0.9, ink)


def _mown(brush: Brush, kind: int, size: float) -> None:
    light = mix(LAWN, CREAM, 0.13)
    for x in (0.06, 0.38, 0.7):
        brush.shape(
            [
                (x * size, 0.06 * size),
                ((x + 0.16) * size, 0.06 * size),
                ((x + 0.16) * size, 0.93 * size),
                (x * size, 0.93 * size),
            ],
            light,
        )
    for x, y in (((0.78, 0.3), (0.3, 0.7)), ((0.6, 0.22), (0.84, 0.72)))[kind]:
        for petal in range(5):
            a = petal * 2 * pi / 5
            brush.disc(((x + 0.025 * cos(a)) * size, (y + 0.025 * sin(a)) * size), 0.018 * size, 0.018 * size, CREAM)
        brush.disc((x * size, y * size), 0.014 * size, 0.014 * size, FLOWER)


PAINTED: dict[int, Callable[[Brush, int, float], None]] = {1: _pebbles, 2: _bushes, 3: _mown}
assert PAINTED.keys() == TERRAIN.keys()


@sprites.keep
def number(value: int, dug: bool, size: int) -> Picture:
    """Return the points of a tile on a small disc; dark and in brackets for a pit."""
    high = round(size * 0.34)
    wide = round(high * 1.4) if dug else high
    rim, inner, ground = (mix(SOIL, CREAM, 0.55), 2.0, HOLE) if dug else (mix(TERRAIN_INKS[value], INK, 0.35), 1.5, CREAM)

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, high - 1), high / 2, rim)
        brush.block((inner, inner, wide - 1 - inner, high - 1 - inner), high / 2 - inner, ground)

    piece = sprite(wide, high, paint)
    text, ink = (f"({value})", CREAM) if dug else (str(value), INK)
    write(ImageDraw.Draw(piece), (wide / 2, high / 2), literal(text), round(high * 0.92), ink, anchor="m")
    return piece


@sprites.keep
def pit(value: int, size: int) -> Picture:
    """Return a pit with the number of its tile."""
    piece = bare_pit(size).copy()
    put(piece, number(value, True, size), (size * 0.28, size * 0.2))
    return piece


@sprites.keep
def bare_pit(size: int) -> Picture:
    """Return a pit without a number: dark soil with the marks of a spade."""
    edge = size * 0.025

    def rim(inset: float, seed: int) -> list[Point]:
        half = size / 2 - inset
        points = [(cos(pi * i / 8), sin(pi * i / 8)) for i in range(16)]
        boxy = [(abs(x) ** 0.5 * (1 if x > 0 else -1), abs(y) ** 0.5 * (1 if y > 0 else -1)) for x, y in points]
        grow = [1 + 0.035 * sin(i * 2.3 + seed) for i in range(16)]
        return smooth([(size / 2 + x * half * g, size / 2 + y * half * g) for (x, y), g in zip(boxy, grow, strict=True)])

    def paint(brush: Brush) -> None:
        brush.block((edge, edge, size - 1 - edge, size - 1 - edge), size * 0.09, mix(SOIL, INK, 0.35))
        brush.block((edge + 2, edge + 2, size - 3 - edge, size - 3 - edge), size * 0.08, mix(SOIL, EARTH, 0.3))
        brush.shape(rim(size * 0.11, 1), mix(HOLE, INK, 0.55))
        brush.shape([(x, y + size * 0.035) for x, y in rim(size * 0.125, 1)], HOLE)
        for i, (x, y) in enumerate(((0.52, 0.34), (0.72, 0.46), (0.36, 0.56), (0.6, 0.66), (0.34, 0.78), (0.74, 0.78))):
            long = 0.07 + 0.015 * (i % 3)
            brush.line(
                [((x - long) * size, (y + 0.05) * size), ((x + long) * size, (y - 0.05) * size)],
                mix(HOLE, EARTH, 0.6),
                size * 0.03,
            )

    piece = Image.new("RGB", (size, size), GRAVEL)
    put(piece, sprite(size, size, paint), (size / 2, size / 2))
    return piece


def kind_on(square: Square) -> int:
    """Return the look of the tile on a square: tiles of a value have two."""
    return (square * 5 + square // SIZE) % KINDS


def tile_on(square: Square, value: int, size: int) -> Picture:
    """Return the tile of a square."""
    return tile(value, kind_on(square), size)


@sprites.keep
def gravel(theme: Theme) -> Picture:
    """Return the gravel under the tiles within a clipped hedge, on the background, with letters and numbers around it."""
    ground = Image.new("RGB", (BOARD, BOARD), theme.ground)
    wide = SIZE * SQUARE + 2 * HEDGE
    bare = sprite(wide, wide, lambda brush: _paint_hedge(brush, wide))
    put(ground, shadow(bare, 7, 0.4, theme.shade), (BOARD / 2, BOARD / 2 + 4))
    put(ground, bare, (BOARD / 2, BOARD / 2))
    _letter(ground, theme.pale)
    return ground


def _paint_hedge(brush: Brush, wide: int) -> None:
    """Paint a low hedge around gravel."""
    brush.block((0, 0, wide - 1, wide - 1), HEDGE, LEAF_SHADE)
    brush.block((1.5, 1.5, wide - 2.5, wide - 2.5), HEDGE, LEAF)
    for i in range(1, SHRUBS):
        along = wide * i / SHRUBS
        for x, y in ((along, HEDGE / 2), (along, wide - HEDGE / 2), (HEDGE / 2, along), (wide - HEDGE / 2, along)):
            brush.disc((x - 1, y - 1.5), HEDGE * 0.3, HEDGE * 0.26, mix(LEAF, LEAF_LIT, 0.45 + 0.4 * (i % 2)))
    brush.block((HEDGE - 1.5, HEDGE - 1.5, wide - HEDGE + 0.5, wide - HEDGE + 0.5), 8, LEAF_SHADE)
    brush.block((HEDGE, HEDGE, wide - HEDGE - 1, wide - HEDGE - 1), 7, GRAVEL)


def _letter(ground: Picture, ink: Ink) -> None:
    draw = ImageDraw.Draw(ground)
    for i in range(SIZE):
        middle = MARGIN + (i + 0.5) * SQUARE
        for far in (17, BOARD - 22):
            write(draw, (middle, far), literal(LETTERS[i]), SIZES.tiny, ink, anchor="m")
        for far in (20, BOARD - 20):
            write(draw, (far, middle), literal(SIZE - i), SIZES.tiny, ink, anchor="m")
