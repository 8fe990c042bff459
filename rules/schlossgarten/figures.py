"""Cards, and the figures on the board that they show (R3.5–R3.11).

The four rotations of card 17 (R3.6), printed first::

    · A
    · G     K · ·     · K     A G ·
    K ·     · G A     G ·     · · K
                      A ·
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from typing import NamedTuple

from rules.game import Seat
from rules.schlossgarten.board import BIT, NAMES, ROW, WORKERS, Board
from rules.schlossgarten.parts import CARDS, KING, SIZE, Place
from rules.schlossgarten.state import Square
from rules.values import Bitboard

ROTATIONS = 4
SPREAD = SIZE * ROW  # bits: more than lie between any two squares
Card = tuple[Place, Place]
Trio = tuple[Square, Square, Square]  # of king, gardener, architect


class Figure(NamedTuple):
    """The squares of king, gardener and architect, and the owners of the two workers."""

    king: Square
    gardener: Square
    architect: Square
    gardener_owner: Seat
    architect_owner: Seat

    @property
    def key(self) -> str:
        """Return the key: the squares of king, gardener, architect, as in ``d2-d3-e2`` (R6.9)."""
        return figure_key(self.king, self.gardener, self.architect)


def figure_key(king: Square, gardener: Square, architect: Square) -> str:
    """Return the key of a figure by its squares."""
    return f"{NAMES[king]}-{NAMES[gardener]}-{NAMES[architect]}"


def turned(card: Card) -> Card:
    """Return a card after a clockwise quarter turn (R3.6)."""
    return _turn(card[0]), _turn(card[1])


def _turn(place: Place) -> Place:
    x, y = place
    return y, -x


@cache
def rotations_of(card: Card) -> tuple[Card, ...]:
    """Return the four rotations; the printed one, with the gardener to the north and not to the west, is first (R11.1)."""
    found = [card]
    for _ in range(1, ROTATIONS):
        found.append(turned(found[-1]))
    printed = next(n for n, ((x, y), _) in enumerate(found) if x >= 0 and y > 0)
    return (*found[printed:], *found[:printed])


def rotations(card: int) -> tuple[Card, ...]:
    """Return the four rotations of the card with this number, as printed first."""
    return rotations_of(CARDS[card])


def _inside(column: int, row: int) -> bool:
    return 0 <= column < SIZE and 0 <= row < SIZE


@cache
def placements(card: Card) -> tuple[Trio, ...]:
    """Return the squares of every figure that a card can make in the garden, sorted by key (R3.8)."""
    found: list[Trio] = []
    for (gx, gy), (ax, ay) in rotations_of(card):
        for square in range(SIZE**2):
            x, y = square % SIZE, square // SIZE
            if _inside(x + gx, y + gy) and _inside(x + ax, y + ay):
                found.append((square, square + SIZE * gy + gx, square + SIZE * ay + ax))
    return tuple(sorted(found, key=lambda squares: figure_key(*squares)))


@cache
def _shifts(card: Card) -> tuple[tuple[Bitboard, int, int], ...]:
    """Return for each rotation the king's squares, and the shifts that move gardener and architect onto his square.

    All three are shifted to the left by `SPREAD` as well, as a shift cannot be negative.
    """
    found = defaultdict[tuple[int, int], Bitboard](int)
    for king, gardener, architect in (map(BIT.__getitem__, squares) for squares in placements(card)):
        apart = gardener.bit_length() - king.bit_length(), architect.bit_length() - king.bit_length()
        found[apart] |= king << SPREAD
    return tuple((kings, SPREAD - gardener, SPREAD - architect) for (gardener, architect), kings in found.items())


def can_meet(card: Card, kings: Bitboard, gardeners: Bitboard, architects: Bitboard) -> bool:
    """Return whether the card shows a figure with a king, a gardener and an architect on some of these squares."""
    kings <<= SPREAD
    return any(kings & inside & gardeners << gardener & architects << architect for inside, gardener, architect in _shifts(card))


@cache
def _with_king(card: int, king: Square) -> tuple[Trio, ...]:
    return tuple(squares for squares in placements(CARDS[card]) if squares[0] == king)


@lru_cache(maxsize=256)
def standing_figures(board: Board, seat: Seat, card: int) -> tuple[Figure, ...]:
    """Return the complete figures of a card for a seat, sorted by key (R3.9, R3.11)."""
    _, gardeners, architects = zip(*board.pawns, strict=True)
    return tuple(
        [
            Figure(king, gardener, architect, gardeners.index(gardener), architects.index(architect))
            for king, gardener, architect in _with_king(card, board.pawns[seat][KING])
            if gardener in gardeners and architect in architects
        ]
    )


def own_workers(board: Board, seat: Seat, card: int) -> tuple[int, ...]:
    """Return the own workers that are part of a standing figure (R3.10, R3.11)."""
    own, figures = board.pawns[seat], standing_figures(board, seat, card)
    if not figures:
        return ()
    return tuple(worker for worker in WORKERS if any(figure[worker] == own[worker] for figure in figures))
