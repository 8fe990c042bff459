"""The map and what grows on it: beds, gardens, fountains, and where tiles and tokens may lie (R1.3, R3.8–R3.10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from rules.game import Seat
from rules.ishtar.hexes import TURNS, Grid, board, grid, moved
from rules.ishtar.parts import COLOURS, FACES, FOUNTAIN, LAYOUTS, SAND, SHAPES, STONE, Cell
from rules.ishtar.state import Garden, Laid, Spot, Token
from rules.ishtar.tiles import face, offsets, shape, turns
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
    may cover (R3.8a).
    """

    land: Land
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
        return _once_twice(bed.near for bed in self.beds)

    @cached_property
    def gardens(self) -> tuple[Bitboard, ...]:
        """All cells of the gardens of each fountain, by slot."""
        return _gardens(self.land, self.covered)

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


def _once_twice(regions: Iterable[Bitboard]) -> tuple[Bitboard, Bitboard]:
    """What lies in one region or more, and in two or more."""
    once = twice = 0
    for region in regions:
        twice |= once & region
        once |= region
    return once, twice


@lru_cache(maxsize=1024)
def _gardens(its_land: Land, covered: Bitboard) -> tuple[Bitboard, ...]:
    around, fill = its_land.grid.around, its_land.grid.fill
    return tuple(fill(around(fountain), covered) for fountain in its_land.fountains)


@cache
def _places(tile: str, turned: int, wide: int) -> list[tuple[int, int]]:
    """The flowers on each cell of a tile, and how many bits it lies from cell 1."""
    return [(number, q + r * wide) for number, (q, r) in zip(face(tile).flowers, offsets(tile, turned), strict=True)]


@lru_cache(maxsize=1024)
def cover(garden: Garden) -> Cover:
    """What lies on the map of a garden."""
    its_land = land(garden)
    index, wide = its_land.grid.index, its_land.grid.wide
    values = [0] * 5
    for tile, anchor, turned, _ in garden.laid:
        at = index(anchor)
        for number, place in _places(tile, turned, wide):
            values[number] |= 1 << at + place
    covered = sum(values)
    for token in garden.tokens:
        values[token.flowers] |= its_land.grid.bits(token.cells)
    flowers = sum(values[1:])
    pawns = its_land.grid.bits(garden.pawns)
    values[0] = covered & ~flowers
    helpers = tuple((1 << index(cell), seat) for cell, seat in garden.assistants)
    bare, free = its_land.ground & ~covered, values[0] & ~pawns
    return Cover(its_land, bare, covered, tuple(values), flowers, free, pawns, helpers)


def _from(bits: Bitboard, offset: int) -> Bitboard:
    """The cells from which these lie at an offset."""
    return bits >> offset if offset > 0 else bits << -offset


@lru_cache(maxsize=1024)
def spots(lying: Cover, tile: str) -> tuple[Bitboard, ...]:
    """The spots of a tile (R3.8): the anchors as bits for each way round."""
    seen_from, its_turns, bend = lying.grid.seen_from, turns(tile), SHAPES[shape(tile)]
    watered, joining = _once_twice(lying.zones)
    dry, found = lying.bare & ~watered, [0] * len(its_turns)
    for zone in lying.zones:
        own = zone & ~joining
        room = dry | own  # any other cell touches another fountain's water or garden (R3.9)
        rooms, owns = seen_from(room), seen_from(own)
        for turned in its_turns:
            bent = (turned + bend) % TURNS
            found[turned] |= room & rooms[turned] & rooms[bent] & (own | owns[turned] | owns[bent])
    if not lying.beds:
        return tuple(found)
    return tuple(_peaceful(lying, tile, turned, anchors) for turned, anchors in zip(its_turns, found, strict=True))


def _peaceful(lying: Cover, tile: str, turned: int, anchors: Bitboard) -> Bitboard:
    """Of these anchors, those where no bed would then hold two assistants (R3.8d)."""
    once, twice = lying.near
    flowers = [place for number, place in _places(tile, turned, lying.grid.wide) if number]
    touching = several = 0
    for place in flowers:
        beside = _from(once, place)
        several |= touching & beside
        touching |= beside
        anchors &= ~_from(twice, place)
    left = anchors & several
    while left:
        anchor = left & -left
        left ^= anchor
        start = anchor.bit_length() - 1
        if joins_assistants(lying, sum(1 << start + place for place in flowers)):
            anchors ^= anchor
    return anchors


def joins_assistants(lying: Cover, bits: Bitboard) -> bool:
    """Would flowers on these cells bring two assistants into one bed (R3.8d)?"""
    flowers = lying.flowers | bits
    while bits:
        bed = lying.grid.fill(bits & -bits, flowers)
        if (bed & lying.helpers).bit_count() > 1:
            return True
        bits &= ~bed
    return False


def fits(garden: Garden, tile: str) -> bool:
    """Has the tile a spot (R3.7)?"""
    return any(spots(cover(garden), tile))


def anchors(garden: Garden, tile: str) -> Bitboard:
    """Where cell 1 of a tile may lie."""
    every = 0
    for bits in spots(cover(garden), tile):
        every |= bits
    return every


def ways(garden: Garden, tile: str, anchor: Cell) -> tuple[int, ...]:
    """The ways round that are spots there."""
    lying = cover(garden)
    at = lying.grid.index(anchor)
    return tuple(turned for turned, bits in enumerate(spots(lying, tile)) if bits >> at & 1)


def lay(garden: Garden, tile: str, spot: Spot, seat: Seat) -> Garden:
    """The garden with one more tile."""
    return replace(garden, laid=(*garden.laid, Laid(tile, spot.anchor, spot.turned, seat)))


def under(garden: Garden, tile: str, spot: Spot) -> Bitboard:
    """The cells of a spot as bits."""
    its_grid = land(garden).grid
    at = its_grid.index(spot.anchor)
    return sum(1 << at + place for _, place in _places(tile, spot.turned, its_grid.wide))


def blooming(garden: Garden, token: int) -> Bitboard:
    """Where the first cell of a token of one or two cells may lie (R3.23, R3.24)."""
    lying = cover(garden)
    around, may = lying.grid.around, _may_bloom(lying)
    if token == 1:
        return may
    neutral = may & ~lying.near[0]
    found = neutral & around(may)
    for bed in lying.beds:
        own = may & bed.near
        found |= own & around(own | neutral)
    return found


def partners(garden: Garden, cell: Cell) -> Bitboard:
    """Where the second cell of a token may lie (R3.24): beside the first, and near no other controlled bed than that is."""
    lying = cover(garden)
    bit = 1 << lying.grid.index(cell)
    own = next((bed.near for bed in lying.beds if bed.near & bit), lying.near[0])
    return lying.grid.around(bit) & _may_bloom(lying) & (~lying.near[0] | own)


def _may_bloom(lying: Cover) -> Bitboard:
    """Free grass where a flower would join no two controlled beds."""
    return lying.free & ~lying.near[1]


def bloom(garden: Garden, token: Token) -> Garden:
    """The garden with one more blooming token."""
    return replace(garden, tokens=(*garden.tokens, token))


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
