"""Cards and the figures on them (R3.5–R3.11)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from rules.game import Seat
from rules.schlossgarten.board import BIT, NAMES, ROW, Ground
from rules.schlossgarten.parts import ARCHITECT, CARDS, GARDENER, KING, SIZE, Place
from rules.schlossgarten.state import Square
from rules.values import Bitboard

TURNS = 4
Card = tuple[Place, Place]


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


class Spread(NamedTuple):
    """A card in one position (R3.8): as bits where the king may stand so that all lies inside, and the shifts to the two workers.

    ``places`` are the squares of all three by the number of the king's bit.
    """

    kings: Bitboard
    gardener: int
    architect: int
    places: dict[int, tuple[Square, Square, Square]]


@cache
def spreads_of(card: Card) -> tuple[Spread, ...]:
    """A card in its four positions, in terms of bits."""
    return tuple(_spread(position) for position in positions_of(card))


def spreads(card: int) -> tuple[Spread, ...]:
    """The card with this number in its four positions."""
    return spreads_of(CARDS[card])


def _spread(position: Card) -> Spread:
    (gx, gy), (ax, ay) = position
    places: dict[int, tuple[Square, Square, Square]] = {}
    for square, bit in enumerate(BIT):
        x, y = square % SIZE, square // SIZE
        if _inside(x + gx, y + gy) and _inside(x + ax, y + ay):
            places[bit.bit_length() - 1] = square, square + SIZE * gy + gx, square + SIZE * ay + ax
    return Spread(sum(1 << place for place in places), gy * ROW + gx, ay * ROW + ax, places)


def _inside(column: int, row: int) -> bool:
    return 0 <= column < SIZE and 0 <= row < SIZE


def shifted(mask: Bitboard, by: int) -> Bitboard:
    """Bits moved up, or with a negative number down."""
    return mask << by if by >= 0 else mask >> -by


@lru_cache(maxsize=256)
def standing(here: Ground, seat: Seat, card: int) -> tuple[Figure, ...]:
    """The figures of a card that stand for a seat, by their keys (R3.9, R3.11)."""
    king = here.pawns[seat][KING]
    gardeners = {BIT[own[GARDENER]]: owner for owner, own in enumerate(here.pawns)}
    architects = {BIT[own[ARCHITECT]]: owner for owner, own in enumerate(here.pawns)}
    found: list[Figure] = []
    for spread in spreads(card):
        gardener = gardeners.get(shifted(BIT[king], spread.gardener))
        architect = architects.get(shifted(BIT[king], spread.architect))
        if gardener is not None and architect is not None and spread.kings & BIT[king]:
            squares = here.pawns[gardener][GARDENER], here.pawns[architect][ARCHITECT]
            found.append(Figure(king, *squares, gardener, architect))
    return tuple(sorted(found, key=lambda figure: figure.key))


def workers(here: Ground, seat: Seat, card: int) -> tuple[int, ...]:
    """The own workers that are part of the figure (R3.10, R3.11)."""
    figures = standing(here, seat, card)
    gardener = any(figure.gardener_owner == seat for figure in figures)
    architect = any(figure.architect_owner == seat for figure in figures)
    return (GARDENER,) * gardener + (ARCHITECT,) * architect
