"""The map with everything that grows and stands on it, or a part of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import Picture, put, shadow, sprite
from render.fonts import write
from render.grids import Hexes, cell_height, draw_outline, edges, hexagon
from render.ishtar import cells
from render.ishtar.emblems import gardener
from render.ishtar.fountains import draw_fountains
from render.ishtar.inks import BLOOM, BOARD_SIDE, SEAT_INKS
from render.ishtar.places import LARGEST_CELL_PX, MARGIN_PX, RULER_PX, fill_room, fitting_cell_size, plot_around
from render.layout import SIZES
from render.palette import EARTH, INK, Ink, Theme, mix
from render.writing import literal
from rules.ishtar.garden import Cover, cover_of, land_of
from rules.ishtar.hexes import Grid, board_cells, neighbours, shifted, tile_cells
from rules.ishtar.parts import FACES, LAYOUTS, Cell
from rules.ishtar.state import Garden, Spot

SHADOW_PX = 14  # around the map
SIDE_PX = 5  # of a board, seen below its edge
RULER_CELL_PX = 44  # from this cell size on each number has room
SEAM = mix(EARTH, INK, 0.15)


class Symbol(NamedTuple):
    """A symbol that may still be used, on the tile just placed."""

    cell: Cell
    symbol: str


def whole_map(garden: Garden) -> Hexes:
    """Return the plot of a whole map, a pixel for each cell."""
    return _plot_of(land_of(garden).grid)


@lru_cache(maxsize=64)
def _plot_of(grid: Grid) -> Hexes:
    return plot_around(grid.cells)


def boards(garden: Garden) -> list[tuple[Cell, ...]]:
    """Return the cells of each terrain board, by slot."""
    centres = LAYOUTS[len(garden.faces)][garden.layout] if garden.faces else ()
    return [tuple(shifted(board_cells(), centre)) for centre in centres]


def fit_with_letters(part: Hexes, room: tuple[int, int, int, int], largest: int = LARGEST_CELL_PX) -> Hexes:
    """Return a part of the map as large as a box allows with letters and numbers, in the middle of the box's width."""
    left, top, wide, high = room
    size = fitting_cell_size(part, (wide - 2 * MARGIN_PX, high - RULER_PX - SHADOW_PX), largest)
    shown = replace(part, size=size)
    return replace(shown, left=round(left + (wide - shown.wide) / 2), top=top + RULER_PX)


def fit_window(part: Hexes, garden: Garden, room: tuple[int, int, int, int], largest: int) -> Hexes:
    """Return a part of the map as large as a box allows without letters; spare room shows more of the map."""
    left, top, wide, high = room
    plot = fill_room(part, whole_map(garden), (wide, high), largest)
    return replace(plot, left=round(left + (wide - plot.wide) / 2), top=top)


def draw_board(picture: Picture, garden: Garden, plot: Hexes, theme: Theme) -> None:
    """Draw the cells that lie wholly in a part of the map, with row letters and numbers around; without signs of fountains."""
    ground = Image.new("RGB", (plot.wide + 2 * MARGIN_PX, plot.high + RULER_PX + SHADOW_PX), theme.ground)
    inside, shown = replace(plot, left=MARGIN_PX, top=RULER_PX), cells_in(garden, plot, wholly=True)
    _draw_terrain(ground, garden, inside, shown, theme.shade)
    _draw_ruler(ground, garden, inside, [cell for cell in land_of(garden).grid.cells if cell in shown], theme.pale)
    _draw_garden(ground, garden, inside, shown)
    picture.paste(ground, (plot.left - MARGIN_PX, plot.top - RULER_PX))


def draw_window(picture: Picture, garden: Garden, plot: Hexes, theme: Theme, live: Symbol | None = None) -> None:
    """Draw a rectangle cut out of the map, without any letters; the flowers of the ``live`` symbol leave room for it."""
    ground, inside = Image.new("RGB", (plot.wide, plot.high), theme.ground), replace(plot, left=0, top=0)
    shown = cells_in(garden, plot, wholly=False)
    _draw_terrain(ground, garden, inside, shown, theme.shade)
    _draw_garden(ground, garden, inside, shown, live)
    picture.paste(ground, (plot.left, plot.top))


def cells_in(garden: Garden, plot: Hexes, *, wholly: bool) -> frozenset[Cell]:
    """Return the cells of a garden that lie in a part of the map, at least partly or ``wholly``."""
    return _cells_in(land_of(garden).grid, replace(plot, left=0, top=0), wholly)


@lru_cache(maxsize=64)
def _cells_in(grid: Grid, plot: Hexes, wholly: bool) -> frozenset[Cell]:
    return frozenset(filter(plot.holds if wholly else plot.shows, grid.cells))


def _draw_garden(ground: Picture, garden: Garden, plot: Hexes, shown: frozenset[Cell], live: Symbol | None = None) -> None:
    """Draw plants on the terrain, then the lines of controlled beds, trees and assistants, and fountains."""
    _draw_plants(ground, garden, cover_of(garden), plot, shown, live)
    draw_beds(ground, garden, plot, shown)
    _draw_pieces(ground, garden, plot, shown)
    draw_fountains(ground, garden, plot, shown)


@sprites.keep
def _cell_shadow(size: int, shade: Ink) -> Picture:
    return shadow(sprite(size, cell_height(size), lambda brush: brush.shape(hexagon(size), INK)), 4, 0.5, shade)


@sprites.keep
def _cell_side(size: int) -> Picture:
    """Return a cell of the boards' sides, which show below their edges."""
    return sprite(size, cell_height(size), lambda brush: brush.shape(hexagon(size), BOARD_SIDE))


def _draw_terrain(ground: Picture, garden: Garden, plot: Hexes, shown: frozenset[Cell], shade: Ink) -> None:
    """Draw the ground, every other board a little lighter, with seams between boards; below them their sides and a shadow.

    It is drawn anew each time: a map of 4 MB would drive a hundred sprites out of the cache.
    """
    everywhere = land_of(garden).grid.keys
    edge = [plot.middle(cell) for cell in shown if any(other not in everywhere for other in neighbours(cell))]
    for piece, drop in ((_cell_shadow(plot.size, shade), SIDE_PX + 2), (_cell_side(plot.size), SIDE_PX)):
        for x, y in edge:
            put(ground, piece, (x, y + drop))
    faces = zip(boards(garden), garden.faces, strict=True)
    for number, (_, (name, rotation)) in enumerate(faces):
        centre = LAYOUTS[len(garden.faces)][garden.layout][number]
        for cell, letter in zip(shifted(board_cells(rotation), centre), FACES[name].replace("/", ""), strict=True):
            if cell in shown:
                way = (cell[0] * 2 + cell[1]) % cells.VARIANTS
                put(ground, cells.land(letter, plot.size, way, number % 2 == 1), plot.middle(cell))
    for each in boards(garden):
        _draw_seams(ground, each, plot, shown)


def _draw_seams(ground: Picture, its_cells: tuple[Cell, ...], plot: Hexes, shown: frozenset[Cell]) -> None:
    """Draw a thin line where a board meets another."""
    seams = [(cell, side) for cell, side in edges(plot, its_cells) if cell in shown and plot.neighbours(cell)[side] in shown]
    plot.draw_sides(ground, seams, SEAM, 1.5)


def _draw_plants(ground: Picture, garden: Garden, cover: Cover, plot: Hexes, shown: frozenset[Cell], live: Symbol | None) -> None:
    """Draw grass and flowers, the edges of tiles, and blooming tokens with a pale rim."""
    grown = {cell: number for number, value in enumerate(cover.by_flowers) for cell in cover.grid.cells_of(value)}
    tokens = {cell for token in garden.tokens for cell in token.cells}
    crowned = {*(cell for cell, _ in garden.assistants), *([live.cell] if live else [])}
    for cell in shown:
        if (number := grown.get(cell)) is not None:
            way = (cell[0] + 2 * cell[1]) % cells.VARIANTS
            piece = cells.flowers(plot.size, number, cell in crowned, cell in tokens) if number else cells.grass(plot.size, way)
            put(ground, piece, plot.middle(cell))
    for laid in garden.laid:
        under = tile_cells(laid.tile, Spot(laid.anchor, laid.rotation))
        draw_outline(ground, plot, under, mix(BLOOM, INK, 0.62), 1.8, under=None, only=shown)


def draw_beds(picture: Picture, garden: Garden, plot: Hexes, shown: frozenset[Cell]) -> None:
    """Draw a line in the seat's colour around each controlled bed."""
    cover = cover_of(garden)
    for bed in cover.beds:
        draw_outline(picture, plot, cover.grid.cells_of(bed.cells), SEAT_INKS[bed.seat], max(3.0, plot.size * 0.075), only=shown)


def _draw_pieces(ground: Picture, garden: Garden, plot: Hexes, shown: frozenset[Cell]) -> None:
    """Draw trees and assistants, from the north."""
    pieces = [(cell, cells.tree(round(plot.size * 0.86)), -0.02) for cell in garden.pawns]
    pieces += [(cell, gardener(seat, round(plot.size * 0.66)), 0.17) for cell, seat in garden.assistants]
    for cell, piece, drop in sorted(pieces, key=lambda each: each[0][1]):
        if cell in shown:
            x, y = plot.middle(cell)
            put(ground, piece, (x, y + drop * plot.size))


def _draw_ruler(ground: Picture, garden: Garden, plot: Hexes, shown: list[Cell], ink: Ink) -> None:
    """Write a letter at both ends of each row, and the numbers above."""
    keys = land_of(garden).grid.keys
    draw = ImageDraw.Draw(ground)
    rows = dict[int, list[Cell]]()
    for cell in shown:
        rows.setdefault(cell[1], []).append(cell)
    for row in rows.values():
        for cell, side in ((row[0], -1), (row[-1], 1)):
            x, y = plot.middle(cell)
            write(draw, (x + side * (plot.size / 2 + 20), y), literal(keys[cell][0]), SIZES.tiny, ink, anchor="m")
    for number, x in ruler(keys, plot, shown):
        write(draw, (x, RULER_PX - 24), literal(number), SIZES.tiny, ink, anchor="m")


def ruler(keys: dict[Cell, str], plot: Hexes, shown: list[Cell]) -> Iterator[tuple[int, float]]:
    """Yield each column number with its x in pixels, halfway between the column's cells in even and odd rows.

    Yield every second number where the cells are small.
    """
    if not shown:
        return
    first = shown[0]
    offset = first[0] + first[1] // 2 - int(keys[first][1:])
    for number in sorted({int(keys[cell][1:]) for cell in shown})[:: 1 if plot.size >= RULER_CELL_PX else 2]:
        yield number, plot.left + (number + offset - plot.west + 0.75) * plot.size
