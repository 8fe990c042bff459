"""Finishing positions within reach (R6.9): the figures of a card that one destination for each pawn makes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from rules.game import Seat
from rules.schlossgarten.board import BIT, Ground, around
from rules.schlossgarten.figures import Card, Figure, squares_of
from rules.schlossgarten.movement import setting
from rules.schlossgarten.parts import ARCHITECT, CARDS, FIGURES, GARDENER, STEPS
from rules.schlossgarten.routes import routes
from rules.schlossgarten.state import Square
from rules.values import Bitboard


class Finish(NamedTuple):
    """A finishing position: the figure, its cost, and the destinations in the order in which they are made."""

    figure: Figure
    cost: int
    moves: tuple[tuple[int, Square], ...]

    def key(self) -> str:
        """What it is called: the squares of the figure."""
        return self.figure.key


@lru_cache(maxsize=256)
def finishes(here: Ground, seat: Seat, card: int) -> tuple[Finish, ...]:
    """All finishing positions of a card, the cheapest first, then by key."""
    return finishing(here, seat, CARDS[card])


def listed(here: Ground, seat: Seat, card: int) -> tuple[Finish, ...]:
    """Those on offer: as many as a menu holds (R6.9 (5))."""
    return finishes(here, seat, card)[:FIGURES]


@lru_cache(maxsize=256)
def any_finish(here: Ground, seat: Seat, card: int) -> bool:
    """Has a card any?"""
    return _walkable(here, seat, CARDS[card]) or any(True for _ in _found(here, seat, CARDS[card]))


def finishing(here: Ground, seat: Seat, card: Card) -> tuple[Finish, ...]:
    """The same of any figure."""
    return tuple(sorted(_found(here, seat, card), key=attrgetter("cost")))


def _found(here: Ground, seat: Seat, card: Card) -> Iterator[Finish]:
    """By key; of two figures with the same targets the first (R6.9 (4))."""
    at_home, tried = here.pawns[seat], {here.pawns[seat]}
    gardeners, architects = _helpers(here, seat, GARDENER), _helpers(here, seat, ARCHITECT)
    start = routes(here, seat)
    kings, digging, building = start.best()
    for square in gardeners:
        digging[square] = 0
    for square in architects:
        building[square] = 0
    for king, gardener, architect in squares_of(card):
        if kings[king] + digging[gardener] + building[architect] <= STEPS:
            digger, builder = gardeners.get(gardener, seat), architects.get(architect, seat)
            targets = (
                king,
                gardener if digger == seat else at_home[GARDENER],
                architect if builder == seat else at_home[ARCHITECT],
            )
            if targets not in tried and seat in (digger, builder) and king != targets[1] != targets[2] != king:
                tried.add(targets)
                if route := start.cheapest(targets):
                    moves = tuple((pawn, targets[pawn]) for pawn in route.order)
                    yield Finish(Figure(king, gardener, architect, digger, builder), route.cost, moves)


def _helpers(here: Ground, seat: Seat, pawn: int) -> dict[Square, Seat]:
    """Where the others' pawns of a kind stand, and whose they are."""
    return {pawns[pawn]: owner for owner, pawns in enumerate(here.pawns) if owner != seat}


def _walkable(here: Ground, seat: Seat, card: Card) -> bool:
    """Can the own pawns make a figure by the plainest of ways? Then the others need not be found.

    One pawn walks three steps at most over tiles that are free, then each of the others one: so none is in another's way.
    """
    own, everybody, *_ = setting(here, seat)
    free = own.tiles & ~everybody
    near = [BIT[square] | around(BIT[square]) & free for square in here.pawns[seat]]
    king, gardener, architect = (_farther(_farther(mask, free), free) for mask in near)
    king_near, gardener_near, architect_near = near
    for figure in squares_of(card):
        k, g, a = BIT[figure[0]], BIT[figure[1]], BIT[figure[2]]
        if k & king_near:
            if ((g & gardener_near and a & architect) or (g & gardener and a & architect_near)) and figure != here.pawns[seat]:
                return True
        elif k & king and g & gardener_near and a & architect_near:
            return True
    return False


def _farther(mask: Bitboard, free: Bitboard) -> Bitboard:
    return mask | around(mask) & free
