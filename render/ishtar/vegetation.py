"""Vegetation tiles as pictures: on the carpet, in hand, and face down."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, cos, hypot, pi, sin

from PIL import Image

from render.cache import sprites
from render.canvas import Brush, Picture, Point, put, sprite
from render.grids import HEIGHT_SHARE, ROW_SHARE, Hexes, cell_height, column_of, draw_outline, hexagon
from render.ishtar import cells
from render.ishtar.inks import BLOOM
from render.ishtar.places import plot_around
from render.palette import CREAM, EARTH, GOLD, INK, mix
from rules.ishtar.hexes import face, neighbours, tile_cells
from rules.ishtar.parts import TILES, Cell
from rules.ishtar.state import Spot

PAD_PX = 18
SYMBOL_PX = 46  # the smallest symbol whose letter can be read, on a picture 1400 wide
BLOSSOM_FOOT = 0.11  # of a cell: flowers above a symbol end so far above the middle
SYMBOL_TURNS = (1.5, 4.5, 2, 1, 4, 5, 0, 3)  # from the middle of its cell, in sixths clockwise from the east: down first
LARGEST_TILE = (3.0, 2.02)  # cells, across and down
STEP = 0.02  # of a cell, by which a symbol moves away from the flowers beside it


def _plot(tile: str, rotation: int, size: int, pad: int = PAD_PX) -> Hexes:
    part = plot_around(tile_cells(tile, Spot((0, 0), rotation)))
    return replace(part, left=pad, top=pad, size=size)


@sprites.keep
def tile(name: str, rotation: int, size: int, numbered: bool = False, least: int = SYMBOL_PX) -> Picture:
    """Return a tile with its flowers, and its symbol beside them; ``numbered`` marks cell 1.

    :param least: pixels of the smallest symbol.
    """
    shown, under = face(name), tile_cells(name, Spot((0, 0), rotation))
    high = max(least, round(size * 0.5))
    plot = _plot(name, rotation, size, PAD_PX + (high + size // 2 if shown.symbol else 0))
    piece = Image.new("RGBA", (plot.wide + 2 * plot.left, plot.high + 2 * plot.top), (*mix(BLOOM, INK, 0.6), 0))
    for cell, number in zip(under, shown.flowers, strict=True):
        put(piece, cells.flowers(size, number) if number else cells.grass(size), plot.middle(cell))
    draw_outline(piece, plot, under, mix(BLOOM, INK, 0.62), 2.5, under=None)
    if numbered:
        draw_outline(piece, plot, under[:1], GOLD, 5)
    if shown.symbol:
        at = under[shown.symbol_at]
        (x, y), (dx, dy) = plot.middle(at), place_symbol(under, at, shown.flowers[shown.symbol_at], high / size)
        put(piece, cells.symbol(shown.symbol, high), (x + dx * size, y + dy * size))
    return piece.crop(piece.getbbox())


def place_symbol(under: tuple[Cell, ...], at: Cell, number: int, high: float) -> Point:
    """Return the place of a symbol next to its flowers and outside of the tile, from the middle of its cell; in cells.

    Of the free directions it takes the first with which the picture is no larger than that of the largest tile, if there is one.

    :param number: of flowers.
    :param high: of the symbol.
    """
    middles = [(column_of(cell) - column_of(at), (cell[1] - at[1]) * ROW_SHARE) for cell in under]

    def excess(point: Point) -> float:
        xs, ys = zip(
            *((x + dx * 0.5, y + dy * HEIGHT_SHARE / 2) for x, y in middles for dx in (-1, 1) for dy in (-1, 1)), strict=True
        )
        (x, y), half = point, high / 2
        wide, tall = max(*xs, x + half) - min(*xs, x - half), max(*ys, y + half) - min(*ys, y - half)
        return max(wide, LARGEST_TILE[0]) + max(tall, LARGEST_TILE[1])

    free = [other not in under for other in neighbours(at)]
    ways = [turn for turn in SYMBOL_TURNS if free[int(turn)] and free[ceil(turn)]]
    return min((_clear_of_flowers(turn, number, high) for turn in ways), key=excess)


def _clear_of_flowers(turn: float, number: int, high: float) -> Point:
    """Return the nearest point in a direction, in sixths clockwise from the east, at which a symbol covers no flower."""
    petals, places = cells.BLOSSOMS[number]
    angle, far = turn * pi / 3, high / 2
    while any(hypot(far * cos(angle) - x, far * sin(angle) - y) < petals + high / 2 for x, y in places):
        far += STEP
    return far * cos(angle), far * sin(angle)


def put_symbol(picture: Picture, letter: str, middle: Point, size: int, least: int) -> None:
    """Draw a symbol on a flower cell, so far down that it covers no flower of that cell."""
    high = max(least, round(size * 0.5))
    put(picture, cells.symbol(letter, high), (middle[0], middle[1] + max(size * 0.18, high / 2 - size * BLOSSOM_FOOT)))


@sprites.keep
def back(shape: str, size: int, empty: bool = False) -> Picture:
    """Return the shape of a stack whose top tile lies face down, with a sprout on it; ``empty``: no tile is left."""
    name = next(each for each in TILES if each.startswith(shape))
    plot = _plot(name, 0, size)
    piece = Image.new("RGBA", (plot.wide + 2 * PAD_PX, plot.high + 2 * PAD_PX), (*mix(EARTH, INK, 0.3), 0))
    under = tile_cells(name, Spot((0, 0), 0))
    for cell in under:
        put(piece, _blank(size, empty), plot.middle(cell))
    draw_outline(piece, plot, under, mix(EARTH, CREAM, 0.35) if empty else mix(EARTH, INK, 0.4), 2.5, under=None)
    return piece


@sprites.keep
def _blank(size: int, empty: bool) -> Picture:
    ink = mix(CREAM, EARTH, 0.08 if empty else 0.42)

    def paint(brush: Brush) -> None:
        brush.shape(hexagon(size), ink)
        if not empty:
            x, y = size / 2, cell_height(size) / 2
            stem = mix(BLOOM, INK, 0.3)
            brush.line([(x, y + size * 0.2), (x, y - size * 0.04)], stem, size * 0.05)
            brush.disc((x - size * 0.11, y - size * 0.08), size * 0.11, size * 0.065, BLOOM)
            brush.disc((x + size * 0.11, y - size * 0.13), size * 0.11, size * 0.065, BLOOM)

    return sprite(size, cell_height(size), paint)
