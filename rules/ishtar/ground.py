"""The map and what lies on it, as bits: tiles, gardens, beds (R1.3, R3.9, R3.10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from rules.game import Seat
from rules.ishtar.hexes import Grid, board, grid, moved
from rules.ishtar.parts import COLOURS, FACES, FOUNTAIN, LAYOUTS, SAND, STONE, Cell
from rules.ishtar.state import Garden, Laid, Spot
from rules.ishtar.tiles import cells, face
from rules.values import Bitboard


@dataclass(frozen=True, eq=False)
class Land:
    """The bare map as bits: what can be covered, the stones, the gems by colour, the fountains by slot."""

    grid: Grid
    ground: Bitboard
    stones: Bitboard
    gems: tuple[Bitboard, ...]
    fountains: tuple[Bitboard, ...]


class Bed(NamedTuple):
    """A controlled bed: whose, its cells and the cells beside it as bits."""

    seat: Seat
    cells: Bitboard
    near: Bitboard


@lru_cache(maxsize=256)
def _land(layout: str, faces: tuple[tuple[str, int], ...]) -> Land:
    its_grid = grid(len(faces), layout)
    found = dict.fromkeys((FOUNTAIN, STONE, SAND, *COLOURS), 0)
    fountains: list[int] = []
    centres = LAYOUTS[len(faces)][layout] if faces else ()
    for centre, (name, turned) in zip(centres, faces, strict=True):
        for cell, letter in zip(moved(board(turned), centre), FACES[name].replace("/", ""), strict=True):
            bit = its_grid.bits((cell,))
            found[letter] |= bit
            if letter == FOUNTAIN:
                fountains.append(bit)
    gems = tuple(found[colour] for colour in COLOURS)
    ground = found[SAND] | sum(gems)
    return Land(its_grid, ground, found[STONE], gems, tuple(fountains))


def land(garden: Garden) -> Land:
    """The map of a garden."""
    return _land(garden.layout, garden.faces)


@dataclass(frozen=True, eq=False)
class Cover:
    """What lies on the map as bits.

    ``values[n]`` are the cells with n flowers, ``flowers`` all of them; ``free`` is free grass, ``bare`` ground that a tile
    may cover (R3.8a); ``gardens`` are all cells of the gardens of each fountain, by slot.
    """

    land: Land
    gardens: tuple[Bitboard, ...]
    bare: Bitboard
    covered: Bitboard
    values: tuple[Bitboard, ...]
    flowers: Bitboard
    free: Bitboard
    pawns: Bitboard
    assistants: tuple[tuple[Bitboard, Seat], ...]

    @property
    def grid(self) -> Grid:
        """The cells of the map."""
        return self.land.grid

    @cached_property
    def helpers(self) -> Bitboard:
        """All cells with an assistant."""
        return sum(bit for bit, _ in self.assistants)

    @cached_property
    def beds(self) -> tuple[Bed, ...]:
        """The controlled beds."""
        fill, around = self.grid.fill, self.grid.around
        found = ((seat, fill(bit, self.flowers)) for bit, seat in self.assistants)
        return tuple(Bed(seat, bed, around(bed)) for seat, bed in found)

    @cached_property
    def near(self) -> tuple[Bitboard, Bitboard]:
        """The cells beside one controlled bed or more, and those beside two or more."""
        return once_twice(bed.near for bed in self.beds)

    @cached_property
    def zones(self) -> tuple[Bitboard, ...]:
        """The bare cells that touch each fountain or a garden of it."""
        around, bare = self.grid.around, self.bare
        return tuple(around(one | two) & bare for one, two in zip(self.land.fountains, self.gardens, strict=True))

    def bed(self, start: Bitboard) -> Bitboard:
        """The whole bed of a flower cell."""
        return self.grid.fill(start, self.flowers)

    def count(self, bits: Bitboard) -> int:
        """The flowers on these cells."""
        return sum(number * (bits & value).bit_count() for number, value in enumerate(self.values) if number)


def once_twice(regions: Iterable[Bitboard]) -> tuple[Bitboard, Bitboard]:
    """What lies in one region or more, and in two or more."""
    once = twice = 0
    for region in regions:
        twice |= once & region
        once |= region
    return once, twice


@lru_cache(maxsize=1024)
def spot_bits(its_grid: Grid, tile: str, spot: Spot) -> tuple[Bitboard, ...]:
    """The cells of a spot, 1, 2, 3, each as a bit."""
    return tuple(its_grid.bits((cell,)) for cell in cells(tile, spot))


@lru_cache(maxsize=1024)
def _grown(its_land: Land, laid: tuple[Laid, ...]) -> tuple[tuple[Bitboard, ...], tuple[Bitboard, ...]]:
    """The cells with 0 to 4 flowers on tiles, and the gardens by slot: of all tiles but the last, and with that one."""
    if not laid:
        return (0,) * 5, (0,) * len(its_land.fountains)
    values, gardens = _grown(its_land, laid[:-1])
    tile, anchor, turned, _ = laid[-1]
    under, values = spot_bits(its_land.grid, tile, Spot(anchor, turned)), list(values)
    for number, bit in zip(face(tile).flowers, under, strict=True):
        values[number] |= bit
    new = sum(under)
    beside, waters = its_land.grid.around(new), zip(its_land.fountains, gardens, strict=True)
    return tuple(values), tuple(its | new if beside & (water | its) else its for water, its in waters)


@lru_cache(maxsize=1024)
def cover(garden: Garden) -> Cover:
    """What lies on the map of a garden."""
    its_land = land(garden)
    on_tiles, gardens = _grown(its_land, garden.laid)
    index, values, covered = its_land.grid.index, list(on_tiles), sum(on_tiles)
    for token in garden.tokens:
        values[token.flowers] |= its_land.grid.bits(token.cells)
    flowers = sum(values[1:])
    pawns = its_land.grid.bits(garden.pawns)
    values[0] = covered & ~flowers
    helpers = tuple((1 << index(cell), seat) for cell, seat in garden.assistants)
    bare, free = its_land.ground & ~covered, values[0] & ~pawns
    return Cover(its_land, gardens, bare, covered, tuple(values), flowers, free, pawns, helpers)


def keys(garden: Garden, bits: Bitboard) -> tuple[str, ...]:
    """The keys of cells, in key order."""
    return land(garden).grid.listed(bits)


def key(garden: Garden, cell: Cell) -> str:
    """The key of a cell (R1.6)."""
    return land(garden).grid.keys[cell]


def fountain(lying: Cover, bits: Bitboard) -> int:
    """The slot of the fountain whose garden holds these cells."""
    return next(slot for slot, each in enumerate(lying.gardens) if each & bits)


def fountain_cell(lying: Cover, slot: int) -> str:
    """The key of a fountain."""
    return lying.grid.listed(lying.land.fountains[slot])[0]
