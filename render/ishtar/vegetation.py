"""Vegetation tiles as pictures: on the carpet, in hand, and face down."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from render.cache import sprites
from render.canvas import Brush, Picture, Point, put, sprite
from render.grids import Hexes, cell_height, draw_outline, hexagon
from render.ishtar import cells
from render.ishtar.places import BLOOM, plot_around
from render.palette import CREAM, EARTH, GOLD, INK, mix
from rules.ishtar.hexes import face, tile_cells
from rules.ishtar.parts import TILES
from rules.ishtar.state import Spot

PAD_PX = 18
SYMBOL_PX = 52  # the smallest symbol whose letter can be read, on a picture 1400 wide
BLOSSOM_FOOT = 0.11  # of a cell: flowers beside a symbol end so far above the middle


def _plot(tile: str, rotation: int, size: int) -> Hexes:
    part = plot_around(tile_cells(tile, Spot((0, 0), rotation)))
    return replace(part, left=PAD_PX, top=PAD_PX, size=size)


@sprites.keep
def tile(name: str, rotation: int, size: int, numbered: bool = False, least: int = SYMBOL_PX) -> Picture:
    """Return a tile with its flowers and its symbol; ``numbered`` marks cell 1.

    :param least: pixels of the smallest symbol.
    """
    plot = _plot(name, rotation, size)
    piece = Image.new("RGBA", (plot.wide + 2 * PAD_PX, plot.high + 2 * PAD_PX), (*mix(BLOOM, INK, 0.6), 0))
    shown, symbols = face(name), list[Point]()
    under = tile_cells(name, Spot((0, 0), rotation))
    for place, (cell, number) in enumerate(zip(under, shown.flowers, strict=True)):
        x, y = plot.middle(cell)
        has_symbol = bool(shown.symbol) and place == shown.symbol_at
        put(piece, cells.flowers(size, number, has_symbol) if number else cells.grass(size), (x, y))
        if has_symbol:
            symbols.append((x, y))
    draw_outline(piece, plot, under, mix(BLOOM, INK, 0.62), 2.5, under=None)
    if numbered:
        draw_outline(piece, plot, under[:1], GOLD, 5)
    for middle in symbols:
        put_symbol(piece, shown.symbol, middle, size, least)
    return piece


def put_symbol(picture: Picture, letter: str, middle: Point, size: int, least: int = SYMBOL_PX) -> None:
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
