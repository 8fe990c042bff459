"""Hexagons and tiles: directions, terrain boards, the cells of a layout as bits, and the cells under a tile (R1.4–R1.9)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from rules.ishtar.parts import GRASS, LAYOUTS, SHAPES, SIDE, TILES, Cell
from rules.ishtar.state import Spot
from rules.values import Bitboard

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # clockwise from the east, R1.4
TURNS = len(DIRECTIONS)
MARGIN = 1


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The six neighbours, clockwise."""
    return tuple((cell[0] + q, cell[1] + r) for q, r in DIRECTIONS)


def distance(one: Cell, other: Cell) -> int:
    """Steps from one cell to another (R1.4)."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


@cache
def board_cells(turned: int = 0) -> tuple[Cell, ...]:
    """Where the 37 characters of a face lie round its centre, turned by so many steps of 60° clockwise (R1.7)."""
    rows = range(-SIDE, SIDE + 1)
    cells = [(q, r) for r in rows for q in rows if abs(q + r) <= SIDE]
    for _ in range(turned):
        cells = [(-r, q + r) for q, r in cells]
    return tuple(cells)


def shifted(cells: Iterable[Cell], to: Cell) -> list[Cell]:
    """Cells round the origin, laid round another cell."""
    return [(q + to[0], r + to[1]) for q, r in cells]


@dataclass(frozen=True, eq=False)
class Grid:
    """The cells of a layout in key order (R1.6), and each as a bit; the order of the bits is that of the keys."""

    cells: tuple[Cell, ...]
    corner: Cell
    wide: int
    keys: dict[Cell, str]
    named: dict[str, Cell]

    def index(self, cell: Cell) -> int:
        """The place of its bit."""
        return (cell[1] - self.corner[1]) * self.wide + cell[0] - self.corner[0]

    def bits(self, cells: Iterable[Cell]) -> Bitboard:
        """Cells as bits."""
        found = 0
        for cell in cells:
            found |= 1 << self.index(cell)
        return found

    @cached_property
    def _by_index(self) -> dict[int, Cell]:
        return {self.index(cell): cell for cell in self.cells}

    def cells_of(self, bits: Bitboard) -> list[Cell]:
        """The cells of the bits set, in key order."""
        found, by_index = list[Cell](), self._by_index
        while bits:
            last = bits.bit_length() - 1
            found.append(by_index[last])
            bits ^= 1 << last
        return found[::-1]

    def keys_of(self, bits: Bitboard) -> tuple[str, ...]:
        """Their keys."""
        return tuple(self.keys[cell] for cell in self.cells_of(bits))

    def neighbours(self, bits: Bitboard) -> Bitboard:
        """The neighbours of some cells."""
        right, left, slope = bits << 1, bits >> 1, self.wide - 1
        return right | left | (bits | right) << slope | (bits | left) >> slope

    def with_neighbour_in(self, bits: Bitboard) -> tuple[Bitboard, ...]:
        """By direction, clockwise from the east: the cells whose neighbour there is one of these."""
        down, slope = self.wide, self.wide - 1
        return bits >> 1, bits >> down, bits >> slope, bits << 1, bits << down, bits << slope

    def fill(self, start: Bitboard, within: Bitboard) -> Bitboard:
        """All cells joined to the start inside a region."""
        edge = start & within
        left = within ^ edge
        while edge:
            edge = self.neighbours(edge) & left
            left ^= edge
        return within ^ left


@cache
def grid_of(boards: int, layout: str) -> Grid:
    """The cells of a layout (Appendix A); without one there are none."""
    centres = LAYOUTS[boards][layout] if boards else ()
    cells = sorted((cell for centre in centres for cell in shifted(board_cells(), centre)), key=lambda cell: (cell[1], cell[0]))
    if not cells:
        return Grid((), (0, 0), 1, {}, {})
    left, above = (min(at) - MARGIN for at in zip(*cells, strict=True))
    wide = max(q for q, _ in cells) + MARGIN - left + 1
    first, least = min(r for _, r in cells), min(q + r // 2 for q, r in cells)
    keys = {(q, r): f"{chr(ord('a') + r - first)}{q + r // 2 - least + 1}" for q, r in cells}
    return Grid(tuple(cells), (left, above), wide, keys, {key: cell for cell, key in keys.items()})


def is_cell_key(word: str) -> bool:
    """Does it look like the key of a cell?"""
    return bool(re.fullmatch(r"[a-z][1-9][0-9]?", word, re.ASCII))


class Face(NamedTuple):
    """The flowers on cells 1, 2 and 3, 0 for grass; the symbol, and which cell it stands on, from 0."""

    flowers: tuple[int, ...]
    symbol: str
    place: int


@cache
def face(tile: str) -> Face:
    """What a tile shows."""
    words = TILES[tile].split()
    flowers = tuple(0 if word == GRASS else int(word[0]) for word in words)
    place = next((place for place, word in enumerate(words) if word[1:]), 0)
    return Face(flowers, words[place][1:], place)


def shape(tile: str) -> str:
    """``bar``, ``vee`` or ``tri``."""
    return tile.partition("-")[0]


@cache
def turns(tile: str) -> range:
    """The ways round that differ: a bar with equal ends looks the same after half a turn (R1.8)."""
    _, second, third = TILES[tile].split()
    return range(TURNS // 2 if shape(tile) == "bar" and second == third else TURNS)


@cache
def offsets(tile: str, turned: int) -> tuple[Cell, Cell, Cell]:
    """Where cells 1, 2 and 3 lie from cell 1 (R1.8)."""
    return (0, 0), DIRECTIONS[turned], DIRECTIONS[(turned + SHAPES[shape(tile)]) % TURNS]


def tile_cells(tile: str, spot: Spot) -> tuple[Cell, ...]:
    """The cells under a tile: 1, 2, 3."""
    (q, r), turned = spot
    return tuple((q + right, r + down) for right, down in offsets(tile, turned))


def flower_cells(tile: str, spot: Spot) -> tuple[Cell, ...]:
    """Those of its cells that bear flowers."""
    return tuple(cell for cell, number in zip(tile_cells(tile, spot), face(tile).flowers, strict=True) if number)


def symbol_cell(tile: str, spot: Spot) -> Cell:
    """Where its symbol lies."""
    right, down = offsets(tile, spot.turned)[face(tile).place]
    return spot.anchor[0] + right, spot.anchor[1] + down
