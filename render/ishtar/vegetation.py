"""Vegetation tiles as pictures: on the carpet, in hand, and the backs of those face down."""

from __future__ import annotations

from PIL import Image

from render.cache import sprites
from render.canvas import Brush, Picture, put, sprite
from render.ishtar import cells
from render.ishtar.places import BLOOM, Plot, around, hexagon, tall
from render.ishtar.signs import outline
from render.palette import CREAM, EARTH, GOLD, INK, mix
from rules.ishtar.hexes import face, tile_cells
from rules.ishtar.parts import TILES
from rules.ishtar.state import Spot

PAD = 18
SYMBOL = 50  # pixels of a symbol whose letter can be read


def _plot(tile: str, turned: int, size: int) -> Plot:
    part = around(tile_cells(tile, Spot((0, 0), turned)))
    return part._replace(left=PAD, top=PAD, size=size)


@sprites.keep
def tile(name: str, turned: int, size: int, numbered: bool = False) -> Picture:
    """A tile with its flowers and its symbol; ``numbered``: cell 1 is marked."""
    plot = _plot(name, turned, size)
    piece = Image.new("RGBA", (plot.wide + 2 * PAD, plot.high + 2 * PAD), (*mix(BLOOM, INK, 0.6), 0))
    shown = face(name)
    under = tile_cells(name, Spot((0, 0), turned))
    for place, (cell, number) in enumerate(zip(under, shown.flowers, strict=True)):
        x, y = plot.middle(cell)
        has_symbol = bool(shown.symbol) and place == shown.symbol_at
        put(piece, cells.flowers(size, number, has_symbol) if number else cells.grass(size), (x, y))
        if has_symbol:
            put(piece, cells.symbol(shown.symbol, max(SYMBOL, round(size * 0.5))), (x, y + size * 0.18))
    outline(piece, plot, under, mix(BLOOM, INK, 0.62), 2.5, under=None)
    if numbered:
        outline(piece, plot, under[:1], GOLD, 5)
    return piece


@sprites.keep
def back(shape: str, size: int, empty: bool = False) -> Picture:
    """The shape of a stack whose top tile lies face down, with a sprout on it; ``empty``: no tile is left."""
    name = next(each for each in TILES if each.startswith(shape))
    plot = _plot(name, 0, size)
    piece = Image.new("RGBA", (plot.wide + 2 * PAD, plot.high + 2 * PAD), (*mix(EARTH, INK, 0.3), 0))
    under = tile_cells(name, Spot((0, 0), 0))
    for cell in under:
        put(piece, _blank(size, empty), plot.middle(cell))
    outline(piece, plot, under, mix(EARTH, CREAM, 0.35) if empty else mix(EARTH, INK, 0.4), 2.5, under=None)
    return piece


@sprites.keep
def _blank(size: int, empty: bool) -> Picture:
    ink = mix(CREAM, EARTH, 0.08 if empty else 0.42)

    def paint(brush: Brush) -> None:
        brush.shape(hexagon(size), ink)
        if not empty:
            x, y = size / 2, tall(size) / 2
            stem = mix(BLOOM, INK, 0.3)
            brush.line([(x, y + size * 0.2), (x, y - size * 0.04)], stem, size * 0.05)
            brush.disc((x - size * 0.11, y - size * 0.08), size * 0.11, size * 0.065, BLOOM)
            brush.disc((x + size * 0.11, y - size * 0.13), size * 0.11, size * 0.065, BLOOM)

    return sprite(size, tall(size), paint)
