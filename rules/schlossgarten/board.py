"""The 49 squares as bits of one number, and what lies on them.

A row takes eight bits, the last of them always empty, so that the eight directions are shifts and nothing runs over an
edge. A square is written ``d5``, counted 0 to 48, and as a bit 8 × row + column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from rules.game import Seat
from rules.schlossgarten.parts import ARCHITECT, GARDENER, KINDS, SIZE
from rules.schlossgarten.state import Elements, Open, Pawns, Square, Squares, at
from rules.values import Bitboard

ROW = SIZE + 1  # bits
NAMES = tuple(f"{'abcdefg'[square % SIZE]}{square // SIZE + 1}" for square in range(SIZE**2))
BIT: tuple[Bitboard, ...] = tuple(1 << square // SIZE * ROW + square % SIZE for square in range(SIZE**2))
SQUARE = {bit: square for square, bit in enumerate(BIT)}
BOARD = sum(BIT)
READING = tuple(SIZE * row + column for row in reversed(range(SIZE)) for column in range(SIZE))  # from the north, from the west
PLACE = {square: place for place, square in enumerate(READING)}
WORKERS = (GARDENER, ARCHITECT)


def bits(squares: Iterable[Square]) -> Bitboard:
    """The squares as bits."""
    found = 0
    for square in squares:
        found |= BIT[square]
    return found


def squares(mask: Bitboard) -> Iterator[Square]:
    """The squares of the bits set, from a1 to g7."""
    while mask:
        bit = mask & -mask
        yield SQUARE[bit]
        mask ^= bit


def in_reading_order(mask: Bitboard) -> list[Square]:
    """The squares of the bits set, as one reads the garden."""
    return [square for square in READING if mask & BIT[square]]


def key(site: Iterable[Square]) -> str:
    """``c4-d4-d5`` (R6.8)."""
    return "-".join(sorted(NAMES[square] for square in site))


def names(site: Iterable[Square]) -> tuple[str, ...]:
    """The names of squares, by letter, then number."""
    return tuple(sorted(NAMES[square] for square in site))


def square_of(text: str) -> Square | None:
    """The square with this name; None if it is none."""
    return at(text) if re.fullmatch("[a-g][1-7]", text) else None


def site_of(text: str) -> Squares | None:
    """The squares of a key such as ``c4-d4``, sorted by name; None if it is none."""
    found = [square_of(name) for name in text.split("-")]
    places = tuple(square for square in found if square is not None)
    return tuple(sorted(places, key=NAMES.__getitem__)) if len(places) == len(found) == len(set(places)) else None


def around(mask: Bitboard) -> Bitboard:
    """The squares next to these in one of the eight directions, and these themselves; bits outside the board are to be cut."""
    wide = mask | mask << 1 | mask >> 1
    return wide | wide << ROW | wide >> ROW


NEAR = tuple(around(bit) & BOARD & ~bit for bit in BIT)


def _forms(size: int) -> Iterator[Squares]:
    """All places of an element of one, two or three squares (R1.14)."""
    for column, row in product(range(SIZE), repeat=2):
        here = SIZE * row + column
        east, north = column + 1 < SIZE, row + 1 < SIZE
        if size == 1:
            yield (here,)
        elif size == 2:
            yield from ((here, here + 1),) * east
            yield from ((here, here + SIZE),) * north
        elif east and north:
            block = (here, here + 1, here + SIZE, here + SIZE + 1)
            yield from (tuple(square for square in block if square != left) for left in block)


def _reading(form: Squares) -> list[int]:
    return sorted(PLACE[square] for square in form)


SIZES = (1, 2, 3)
FORMS: dict[int, dict[Bitboard, Squares]] = {
    size: {bits(form): tuple(sorted(form, key=NAMES.__getitem__)) for form in sorted(_forms(size), key=_reading)}
    for size in SIZES
}  # by size: the bits of a place, and its squares by name; the places as one reads the garden


class Ground(NamedTuple):
    """Everything that walking, figures and work depend on: pits and elements as bits, pawns as squares, all by seat."""

    pits: Bitboard
    elements: tuple[tuple[Bitboard, ...], ...]
    pawns: tuple[Pawns, ...]

    def moved(self, seat: Seat, pawn: int, to: Square) -> Ground:
        """With one pawn on another square."""
        own = list(self.pawns[seat])
        own[pawn] = to
        return Ground(self.pits, self.elements, (*self.pawns[:seat], (own[0], own[1], own[2]), *self.pawns[seat + 1 :]))

    def dug(self, square: Square) -> Ground:
        """With one pit more."""
        return Ground(self.pits | BIT[square], self.elements, self.pawns)


@lru_cache(maxsize=256)
def _element_bits(elements: tuple[Elements, ...]) -> tuple[tuple[Bitboard, ...], ...]:
    return tuple(tuple(map(bits, own)) for own in elements)


def ground(seen: Open) -> Ground:
    """The ground of a state or a view."""
    return Ground(bits(seen.pits), _element_bits(seen.elements), seen.pawns)


def occupied(here: Ground) -> Bitboard:
    """The squares with a pawn."""
    found = 0
    for king, gardener, architect in here.pawns:
        found |= BIT[king] | BIT[gardener] | BIT[architect]
    return found


def pawn_on(here: Ground, square: Square) -> tuple[Seat, int] | None:
    """Whose pawn, and which, stands on a square."""
    for seat, own in enumerate(here.pawns):
        if square in own:
            return seat, own.index(square)
    return None


def element_on(here: Ground, square: Square) -> tuple[Seat, int] | None:
    """Whose element, and of which kind, lies on a square."""
    for seat, own in enumerate(here.elements):
        for kind in range(len(KINDS)):
            if own[kind] & BIT[square]:
                return seat, kind
    return None
