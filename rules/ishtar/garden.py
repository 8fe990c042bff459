"""Where tiles and tokens may lie, and gardens with one more of them (R3.8–R3.10, R3.23, R3.24)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from rules.game import Seat
from rules.ishtar.ground import Cover, cover, land, once_twice, spot_bits
from rules.ishtar.hexes import TURNS
from rules.ishtar.parts import SHAPES, Cell
from rules.ishtar.state import Garden, Laid, Spot, Token
from rules.ishtar.tiles import face, flower_cells, shape, turns
from rules.values import Bitboard


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
