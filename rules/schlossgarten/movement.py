"""Movement (R3.12–R3.23): fields, steps, jumps, hits; sets of squares are bits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rules.game import Seat
from rules.schlossgarten.board import ADJACENT, ALL_SQUARES, BIT, ROW, SQUARE, Board, occupied, pawn_on, with_adjacent
from rules.schlossgarten.parts import ARCHITECT, GARDENER, STEPS
from rules.schlossgarten.state import Move, Pawns, Square, Squares
from rules.values import Bitboard

DIRECTIONS = (1, ROW - 1, ROW, ROW + 1)  # shifts to the east, north-west, north, north-east; the others are their opposites


class Land(NamedTuple):
    """The ground as a seat walks on it, without the pawns: tiles, its own elements, and the elements of others (R3.14)."""

    tiles: Bitboard
    own: tuple[Bitboard, ...]
    own_all: Bitboard
    foreign: Bitboard


@lru_cache(maxsize=256)
def land(pits: Bitboard, elements: tuple[tuple[Bitboard, ...], ...], seat: Seat) -> Land:
    """Return the land of a seat (R3.18)."""
    own = tuple(filter(None, elements[seat]))
    foreign = sum(sum(kinds) for owner, kinds in enumerate(elements) if owner != seat)
    return Land(ALL_SQUARES & ~pits & ~foreign & ~sum(own), own, sum(own), foreign)


def open_fields(own: Land, others: Bitboard) -> Bitboard:
    """Return free tiles, and all squares of own elements with a free square (R3.17d, R3.18).

    :param others: the squares of the other pawns.
    """
    free = own.tiles & ~others | own.own_all
    for element in own.own:
        if not element & ~others:
            free &= ~element
    return free


def field(own: Land, square: Bitboard) -> Bitboard:
    """Return all squares of the seat's own element that covers this square, else the square alone (R3.17)."""
    if square & own.own_all:
        return next(element for element in own.own if element & square)
    return square


class Surroundings(NamedTuple):
    """A board as a seat's pawns meet it: the land, and as bits all pawns, foreign pawns, and foreign workers to jump or hit."""

    land: Land
    occupied: Bitboard
    foreign: Bitboard
    jumped: Bitboard
    targets: Bitboard


@lru_cache(maxsize=256)
def surroundings(board: Board, seat: Seat) -> Surroundings:
    """Return the board as a seat's pawns meet it: the land, pawns that may be jumped, pawns that may be hit (R3.16d, R3.21)."""
    own = land(board.pits, board.elements, seat)
    foreign = workers = targets = 0
    everybody = occupied(board)
    for owner, (king, gardener, architect) in enumerate(board.pawns):
        if owner != seat:
            both = BIT[gardener] | BIT[architect]
            foreign |= both | BIT[king]
            workers |= both
            if own.foreign and sum(board.elements[owner]) & ~everybody:
                targets |= both
    return Surroundings(own, everybody, foreign, workers & ~own.foreign, targets & own.tiles)


def refuges(board: Board, owner: Seat) -> Bitboard:
    """Return the squares where a pawn of this owner may be put when it is hit (R3.22)."""
    return sum(board.elements[owner]) & ~occupied(board)


class Reach(NamedTuple):
    """The destinations of a pawn by cost, the first for one step; and the fields that it enters with each step."""

    by_cost: tuple[Bitboard, ...]
    entered: tuple[Bitboard, ...]

    def cost(self, square: Square) -> int:
        """Return the steps to a square; 0 if it is out of reach."""
        for cost, found in enumerate(self.by_cost, start=1):
            if found & BIT[square]:
                return cost
        return 0

    def within(self, steps: int) -> Bitboard:
        """Return the destinations within this many steps."""
        return sum(self.by_cost[:steps])  # none has two costs


@lru_cache(maxsize=256)
def movable_pawns(board: Board, seat: Seat) -> tuple[int, ...]:
    """Return the own pawns that can move; a pawn that has any destination has one a single step away."""
    own, everybody, *_ = surroundings(board, seat)
    free = own.tiles & ~everybody
    return tuple([n for n, square in enumerate(board.pawns[seat]) if ADJACENT[square] & free or _has_step(board, seat, n)])


def _has_step(board: Board, seat: Seat, pawn: int) -> bool:
    found = surroundings(board, seat)
    free, near, _ = next(steps(found, board.pawns[seat], pawn, found.occupied))
    return bool(free | near & found.targets)


@lru_cache(maxsize=256)
def reach(board: Board, seat: Seat, pawn: int) -> Reach:
    """Return all destinations of a pawn, whatever steps are left (R3.18)."""
    found = surroundings(board, seat)
    targets, by_cost = found.targets, list[Bitboard]()
    entered = [field(found.land, BIT[board.pawns[seat][pawn]])]
    for free, near, new in steps(found, board.pawns[seat], pawn, found.occupied):
        by_cost.append(free | near & targets)
        entered.append(new)
        targets &= ~near
    return Reach(tuple(by_cost), tuple(entered))


def steps(
    found: Surroundings, pawns: Pawns, pawn: int, stood: Bitboard, moved: Bitboard = 0
) -> Iterator[tuple[Bitboard, Bitboard, Bitboard]]:
    """Yield for each step of a pawn the squares where it may rest, those next to its way, and the fields it enters.

    :param pawns: the pawns of the seat; the two others may be jumped if they are workers.
    :param stood: the squares whose pawns bar the way; the square of this pawn does not.
    :param moved: more squares with own workers to be jumped.
    """
    own, square = found.land, BIT[pawns[pawn]]
    new, others, jumped = field(own, square), stood & ~square, found.jumped | moved | _workers_to_jump(pawns, pawn)
    free = open_fields(own, others) & ~new
    shifts = new & ~others & ~square  # R3.17c
    for _ in range(STEPS):
        wide = new | new << 1 | new >> 1
        near = wide | wide << ROW | wide >> ROW
        if near & jumped:
            for way in DIRECTIONS:
                if over := new << way & jumped:
                    near |= over << way
                if over := new >> way & jumped:
                    near |= over >> way
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


def jumped_over(board: Board, seat: Seat, pawn: int, to: Square) -> Squares:
    """Return the squares of the workers that a pawn jumps on a shortest way; none where walking is as short (R3.19)."""
    found = reach(board, seat, pawn)
    own = land(board.pits, board.elements, seat)
    jumped = surroundings(board, seat).jumped | _workers_to_jump(board.pawns[seat], pawn)
    way = found.entered[: found.cost(to)]
    at = field(own, BIT[to])
    if at == way[0] or _walkable(own, at, way):
        return ()
    middles = list[Square]()
    for entered in reversed(way):
        came = with_adjacent(at) & entered
        if not came:
            middle, came = _jump(at, entered, jumped)
            middles.append(middle)
        at = field(own, came & -came)
    return tuple(reversed(middles))


def _walkable(own: Land, at: Bitboard, way: tuple[Bitboard, ...]) -> bool:
    """Return whether a way of steps alone leads back to the start."""
    for entered in reversed(way):
        at = with_adjacent(at) & entered
        for element in own.own:
            if at & element:
                at |= element
    return bool(at)


def _jump(at: Bitboard, whence: Bitboard, jumped: Bitboard) -> tuple[Square, Bitboard]:
    """Return a worker jumped between two sets of squares, and the squares from which it is jumped."""
    for way in DIRECTIONS:
        if came := (at >> way & jumped) >> way & whence:
            return SQUARE[(came & -came) << way], came
        if came := (at << way & jumped) << way & whence:
            return SQUARE[(came & -came) >> way], came
    raise AssertionError("no way back")


def after_move(board: Board, seat: Seat, move: Move) -> Board:
    """Return the board after a move; a pawn that is hit goes first (R3.22)."""
    if move.victim_to is not None and (victim := pawn_on(board, move.to)):
        board = board.with_pawn(*victim, move.victim_to)
    return board.with_pawn(seat, move.pawn, move.to)
