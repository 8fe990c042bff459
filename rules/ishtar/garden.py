"""The map and what lies on it, as bits: terrain, tiles, gardens and beds (R1.3); and where tiles and tokens may lie.

R3.8 and R3.9 are written twice. `spots` finds all spots of a tile at once, by shifts of bits: random play and computers need
that speed. `legality.why_not_spot` tests one spot and says what is wrong with it. Both build on `Cover.fountain_zones` and
`joins_assistants`. `test_refusals.py` holds them equal, and `invariants.py` holds the spots against the rule cell by cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from rules.game import Seat
from rules.ishtar.hexes import ROTATIONS, Grid, board_cells, face, flower_cells, grid_of, rotations, shape, shifted, tile_cells
from rules.ishtar.parts import COLOURS, FACES, FOUNTAIN, LAYOUTS, SAND, SHAPES, STONE, Cell
from rules.ishtar.state import Garden, Laid, Spot, Token
from rules.values import Bitboard, replace


@dataclass(frozen=True, eq=False)
class Land:
    """The bare map as bits: ground that tiles may cover, stones, gems by colour, fountains by slot."""

    grid: Grid
    ground: Bitboard
    stones: Bitboard
    gems: tuple[Bitboard, ...]
    fountains: tuple[Bitboard, ...]


class Bed(NamedTuple):
    """A controlled bed: the seat that controls it, its cells, and the cells next to the bed."""

    seat: Seat
    cells: Bitboard
    near: Bitboard


@lru_cache(maxsize=256)
def _land(layout: str, faces: tuple[tuple[str, int], ...]) -> Land:
    grid = grid_of(len(faces), layout)
    found = dict.fromkeys((FOUNTAIN, STONE, SAND, *COLOURS), 0)
    fountains: list[int] = []
    centres = LAYOUTS[len(faces)][layout] if faces else ()
    for centre, (name, rotation) in zip(centres, faces, strict=True):
        for cell, letter in zip(shifted(board_cells(rotation), centre), FACES[name].replace("/", ""), strict=True):
            bit = grid.bits((cell,))
            found[letter] |= bit
            if letter == FOUNTAIN:
                fountains.append(bit)
    gems = tuple(found[colour] for colour in COLOURS)
    ground = found[SAND] | sum(gems)
    return Land(grid, ground, found[STONE], gems, tuple(fountains))


def land_of(garden: Garden) -> Land:
    """Return the terrain of a garden."""
    return _land(garden.layout, garden.faces)


@dataclass(frozen=True, eq=False)
class Cover:
    """The things on the map, as bits.

    ``by_flowers[n]`` are the cells with n flowers, ``flowers`` all of them; ``free`` is free grass, ``bare`` ground that a tile
    may cover (R3.8a); ``gardens`` are all cells of the gardens of each fountain, by slot.
    """

    land: Land
    gardens: tuple[Bitboard, ...]
    bare: Bitboard
    covered: Bitboard
    by_flowers: tuple[Bitboard, ...]
    flowers: Bitboard
    free: Bitboard
    pawns: Bitboard
    assistants: tuple[tuple[Bitboard, Seat], ...]

    @property
    def grid(self) -> Grid:
        """Return the grid of the map."""
        return self.land.grid

    @cached_property
    def assistant_cells(self) -> Bitboard:
        """Return the cells with an assistant."""
        return sum(bit for bit, _ in self.assistants)

    @cached_property
    def beds(self) -> tuple[Bed, ...]:
        """Return the controlled beds (R3.10)."""
        fill, neighbours = self.grid.fill, self.grid.neighbours
        found = ((seat, fill(bit, self.flowers)) for bit, seat in self.assistants)
        return tuple(Bed(seat, bed, neighbours(bed)) for seat, bed in found)

    @cached_property
    def near_beds(self) -> tuple[Bitboard, Bitboard]:
        """Return two sets of cells: next to at least one controlled bed, and next to at least two."""
        return once_and_twice(bed.near for bed in self.beds)

    @cached_property
    def fountain_zones(self) -> tuple[Bitboard, ...]:
        """Return for each fountain slot the bare cells that touch the fountain or one of its gardens (R3.9)."""
        neighbours, bare = self.grid.neighbours, self.bare
        return tuple(neighbours(one | two) & bare for one, two in zip(self.land.fountains, self.gardens, strict=True))

    def bed_at(self, start: Bitboard) -> Bitboard:
        """Return the whole bed of a flower cell."""
        return self.grid.fill(start, self.flowers)

    def count_flowers(self, bits: Bitboard) -> int:
        """Return the number of flowers on cells; flowers of tokens count in full (R3.25)."""
        return sum(number * (bits & value).bit_count() for number, value in enumerate(self.by_flowers) if number)


def once_and_twice(regions: Iterable[Bitboard]) -> tuple[Bitboard, Bitboard]:
    """Return two sets of cells: in at least one region, and in at least two."""
    once = twice = 0
    for region in regions:
        twice |= once & region
        once |= region
    return once, twice


@lru_cache(maxsize=1024)
def spot_bits(grid: Grid, tile: str, spot: Spot) -> tuple[Bitboard, ...]:
    """Return cells 1, 2 and 3 of a spot, each as a bit."""
    return tuple(grid.bits((cell,)) for cell in tile_cells(tile, spot))


@lru_cache(maxsize=1024)
def _layers(land: Land, laid: tuple[Laid, ...]) -> tuple[tuple[Bitboard, ...], tuple[Bitboard, ...]]:
    """Return the cells with 0 to 4 flowers on tiles, and the gardens by slot; the tiles before the last are cached."""
    if not laid:
        return (0,) * 5, (0,) * len(land.fountains)
    values, gardens = _layers(land, laid[:-1])
    tile, anchor, rotation, _ = laid[-1]
    under, values = spot_bits(land.grid, tile, Spot(anchor, rotation)), list(values)
    for number, bit in zip(face(tile).flowers, under, strict=True):
        values[number] |= bit
    new = sum(under)
    beside, waters = land.grid.neighbours(new), zip(land.fountains, gardens, strict=True)
    return tuple(values), tuple(its | new if beside & (water | its) else its for water, its in waters)


@lru_cache(maxsize=1024)
def cover_of(garden: Garden) -> Cover:
    """Return the things on the map of a garden, as bits."""
    land = land_of(garden)
    on_tiles, gardens = _layers(land, garden.laid)
    index, values, covered = land.grid.index, list(on_tiles), sum(on_tiles)
    for token in garden.tokens:
        values[token.flowers] |= land.grid.bits(token.cells)
    flowers = sum(values[1:])
    pawns = land.grid.bits(garden.pawns)
    values[0] = covered & ~flowers
    assistants = tuple((1 << index(cell), seat) for cell, seat in garden.assistants)
    bare, free = land.ground & ~covered, values[0] & ~pawns
    return Cover(land, gardens, bare, covered, tuple(values), flowers, free, pawns, assistants)


def cell_keys(garden: Garden, bits: Bitboard) -> tuple[str, ...]:
    """Return the keys of cells, in key order."""
    return land_of(garden).grid.keys_of(bits)


def cell_key(garden: Garden, cell: Cell) -> str:
    """Return the key of a cell (R1.6)."""
    return land_of(garden).grid.keys[cell]


def fountain_slot(cover: Cover, bits: Bitboard) -> int:
    """Return the slot of the fountain whose gardens include these cells."""
    return next(slot for slot, each in enumerate(cover.gardens) if each & bits)


def fountain_cell_key(cover: Cover, slot: int) -> str:
    """Return the key of a fountain's cell."""
    return cover.grid.keys_of(cover.land.fountains[slot])[0]


@lru_cache(maxsize=1024)
def spots(cover: Cover, tile: str) -> tuple[tuple[Bitboard, ...], ...]:
    """Return all spots of a tile (R3.8, R3.9): by slot of the fountain, then by rotation, the anchors as bits."""
    towards, bend = cover.grid.with_neighbour_in, SHAPES[shape(tile)]
    ways = [(rotation, (rotation + bend) % ROTATIONS) for rotation in rotations(tile)]
    watered, joining = once_and_twice(cover.fountain_zones)
    dry, found = cover.bare & ~watered, list[list[Bitboard]]()
    for zone in cover.fountain_zones:
        own = zone & ~joining
        room = dry | own  # any other cell touches another fountain's water or garden (R3.9)
        rooms, owns = towards(room), towards(own)
        found.append([room & rooms[one] & rooms[two] & (own | owns[one] | owns[two]) for one, two in ways])
    if not cover.beds:
        return tuple(map(tuple, found))
    apart = _keep_assistants_apart(cover, tile, [sum(same) for same in zip(*found, strict=True)])
    return tuple(tuple(bits & where for bits, where in zip(each, apart, strict=True)) for each in found)


def _keep_assistants_apart(cover: Cover, tile: str, found: Sequence[Bitboard]) -> tuple[Bitboard, ...]:
    """Return, by rotation, the anchors where no bed would then hold two assistants (R3.8d).

    :param found: by rotation the anchors that pass the other tests.
    """
    grid, bend = cover.grid, SHAPES[shape(tile)]
    flowers = [place for place, number in enumerate(face(tile).flowers) if number]
    (once, twice), (onces, twices) = cover.near_beds, map(grid.with_neighbour_in, cover.near_beds)
    apart: list[Bitboard] = []
    for rotation, anchors in enumerate(found):
        bent, touching, several = (rotation + bend) % ROTATIONS, 0, 0
        one, two = (once, onces[rotation], onces[bent]), (twice, twices[rotation], twices[bent])
        for place in flowers:
            several |= touching & one[place]
            touching |= one[place]
            anchors &= ~two[place]
        for cell in grid.cells_of(anchors & several):
            if joins_assistants(cover, grid.bits(flower_cells(tile, Spot(cell, rotation)))):
                anchors ^= grid.bits((cell,))
        apart.append(anchors)
    return tuple(apart)


def joins_assistants(cover: Cover, bits: Bitboard) -> bool:
    """Return whether flowers on these cells would bring two assistants into one bed (R3.8d)."""
    flowers = cover.flowers | bits
    while bits:
        bed = cover.grid.fill(bits & -bits, flowers)
        if (bed & cover.assistant_cells).bit_count() > 1:
            return True
        bits &= ~bed
    return False


def has_spot(garden: Garden, tile: str) -> bool:
    """Return whether a tile has a spot; a tile without one leaves the game (R3.7)."""
    return any(map(any, spots(cover_of(garden), tile)))


def with_tile(garden: Garden, tile: str, spot: Spot, seat: Seat) -> Garden:
    """Return the garden with one more tile."""
    return replace(garden, laid=(*garden.laid, Laid(tile, spot.anchor, spot.rotation, seat)))


def tile_bits(garden: Garden, tile: str, spot: Spot) -> Bitboard:
    """Return the cells under a tile, as bits."""
    return sum(spot_bits(land_of(garden).grid, tile, spot))


def bloom_cells(garden: Garden, token: int) -> Bitboard:
    """Return the cells on which the first cell of a blooming token may be placed (R3.23, R3.24).

    :param token: the token's size in cells, 1 or 2.
    """
    cover = cover_of(garden)
    neighbours, may = cover.grid.neighbours, _may_bloom(cover)
    if token == 1:
        return may
    neutral = may & ~cover.near_beds[0]
    found = neutral & neighbours(may)
    for bed in cover.beds:
        own = may & bed.near
        found |= own & neighbours(own | neutral)
    return found


def bloom_partners(garden: Garden, cell: Cell) -> Bitboard:
    """Return the cells for the second cell of a token (R3.24): next to the first cell, and next to no further controlled bed."""
    cover = cover_of(garden)
    bit = 1 << cover.grid.index(cell)
    own = next((bed.near for bed in cover.beds if bed.near & bit), cover.near_beds[0])
    return cover.grid.neighbours(bit) & _may_bloom(cover) & (~cover.near_beds[0] | own)


def _may_bloom(cover: Cover) -> Bitboard:
    """Return the free grass where one flower joins no two controlled beds."""
    return cover.free & ~cover.near_beds[1]


def with_token(garden: Garden, token: Token) -> Garden:
    """Return the garden with one more blooming token."""
    return replace(garden, tokens=(*garden.tokens, token))
