"""Where pawns may go (R3.12–R3.23): fields, steps, jumps, hits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rules.game import Seat
from rules.schlossgarten.board import BIT, BOARD, NEAR, ROW, SQUARE, Ground, around, occupied, pawn_on
from rules.schlossgarten.parts import ARCHITECT, GARDENER, STEPS
from rules.schlossgarten.state import Move, Pawns, Square, Squares
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


def movers(here: Ground, seat: Seat) -> list[int]:
    """The own pawns that have any destination; then they have one that costs a single step."""
    own, everybody, *_ = setting(here, seat)
    free = own.tiles & ~everybody
    return [n for n, square in enumerate(here.pawns[seat]) if NEAR[square] & free or _has_step(here, seat, n)]


def _has_step(here: Ground, seat: Seat, pawn: int) -> bool:
    found = setting(here, seat)
    free, near, _ = next(steps(found, here.pawns[seat], pawn, found.occupied))
    return bool(free | near & found.targets)


@lru_cache(maxsize=256)
def reach(here: Ground, seat: Seat, pawn: int) -> Reach:
    """Return all destinations of a pawn, whatever steps are left (R3.18)."""
    found = setting(here, seat)
    targets, by_cost = found.targets, list[Bitboard]()
    entered = [field(found.land, BIT[here.pawns[seat][pawn]])]
    for free, near, new in steps(found, here.pawns[seat], pawn, found.occupied):
        by_cost.append(free | near & targets)
        entered.append(new)
        targets &= ~near
    return Reach(tuple(by_cost), tuple(entered))


def steps(found: Setting, pawns: Pawns, pawn: int, stood: Bitboard) -> Iterator[tuple[Bitboard, Bitboard, Bitboard]]:
    """Yield for each step of a pawn the squares where it may rest, those next to its way, and the fields it enters.

    :param stood: the squares whose pawns bar the way; its own does not.
    """
    own, square = found.land, BIT[pawns[pawn]]
    new, others, jumped = field(own, square), stood & ~square, found.jumped | _workers_to_jump(pawns, pawn)
    free = open_fields(own, others) & ~new
    shifts = new & ~others & ~square  # R3.17c
    for _ in range(STEPS):
        wide = new | new << 1 | new >> 1
        near = wide | wide << ROW | wide >> ROW
        if near & jumped:
            for way in WAYS:
                near |= (new << way & jumped) << way | (new >> way & jumped) >> way
        new = near & free
        if new & own.own_all:
            for element in own.own:  # R3.17a, b: one field
                if new & element:
                    new |= element
        free &= ~new
        yield new & ~others | shifts, near, new
        if not new:
            return
        shifts = 0


def _workers_to_jump(pawns: Pawns, pawn: int) -> Bitboard:
    """Return the own workers that a pawn may jump, as bits (R3.16)."""
    _, gardener, architect = pawns
    return (BIT[gardener] if pawn != GARDENER else 0) | (BIT[architect] if pawn != ARCHITECT else 0)


def over(here: Ground, seat: Seat, pawn: int, to: Square) -> Squares:
    """The squares of the workers whom a pawn jumps on a shortest way, in that order; none where walking is as short."""
    found = reach(here, seat, pawn)
    own = land(here.pits, here.elements, seat)
    jumped = setting(here, seat).jumped | _workers_to_jump(here.pawns[seat], pawn)
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
