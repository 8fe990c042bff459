"""Cards and the figures on them (R3.5–R3.11)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from rules.game import Seat
from rules.schlossgarten.board import NAMES, Ground
from rules.schlossgarten.parts import ARCHITECT, CARDS, GARDENER, KING, SIZE, Place
from rules.schlossgarten.state import Square

TURNS = 4
Card = tuple[Place, Place]
Squares3 = tuple[Square, Square, Square]  # of a king, a gardener, an architect


class Figure(NamedTuple):
    """Three squares of the garden, and whose workers stand on the last two."""

    king: Square
    gardener: Square
    architect: Square
    gardener_owner: Seat
    architect_owner: Seat

    @property
    def key(self) -> str:
        """``d2-d3-e2``, king, gardener, architect (R6.9)."""
        return figure_key(self.king, self.gardener, self.architect)


def figure_key(king: Square, gardener: Square, architect: Square) -> str:
    """The name of a figure by its squares."""
    return f"{NAMES[king]}-{NAMES[gardener]}-{NAMES[architect]}"


def turned(card: Card) -> Card:
    """After one clockwise quarter turn (R3.6)."""
    return _turn(card[0]), _turn(card[1])


def _turn(place: Place) -> Place:
    x, y = place
    return y, -x


@cache
def positions_of(card: Card) -> tuple[Card, ...]:
    """The four positions, the printed one first: the gardener to the north, not to the west (R11.1)."""
    found = [card]
    for _ in range(1, TURNS):
        found.append(turned(found[-1]))
    printed = next(n for n, ((x, y), _) in enumerate(found) if x >= 0 and y > 0)
    return (*found[printed:], *found[:printed])


def positions(card: int) -> tuple[Card, ...]:
    """The four positions of the card with this number."""
    return positions_of(CARDS[card])


def _inside(column: int, row: int) -> bool:
    return 0 <= column < SIZE and 0 <= row < SIZE


@cache
def squares_of(card: Card) -> tuple[Squares3, ...]:
    """Wherever a card may lie in the garden in one of its four positions (R3.8), by the keys of the figures."""
    found: list[Squares3] = []
    for (gx, gy), (ax, ay) in positions_of(card):
        for square in range(SIZE**2):
            x, y = square % SIZE, square // SIZE
            if _inside(x + gx, y + gy) and _inside(x + ax, y + ay):
                found.append((square, square + SIZE * gy + gx, square + SIZE * ay + ax))
    return tuple(sorted(found, key=lambda squares: figure_key(*squares)))


@cache
def _with_king(card: int, king: Square) -> tuple[Squares3, ...]:
    return tuple(squares for squares in squares_of(CARDS[card]) if squares[0] == king)


@lru_cache(maxsize=256)
def standing(here: Ground, seat: Seat, card: int) -> tuple[Figure, ...]:
    """The figures of a card that stand for a seat, by their keys (R3.9, R3.11)."""
    gardeners = {own[GARDENER]: owner for owner, own in enumerate(here.pawns)}
    architects = {own[ARCHITECT]: owner for owner, own in enumerate(here.pawns)}
    return tuple(
        Figure(*squares, gardeners[squares[1]], architects[squares[2]])
        for squares in _with_king(card, here.pawns[seat][KING])
        if squares[1] in gardeners and squares[2] in architects
    )


def workers(here: Ground, seat: Seat, card: int) -> tuple[int, ...]:
    """The own workers that are part of the figure (R3.10, R3.11)."""
    owners = {(figure.gardener_owner == seat, figure.architect_owner == seat) for figure in standing(here, seat, card)}
    if not owners:
        return ()
    gardener, architect = map(any, zip(*owners, strict=True))
    return (GARDENER,) * gardener + (ARCHITECT,) * architect
