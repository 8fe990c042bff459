"""One cell of the map or of a tile: sand, rock, stone, fountain, grass, flowers, and the pieces on them."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, Point, put, smooth, sprite
from render.fonts import write
from render.grids import cell_height, hexagon
from render.ishtar.gems import gem
from render.ishtar.inks import BLOOM, BLUSH, GEM_INKS, GRASS, GROUND, HEART, PETAL, PIECE_INKS, ROCK, STONE, WATER
from render.layout import SIZES
from render.palette import CREAM, EARTH, INK, Ink, mix
from render.shape import shape
from render.signs import standing
from render.writing import literal
from rules.ishtar.parts import COLOURS, FOUNTAIN_POINTS, SAND
from rules.ishtar.parts import STONE as ENGRAVED

VARIANTS = 3  # of sand and grass
TREE_SHARE = 0.84  # of a tree's height, its width
BLOSSOM_EDGE = 1.1  # of the petals: a blossom with its edge
# By number of blossoms: how far the petals of one reach, and where each grows; in cells, from the middle.
BLOSSOMS: dict[int, tuple[float, tuple[Point, ...]]] = {
    1: (0.27, ((0, 0),)),
    2: (0.21, ((-0.22, 0), (0.22, 0))),
    3: (0.2, ((0, -0.23), (-0.215, 0.14), (0.215, 0.14))),
    4: (0.175, ((-0.19, -0.19), (0.19, -0.19), (-0.19, 0.19), (0.19, 0.19))),
}
BLOSSOMS_ABOVE: dict[int, tuple[float, tuple[Point, ...]]] = {
    1: (0.2, ((0, -0.31),)),
    2: (0.165, ((-0.19, -0.28), (0.19, -0.28))),
    3: (0.145, ((0, -0.38), (-0.3, -0.22), (0.3, -0.22))),
    4: (0.135, ((-0.145, -0.39), (0.145, -0.39), (-0.36, -0.17), (0.36, -0.17))),
}


def _cell(size: int, ink: Ink, edge: Ink, paint: Callable[[Brush], None]) -> Picture:
    """Return a hexagon with a thin edge and something painted on it."""

    def whole(brush: Brush) -> None:
        brush.shape(hexagon(size), edge)
        brush.shape(hexagon(size, max(1.0, size * 0.022)), ink)
        paint(brush)

    return sprite(size, cell_height(size), whole)


@sprites.keep
def land(letter: str, size: int, way: int = 0, light: bool = False) -> Picture:
    """Return bare ground as printed on the boards; every other board is a little ``light``er."""
    ground = mix(GROUND, CREAM, 0.28 if light else 0.0)
    edge = mix(ground, EARTH, 0.28)
    if letter == SAND:
        return _cell(size, ground, edge, lambda brush: _ripples(brush, size, way, ground))
    if letter == ENGRAVED:
        return _cell(size, mix(ground, EARTH, 0.18), edge, lambda brush: _slab(brush, size))
    if letter in COLOURS:
        piece = _cell(size, ground, edge, lambda brush: _boulder(brush, size, way))
        put(piece, gem(letter, round(size * 0.5)), (size / 2, cell_height(size) / 2 - size * 0.02))
        return piece
    return _cell(size, mix(ground, STONE, 0.22), edge, lambda brush: None)


def _ripples(brush: Brush, size: int, way: int, ground: Ink) -> None:
    """Paint little dunes."""
    tone = mix(ground, EARTH, 0.3)
    spots = (((0.4, 0.38), (0.56, 0.78)), ((0.58, 0.42), (0.36, 0.72)), ((0.46, 0.54), (0.62, 0.84)))[way]
    for x, y in spots:
        arc = [((x + 0.13 * step) * size, (y - 0.045 * (1 - step * step)) * size) for step in (-1, -0.5, 0, 0.5, 1)]
        brush.line(arc, tone, max(1.0, size * 0.025))


def _boulder(brush: Brush, size: int, way: int) -> None:
    """Paint a grey-brown rock."""
    middle = (size / 2, cell_height(size) / 2)
    rough = (0.37, 0.34, 0.38, 0.35, 0.37, 0.33, 0.38, 0.35)
    angles = [(k + 0.3 * way) * pi / 4 for k in range(8)]
    far = [(middle[0] + r * size * cos(a) * 1.04, middle[1] + r * size * sin(a)) for r, a in zip(rough, angles, strict=True)]
    brush.shape([(x, y + size * 0.035) for x, y in smooth(far)], mix(ROCK, INK, 0.4))
    brush.shape(smooth(far), ROCK)
    brush.shape(
        smooth([(middle[0] + (x - middle[0]) * 0.84, middle[1] + (y - middle[1]) * 0.84 - 1) for x, y in far]),
        mix(ROCK, CREAM, 0.25),
    )


def _slab(brush: Brush, size: int) -> None:
    """Paint a dark stone with three engraved wedges."""
    x, y = size / 2, cell_height(size) / 2
    half = size * 0.33
    brush.block((x - half, y - half * 0.98 + 2, x + half, y + half * 1.18), size * 0.12, mix(STONE, INK, 0.6))
    brush.block((x - half, y - half * 1.1, x + half, y + half * 1.02), size * 0.12, STONE)
    for dx, dy, turn in ((-0.13, -0.1, 0.0), (0.13, -0.1, 0.0), (0.0, 0.15, -pi / 2)):
        points = [(-0.075, -0.09), (0.075, -0.09), (0.0, 0.14)]
        c, s = cos(turn), sin(turn)
        brush.shape([(x + (dx + u * c - v * s) * size, y + (dy + u * s + v * c) * size) for u, v in points], PETAL)


@sprites.keep
def fountain(colour: str, size: int) -> Picture:
    """Return a round basin with a rim in its colour and its points, ``size`` pixels wide; without a colour before it is dealt."""
    rim = GEM_INKS.get(colour, STONE)
    inks = {"edge": mix(rim, INK, 0.7), "rim": rim, "jewel": mix(rim, CREAM, 0.75), "water": WATER, "ripple": CREAM}
    piece = shape("ishtar/fountain", size, **inks).copy()
    if colour:
        font = max(SIZES.tiny, round(size * 0.46))
        points = literal(FOUNTAIN_POINTS[colour])
        write(ImageDraw.Draw(piece), (size / 2, size / 2), points, font, INK, anchor="m", halo=CREAM, thick=max(2, size // 30))
    return piece


@sprites.keep
def grass(size: int, way: int = 0) -> Picture:
    """Return mown grass with a few blades."""
    dark = mix(GRASS, BLOOM, 0.55)

    def paint(brush: Brush) -> None:
        for x, y in (((0.32, 0.5), (0.64, 0.84)), ((0.6, 0.4), (0.38, 0.8)), ((0.36, 0.4), (0.66, 0.64)))[way]:
            for lean in (-0.07, 0.0, 0.07):
                brush.line([(x * size, y * size), ((x + lean) * size, (y - 0.11) * size)], dark, max(1.0, size * 0.03))

    return _cell(size, GRASS, mix(GRASS, INK, 0.22), paint)


@sprites.keep
def flowers(size: int, number: int, crowned: bool = False, potted: bool = False) -> Picture:
    """Return a flower cell with 1 to 4 blossoms; ``crowned`` moves them above a piece, ``potted`` marks a token."""
    x, y = size / 2, cell_height(size) / 2
    reach, places = (BLOSSOMS_ABOVE if crowned else BLOSSOMS)[number]

    def paint(brush: Brush) -> None:
        if potted:
            for inset, ink in ((0.05, CREAM), (0.1, BLOOM)):
                brush.shape(hexagon(size, size * inset), ink)

    piece, flower = _cell(size, BLOOM, mix(BLOOM, INK, 0.45), paint), blossom(round(2 * reach * size * BLOSSOM_EDGE))
    for dx, dy in places:
        piece.alpha_composite(flower, (round(x + dx * size - flower.width / 2), round(y + dy * size - flower.height / 2)))
    return piece


def blossom(size: int) -> Picture:
    """Return a blossom with a dark edge, ``size`` pixels wide."""
    return shape("ishtar/blossom", size, edge=mix(BLOOM, INK, 0.5), petal=PETAL, shade=BLUSH, heart=HEART, glow=CREAM)


@sprites.keep
def tree(size: int) -> Picture:
    """Return a tree pawn, ``size`` pixels high."""
    bare = shape("ishtar/tree", round(size * TREE_SHARE), **PIECE_INKS)
    return standing(bare, max(1.0, size / 30))


@sprites.keep
def symbol(letter: str, size: int) -> Picture:
    """Return a tile's symbol: A in a disc, M in a square, J in a star."""
    half = size / 2

    def paint(brush: Brush) -> None:
        for inset, ink in ((0.0, INK), (max(1.2, size * 0.05), CREAM)):
            reach = half - inset
            if letter == "A":
                brush.disc((half, half), reach, reach, ink)
            elif letter == "M":
                brush.block((half - reach, half - reach * 0.92, half + reach, half + reach * 0.92), size * 0.16, ink)
            else:
                angles = [(k * 22.5 - 90) * pi / 180 for k in range(16)]
                far = [reach * (1.08 if k % 2 == 0 else 0.84) for k in range(16)]
                brush.shape([(half + r * cos(a), half + r * sin(a)) for r, a in zip(far, angles, strict=True)], ink)

    piece = sprite(size, size, paint)
    write(ImageDraw.Draw(piece), (half, half), literal(letter), round(size * 0.83), INK, anchor="m")
    return piece
