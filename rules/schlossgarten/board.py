"""The garden of 7 × 7 squares, as bits of one number (R1.3, R1.16).

A square is a name, a number, or a bit. Each row has eight bits, and the last one is always empty. So a step in any of the
eight directions is a shift, and no step runs over an edge.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from rules.game import Seat
from rules.schlossgarten.parts import ARCHITECT, GARDENER, KINDS, KING, SIZE
from rules.schlossgarten.state import Elements, Pawns, PublicState, Square, Squares, at
from rules.values import Bitboard, changed

#          name              number              bit
#
#     7    a7 b7 … g7        42 43 … 48          48 49 … 54
#     …                                                            north
#     2    a2 b2 … g2         7  8 … 13           8  9 … 14        west  +  east
#     1    a1 b1 … g1         0  1 …  6           0  1 …  6        south
#
#          a  b  … g
ROW = SIZE + 1  # bits
NAMES = tuple(f"{'abcdefg'[square % SIZE]}{square // SIZE + 1}" for square in range(SIZE**2))
BIT: tuple[Bitboard, ...] = tuple(1 << square // SIZE * ROW + square % SIZE for square in range(SIZE**2))
SQUARE = {bit: square for square, bit in enumerate(BIT)}
ALL_SQUARES = sum(BIT)
READING_ORDER = tuple(SIZE * row + column for row in reversed(range(SIZE)) for column in range(SIZE))  # from a7 to g1
WORKERS = (GARDENER, ARCHITECT)


def bits(squares: Iterable[Square]) -> Bitboard:
    """Return squares as bits."""
    found = 0
    for square in squares:
        found |= BIT[square]
    return found


def squares(mask: Bitboard) -> Iterator[Square]:
    """Yield the squares of the bits that are set, from a1 to g7."""
    while mask:
        bit = mask & -mask
        yield SQUARE[bit]
        mask ^= bit


def in_reading_order(mask: Bitboard) -> list[Square]:
    """Return the squares of the bits that are set, row by row from the north-west."""
    return [square for square in READING_ORDER if mask & BIT[square]]


def site_key(site: Iterable[Square]) -> str:
    """Return the key of a site: ``c4-d4-d5`` (R6.8)."""
    return "-".join(square_names(site))


def square_names(site: Iterable[Square]) -> tuple[str, ...]:
    """Return the names of squares, sorted by letter, then number."""
    return tuple(sorted(NAMES[square] for square in site))


def square_of(text: str) -> Square | None:
    """Return the square with this name; None if the text names no square."""
    return at(text) if re.fullmatch("[a-g][1-7]", text) else None


def site_of(text: str) -> Squares | None:
    """Return the squares of a key such as ``c4-d4``, sorted by name; None if the text is no such key."""
    found = [square_of(name) for name in text.split("-")]
    places = tuple(square for square in found if square is not None)
    return tuple(sorted(places, key=NAMES.__getitem__)) if len(places) == len(found) == len(set(places)) else None


def with_adjacent(mask: Bitboard) -> Bitboard:
    """Return these squares and their neighbours. The caller masks bits outside the board."""
    wide = mask | mask << 1 | mask >> 1
    return wide | wide << ROW | wide >> ROW


ADJACENT = tuple(with_adjacent(bit) & ALL_SQUARES & ~bit for bit in BIT)


def _forms(size: int) -> Iterator[Squares]:
    """Yield all places of an element of one, two or three squares (R1.14)."""
    for column, row in product(range(SIZE), repeat=2):
        corner = SIZE * row + column
        east, north = column + 1 < SIZE, row + 1 < SIZE
        if size == 1:
            yield (corner,)
        elif size == 2:
            yield from ((corner, corner + 1),) * east
            yield from ((corner, corner + SIZE),) * north
        elif east and north:
            block = (corner, corner + 1, corner + SIZE, corner + SIZE + 1)
            yield from (tuple(square for square in block if square != left) for left in block)


SIZES = (1, 2, 3)
FORMS: dict[int, dict[Bitboard, Squares]] = {
    size: {
        bits(form): tuple(sorted(form, key=NAMES.__getitem__))
        for form in sorted(_forms(size), key=lambda form: sorted(map(READING_ORDER.index, form)))
    }
    for size in SIZES
}  # by size, in reading order: the bits of each place, and its squares sorted by name


def placed(pawns: Pawns, pawn: int, to: Square) -> Pawns:
    """Return the pawns of a seat with one of them on another square."""
    king, gardener, architect = pawns
    return (to, gardener, architect) if pawn == KING else (king, to, architect) if pawn == GARDENER else (king, gardener, to)


class Board(NamedTuple):
    """The part of a state that walking, figures and work depend on: pits and elements as bits, pawns as squares, by seat."""

    pits: Bitboard
    elements: tuple[tuple[Bitboard, ...], ...]
    pawns: tuple[Pawns, ...]

    def with_pawn(self, seat: Seat, pawn: int, to: Square) -> Board:
        """Return the board with one pawn on another square."""
        return Board(self.pits, self.elements, changed(self.pawns, seat, placed(self.pawns[seat], pawn, to)))

    def with_pit(self, square: Square) -> Board:
        """Return the board with one pit more."""
        return Board(self.pits | BIT[square], self.elements, self.pawns)


@lru_cache(maxsize=256)
def _element_bits(elements: tuple[Elements, ...]) -> tuple[tuple[Bitboard, ...], ...]:
    return tuple(tuple(map(bits, own)) for own in elements)


def board_of(seen: PublicState) -> Board:
    """Return the board of a state or a view."""
    return Board(bits(seen.pits), _element_bits(seen.elements), seen.pawns)


def occupied(board: Board) -> Bitboard:
    """Return the squares with a pawn, as bits."""
    found = 0
    for king, gardener, architect in board.pawns:
        found |= BIT[king] | BIT[gardener] | BIT[architect]
    return found


def pawn_on(board: Board, square: Square) -> tuple[Seat, int] | None:
    """Return owner and kind of the pawn on a square; None if nobody stands there."""
    for seat, own in enumerate(board.pawns):
        if square in own:
            return seat, own.index(square)
    return None


def element_on(board: Board, square: Square) -> tuple[Seat, int] | None:
    """Return owner and kind of the element on a square; None if there is none."""
    for seat, own in enumerate(board.elements):
        for kind in range(len(KINDS)):
            if own[kind] & BIT[square]:
                return seat, kind
    return None
