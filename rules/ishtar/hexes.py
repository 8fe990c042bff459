"""Hexagons and tiles: directions, terrain boards, the cells of a map as bits, and the cells under a tile (R1.4–R1.9).

A cell is (q, r): q steps east, r rows down. Each row lies half a cell further to the right (R1.4).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from rules.ishtar.parts import BOARD_RADIUS, GRASS, LAYOUTS, SHAPES, TILES, Cell
from rules.ishtar.state import Spot
from rules.values import Bitboard

# The neighbours of (0, 0), and their directions by number and by name (R1.4):
#
#         ( 0,-1)  ( 1,-1)            4   5            NW  NE
#     (-1, 0)  ( 0, 0)  ( 1, 0)     3   o   0         W   o   E
#         (-1, 1)  ( 0, 1)            2   1            SW  SE
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
ROTATIONS = len(DIRECTIONS)
MARGIN_CELLS = 1


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the six neighbours of a cell, clockwise from the east."""
    return tuple((cell[0] + q, cell[1] + r) for q, r in DIRECTIONS)


def distance(one: Cell, other: Cell) -> int:
    """Return the number of steps from one cell to another (R1.4)."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


@cache
def board_cells(rotation: int = 0) -> tuple[Cell, ...]:
    """Return the cells of the 37 characters of a face, relative to its centre (R1.7).

    :param rotation: steps of 60° clockwise.
    """
    rows = range(-BOARD_RADIUS, BOARD_RADIUS + 1)
    cells = [(q, r) for r in rows for q in rows if abs(q + r) <= BOARD_RADIUS]
    for _ in range(rotation):
        cells = [(-r, q + r) for q, r in cells]
    return tuple(cells)


def shifted(cells: Iterable[Cell], to: Cell) -> list[Cell]:
    """Return cells given relative to the origin, moved to be relative to another cell."""
    return [(q + to[0], r + to[1]) for q, r in cells]


@dataclass(frozen=True, eq=False)
class Grid:
    """The cells of a map in the order of their keys (R1.6), and a bit for each.

    Bits are numbered row by row, ``wide`` bits a row, from ``corner``, which lies outside the map. So the neighbours of a set
    of
    cells are six shifts of its bits, and a margin of one cell keeps them from wrapping into the next row.
    """

    cells: tuple[Cell, ...]
    corner: Cell
    wide: int
    keys: dict[Cell, str]
    named: dict[str, Cell]

    def index(self, cell: Cell) -> int:
        """Return the number of a cell's bit, from 0."""
        return (cell[1] - self.corner[1]) * self.wide + cell[0] - self.corner[0]

    def bits(self, cells: Iterable[Cell]) -> Bitboard:
        """Return cells as bits."""
        found = 0
        for cell in cells:
            found |= 1 << self.index(cell)
        return found

    @cached_property
    def _by_index(self) -> dict[int, Cell]:
        return {self.index(cell): cell for cell in self.cells}

    def cells_of(self, bits: Bitboard) -> list[Cell]:
        """Return the cells of the bits set, in key order."""
        found, by_index = list[Cell](), self._by_index
        while bits:
            last = bits.bit_length() - 1
            found.append(by_index[last])
            bits ^= 1 << last
        return found[::-1]

    def keys_of(self, bits: Bitboard) -> tuple[str, ...]:
        """Return the keys of the bits set, in key order."""
        return tuple(self.keys[cell] for cell in self.cells_of(bits))

    def neighbours(self, bits: Bitboard) -> Bitboard:
        """Return the neighbours of some cells, as bits."""
        right, left, slope = bits << 1, bits >> 1, self.wide - 1
        return right | left | (bits | right) << slope | (bits | left) >> slope

    def with_neighbour_in(self, bits: Bitboard) -> tuple[Bitboard, ...]:
        """Return by direction, clockwise from the east, the cells whose neighbour in this direction is one of these."""
        down, slope = self.wide, self.wide - 1
        return bits >> 1, bits >> down, bits >> slope, bits << 1, bits << down, bits << slope

    def fill(self, start: Bitboard, within: Bitboard) -> Bitboard:
        """Return the cells of a region that are connected with the start inside it."""
        edge = start & within
        left = within ^ edge
        while edge:
            edge = self.neighbours(edge) & left
            left ^= edge
        return within ^ left


@cache
def grid_of(boards: int, layout: str) -> Grid:
    """Return the grid of a layout (Appendix A); without boards it has no cells."""
    centres = LAYOUTS[boards][layout] if boards else ()
    cells = sorted((cell for centre in centres for cell in shifted(board_cells(), centre)), key=lambda cell: (cell[1], cell[0]))
    if not cells:
        return Grid((), (0, 0), 1, {}, {})
    left, above = (min(at) - MARGIN_CELLS for at in zip(*cells, strict=True))
    wide = max(q for q, _ in cells) + MARGIN_CELLS - left + 1
    first, least = min(r for _, r in cells), min(q + r // 2 for q, r in cells)
    keys = {(q, r): f"{chr(ord('a') + r - first)}{q + r // 2 - least + 1}" for q, r in cells}
    return Grid(tuple(cells), (left, above), wide, keys, {key: cell for cell, key in keys.items()})


def is_cell_key(word: str) -> bool:
    """Return whether a word looks like the key of a cell, such as ``g4``."""
    return bool(re.fullmatch(r"[a-z][1-9][0-9]?", word, re.ASCII))


class Face(NamedTuple):
    """A tile's flowers on cells 1, 2 and 3, 0 for grass; its symbol, and the cell with the symbol, from 0."""

    flowers: tuple[int, ...]
    symbol: str
    symbol_at: int


@cache
def face(tile: str) -> Face:
    """Return the flowers and the symbol of a tile (R1.9)."""
    words = TILES[tile].split()
    flowers = tuple(0 if word == GRASS else int(word[0]) for word in words)
    place = next((place for place, word in enumerate(words) if word[1:]), 0)
    return Face(flowers, words[place][1:], place)


def shape(tile: str) -> str:
    """Return the shape of a tile: ``bar``, ``vee`` or ``tri``."""
    return tile.partition("-")[0]


@cache
def rotations(tile: str) -> range:
    """Return the rotations in which a tile looks different: a bar with equal ends has only three (R1.8)."""
    _, second, third = TILES[tile].split()
    return range(ROTATIONS // 2 if shape(tile) == "bar" and second == third else ROTATIONS)


@cache
def offsets(tile: str, rotation: int) -> tuple[Cell, Cell, Cell]:
    """Return cells 1, 2 and 3 of a tile relative to cell 1 (R1.8)."""
    return (0, 0), DIRECTIONS[rotation], DIRECTIONS[(rotation + SHAPES[shape(tile)]) % ROTATIONS]


def tile_cells(tile: str, spot: Spot) -> tuple[Cell, ...]:
    """Return the map cells under a tile, in the order of the tile's cells 1, 2 and 3."""
    (q, r), rotation = spot
    return tuple((q + right, r + down) for right, down in offsets(tile, rotation))


def flower_cells(tile: str, spot: Spot) -> tuple[Cell, ...]:
    """Return the map cells under the tile's flowers."""
    return tuple(cell for cell, number in zip(tile_cells(tile, spot), face(tile).flowers, strict=True) if number)


def symbol_cell(tile: str, spot: Spot) -> Cell:
    """Return the cell under the symbol of a tile; cell 1 if it has no symbol."""
    right, down = offsets(tile, spot.rotation)[face(tile).symbol_at]
    return spot.anchor[0] + right, spot.anchor[1] + down
