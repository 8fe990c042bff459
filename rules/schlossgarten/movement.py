"""Where pawns may go (R3.12–R3.23): fields, steps, jumps, hits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rules.game import Seat
from rules.schlossgarten.board import BIT, BOARD, NEAR, ROW, SQUARE, Ground, around, occupied, pawn_on
from rules.schlossgarten.parts import ARCHITECT, GARDENER, STEPS
from rules.schlossgarten.state import Move, Square, Squares
from rules.values import Bitboard

WAYS = (1, ROW - 1, ROW, ROW + 1)  # shifts to the east, north-west, north, north-east; the others are their opposites


class Land(NamedTuple):
    """What does not depend on the pawns, for one seat: bits of tiles, of its elements and of everybody else's (R3.14)."""

    tiles: Bitboard
    own: tuple[Bitboard, ...]
    own_all: Bitboard
    foreign: Bitboard


@lru_cache(maxsize=256)
def land(pits: Bitboard, elements: tuple[tuple[Bitboard, ...], ...], seat: Seat) -> Land:
    """The fields of a seat (R3.18)."""
    own = tuple(filter(None, elements[seat]))
    foreign = sum(sum(kinds) for owner, kinds in enumerate(elements) if owner != seat)
    return Land(BOARD & ~pits & ~foreign & ~sum(own), own, sum(own), foreign)


def open_fields(own: Land, others: Bitboard) -> Bitboard:
    """Free tiles, and all squares of elements with room, where these are the squares of the other pawns (R3.17d, R3.18)."""
    free = own.tiles & ~others | own.own_all
    for element in own.own:
        if not element & ~others:
            free &= ~element
    return free


def field(own: Land, square: Bitboard) -> Bitboard:
    """The own element on which a square lies as a whole, else that square; as bits."""
    if square & own.own_all:
        return next(element for element in own.own if element & square)
    return square


class Setting(NamedTuple):
    """What the pawns of a seat find: its land, all pawns, the foreign workers that may be jumped, and those to be hit."""

    land: Land
    occupied: Bitboard
    foreign: Bitboard
    jumped: Bitboard
    targets: Bitboard


@lru_cache(maxsize=256)
def setting(here: Ground, seat: Seat) -> Setting:
    """As bits (R3.16d, R3.21)."""
    own = land(here.pits, here.elements, seat)
    foreign = workers = targets = 0
    everybody = occupied(here)
    for owner, (king, gardener, architect) in enumerate(here.pawns):
        if owner != seat:
            both = BIT[gardener] | BIT[architect]
            foreign |= both | BIT[king]
            workers |= both
            if own.foreign and refuges(here, owner):
                targets |= both
    return Setting(own, everybody, foreign, workers & ~own.foreign, targets & own.tiles)


def refuges(here: Ground, owner: Seat) -> Bitboard:
    """Where a pawn of this owner may be put when it is hit, as bits (R3.22)."""
    own = land(here.pits, here.elements, owner).own_all
    return own and own & ~occupied(here)


def flood(start: Bitboard, free: Bitboard, jumped: Bitboard, own: Land, steps: int) -> Iterator[tuple[Bitboard, Bitboard]]:
    """Step by step: the squares next to what was reached last, straight or by a jump, and the free fields newly reached."""
    free &= ~start
    for _ in range(steps):
        wide = start | start << 1 | start >> 1
        near = wide | wide << ROW | wide >> ROW
        if near & jumped:
            for way in WAYS:
                near |= (start << way & jumped) << way | (start >> way & jumped) >> way
        start = near & free
        if start & own.own_all:
            for element in own.own:  # R3.17a, b: one field
                if start & element:
                    start |= element
        free &= ~start
        yield near, start
        if not start:
            break


class Reach(NamedTuple):
    """Where one pawn may go: the destinations by cost, and the fields by the step on which they are entered."""

    by_cost: tuple[Bitboard, ...]
    entered: tuple[Bitboard, ...]

    def cost(self, square: Square) -> int:
        """Steps to a square; 0 if it is out of reach."""
        for cost, found in enumerate(self.by_cost, start=1):
            if found & BIT[square]:
                return cost
        return 0

    def within(self, steps: int) -> Bitboard:
        """The destinations that so many steps allow, as bits."""
        return sum(self.by_cost[:steps])  # none has two costs


@lru_cache(maxsize=256)
def reach(here: Ground, seat: Seat, pawn: int) -> Reach:
    """All destinations of a pawn, whatever steps are left (R3.18)."""
    return _reach(here, seat, pawn, STEPS)


def movers(here: Ground, seat: Seat) -> list[int]:
    """The own pawns that have any destination; then they have one that costs a single step."""
    own, everybody, *_ = setting(here, seat)
    free = own.tiles & ~everybody
    return [n for n, square in enumerate(here.pawns[seat]) if NEAR[square] & free or any(_reach(here, seat, n, 1).by_cost)]


def _reach(here: Ground, seat: Seat, pawn: int, steps: int) -> Reach:
    own, everybody, _, _, targets = setting(here, seat)
    square = BIT[here.pawns[seat][pawn]]
    others = everybody & ~square
    start = field(own, square)
    shifts = start & ~everybody  # R3.17c
    found, entered = list[int](), [start]
    jumped = jumpable(here, seat, pawn)
    for near, new in flood(start, open_fields(own, others), jumped, own, steps):
        found.append(new & ~others | near & targets | shifts)
        entered.append(new)
        targets &= ~near
        shifts = 0
    return Reach(tuple(found), tuple(entered))


def jumpable(here: Ground, seat: Seat, pawn: int) -> Bitboard:
    """The workers that this pawn may jump, as bits (R3.16)."""
    _, gardener, architect = here.pawns[seat]
    mine = (BIT[gardener] if pawn != GARDENER else 0) | (BIT[architect] if pawn != ARCHITECT else 0)
    return setting(here, seat).jumped | mine


def over(here: Ground, seat: Seat, pawn: int, to: Square) -> Squares:
    """The squares of the workers whom a pawn jumps on a shortest way, in that order; none where walking is as short."""
    found = reach(here, seat, pawn)
    own, jumped = land(here.pits, here.elements, seat), jumpable(here, seat, pawn)
    way = found.entered[: found.cost(to)]
    at = field(own, BIT[to])
    if at == way[0] or _walkable(own, at, way):
        return ()
    middles = list[Square]()
    for entered in reversed(way):
        came = around(at) & entered
        if not came:
            middle, came = _jump(at, entered, jumped)
            middles.append(middle)
        at = field(own, came & -came)
    return tuple(reversed(middles))


def _walkable(own: Land, at: Bitboard, way: tuple[Bitboard, ...]) -> bool:
    """Is there a way that only steps?"""
    for entered in reversed(way):
        at = around(at) & entered
        for element in own.own:
            if at & element:
                at |= element
    return bool(at)


def _jump(at: Bitboard, whence: Bitboard, jumped: Bitboard) -> tuple[Square, Bitboard]:
    """One worker between two sets of squares, and the squares before it."""
    for way in WAYS:
        if came := (at >> way & jumped) >> way & whence:
            return SQUARE[(came & -came) << way], came
        if came := (at << way & jumped) << way & whence:
            return SQUARE[(came & -came) >> way], came
    raise AssertionError("no way back")


def walked(here: Ground, seat: Seat, move: Move) -> Ground:
    """The ground after a destination: who is hit there goes first (R3.22)."""
    if move.victim_to is not None and (victim := pawn_on(here, move.to)):
        here = here.moved(*victim, move.victim_to)
    return here.moved(seat, move.pawn, move.to)
