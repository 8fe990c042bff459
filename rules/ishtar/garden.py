"""The map and what lies on it, as bits: terrain, tiles, gardens and beds (R1.3); and where tiles and tokens may lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from rules.game import Seat
from rules.ishtar.hexes import TURNS, Grid, board, cells, face, flower_cells, grid, moved, shape, turns
from rules.ishtar.parts import COLOURS, FACES, FOUNTAIN, LAYOUTS, SAND, SHAPES, STONE, Cell
from rules.ishtar.state import Garden, Laid, Spot, Token
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


@lru_cache(maxsize=1024)
def spots(lying: Cover, tile: str) -> tuple[tuple[Bitboard, ...], ...]:
    """The spots of a tile (R3.8): by slot of the fountain and way round, the anchors as bits."""
    seen_from, bend = lying.grid.seen_from, SHAPES[shape(tile)]
    ways = [(turned, (turned + bend) % TURNS) for turned in turns(tile)]
    watered, joining = once_twice(lying.zones)
    dry, found = lying.bare & ~watered, list[list[Bitboard]]()
    for zone in lying.zones:
        own = zone & ~joining
        room = dry | own  # any other cell touches another fountain's water or garden (R3.9)
        rooms, owns = seen_from(room), seen_from(own)
        found.append([room & rooms[one] & rooms[two] & (own | owns[one] | owns[two]) for one, two in ways])
    if not lying.beds:
        return tuple(map(tuple, found))
    peaceful = _peaceful(lying, tile, [sum(same) for same in zip(*found, strict=True)])
    return tuple(tuple(bits & where for bits, where in zip(each, peaceful, strict=True)) for each in found)


def _peaceful(lying: Cover, tile: str, found: Sequence[Bitboard]) -> tuple[Bitboard, ...]:
    """Of these anchors, those where no bed would then hold two assistants (R3.8d)."""
    grid, bend = lying.grid, SHAPES[shape(tile)]
    flowers = [place for place, number in enumerate(face(tile).flowers) if number]
    (once, twice), (onces, twices) = lying.near, map(grid.seen_from, lying.near)
    peaceful: list[Bitboard] = []
    for turned, anchors in enumerate(found):
        bent, touching, several = (turned + bend) % TURNS, 0, 0
        one, two = (once, onces[turned], onces[bent]), (twice, twices[turned], twices[bent])
        for place in flowers:
            several |= touching & one[place]
            touching |= one[place]
            anchors &= ~two[place]
        for cell in grid.squares(anchors & several):
            if joins_assistants(lying, grid.bits(flower_cells(tile, Spot(cell, turned)))):
                anchors ^= grid.bits((cell,))
        peaceful.append(anchors)
    return tuple(peaceful)


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
    return any(map(any, spots(cover(garden), tile)))


def ways(garden: Garden, tile: str, anchor: Cell) -> tuple[int, ...]:
    """The ways round that are spots there."""
    lying = cover(garden)
    at = lying.grid.index(anchor)
    return tuple(turned for turned in turns(tile) if any(each[turned] >> at & 1 for each in spots(lying, tile)))


def lay(garden: Garden, tile: str, spot: Spot, seat: Seat) -> Garden:
    """The garden with one more tile."""
    return replace(garden, laid=(*garden.laid, Laid(tile, spot.anchor, spot.turned, seat)))


def under(garden: Garden, tile: str, spot: Spot) -> Bitboard:
    """The cells of a spot as bits."""
    return sum(spot_bits(land(garden).grid, tile, spot))


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
