"""Finishing positions (R6.9): the figures of a card that a seat can make with one destination for each of its pawns.

The search looks at every figure of the card. Most are ruled out by the fewest steps that each pawn could take if the other
own pawns were no obstacle; for the rest, the orders in which the pawns can move are tried. Whether there is any position
mostly shows without this search.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations
from operator import attrgetter
from typing import NamedTuple

from rules.game import Seat
from rules.schlossgarten.board import ADJACENT, BIT, SQUARE, Board, bits, placed, with_adjacent
from rules.schlossgarten.figures import Card, Figure, can_meet, placements
from rules.schlossgarten.movement import Surroundings, steps, surroundings
from rules.schlossgarten.parts import ARCHITECT, CARDS, FIGURES, GARDENER, KING, SIZE, STEPS
from rules.schlossgarten.state import Pawns, Square
from rules.values import Bitboard

PAWNS = (KING, GARDENER, ARCHITECT)
ORDERS = {pawns: tuple(permutations(pawns)) for count in (1, 2, 3) for pawns in combinations(PAWNS, count)}
FAR = STEPS + 1  # steps to a square that one turn does not reach
SAVED = (2, 1, 1)  # steps that king, gardener, architect save at most by jumps over own workers who moved first: each such
# jump saves one step, as the pawn could walk over the square instead; a king may jump both workers
AT_LEAST = [[*(max(steps - saved, min(steps, 1)) for steps in range(FAR)), FAR] for saved in SAVED]


class Finish(NamedTuple):
    """A finishing position: the figure, its cost in steps, and the destinations in the order in which they are made."""

    figure: Figure
    cost: int
    moves: tuple[tuple[int, Square], ...]

    def key(self) -> str:
        """Return the key of the answer: the squares of the figure."""
        return self.figure.key


@lru_cache(maxsize=256)
def finishes(board: Board, seat: Seat, card: int) -> tuple[Finish, ...]:
    """Return all finishing positions of a card, the cheapest first, then by key."""
    return finishes_of(board, seat, CARDS[card])


def offered_finishes(board: Board, seat: Seat, card: int) -> tuple[Finish, ...]:
    """Return the finishing positions on offer: as many as a menu holds (R6.9 (5))."""
    return finishes(board, seat, card)[:FIGURES]


@lru_cache(maxsize=256)
def has_finish(board: Board, seat: Seat, card: int) -> bool:
    """Return whether a card has a finishing position, without listing them.

    Most figures that are near without jumps over own workers can be made, so these are tried before the others.
    """
    shape = CARDS[card]
    if _has_short_finish(board, seat, shape):
        return True
    return any(True for jumps in (False, True) for _ in _found(board, seat, shape, jumps))


def _has_short_finish(board: Board, seat: Seat, card: Card) -> bool:
    """Return whether a figure needs one to three steps of one pawn, and one step at most of the others, all over free tiles.

    A foreign worker may be part of it. The pawns cannot be in each other's way, so no search is needed. Most cards have such
    a figure.
    """
    found, home = surroundings(board, seat), board.pawns[seat]
    free = found.land.tiles & ~found.occupied
    one = [ADJACENT[square] & free for square in home]
    king, gardener, architect = (BIT[square] | near for square, near in zip(home, one, strict=True))
    king_far, gardener_far, architect_far = (with_adjacent(with_adjacent(near) & free) & free for near in one)
    any_gardener = gardener | bits(_helpers(board, seat, GARDENER))
    any_architect = architect | bits(_helpers(board, seat, ARCHITECT))
    return (
        can_meet(card, king_far, any_gardener, architect)
        or can_meet(card, king_far, gardener, any_architect)
        or can_meet(card, king, gardener_far, any_architect)
        or can_meet(card, king, any_gardener, architect_far)
    )


def finishes_of(board: Board, seat: Seat, card: Card) -> tuple[Finish, ...]:
    """Return the finishing positions of any figure, the cheapest first, then by key."""
    return tuple(sorted(_found(board, seat, card), key=attrgetter("cost")))


def _found(board: Board, seat: Seat, card: Card, jumps: bool = True) -> Iterator[Finish]:
    """Yield finishing positions by key; of two figures with the same targets the first (R6.9 (4)).

    :param jumps: try figures, too, that are only near enough if jumps over own workers save steps.
    """
    home, tried = board.pawns[seat], {board.pawns[seat]}
    gardeners, architects = _helpers(board, seat, GARDENER), _helpers(board, seat, ARCHITECT)
    ways = _ways(board, seat)
    alone = ways.alone
    kings, digging, building = ([AT_LEAST[pawn][cost] for cost in alone[pawn]] if jumps else [*alone[pawn]] for pawn in PAWNS)
    for square in gardeners:
        digging[square] = 0
    for square in architects:
        building[square] = 0
    for king, gardener, architect in placements(card):
        if kings[king] + digging[gardener] + building[architect] <= STEPS:
            digger, builder = gardeners.get(gardener, seat), architects.get(architect, seat)
            targets = (
                king,
                gardener if digger == seat else home[GARDENER],
                architect if builder == seat else home[ARCHITECT],
            )
            if targets not in tried and seat in (digger, builder) and king != targets[1] != targets[2] != king:
                tried.add(targets)
                cost, order = ways.cheapest(targets)
                if cost <= STEPS:
                    moves = tuple((pawn, targets[pawn]) for pawn in order)
                    yield Finish(Figure(king, gardener, architect, digger, builder), cost, moves)


def _helpers(board: Board, seat: Seat, pawn: int) -> dict[Square, Seat]:
    """Return the squares of the other seats' pawns of a kind, with their owners."""
    return {pawns[pawn]: owner for owner, pawns in enumerate(board.pawns) if owner != seat}


class Ways:
    """The steps that the pawns of a seat need to reach other squares, one pawn after the other, without hits.

    ``alone[pawn][square]`` are the steps if the two other own pawns bar no way, and can be jumped where they stand now.
    """

    def __init__(self, board: Board, seat: Seat) -> None:
        self.home = board.pawns[seat]
        self.surroundings = surroundings(board, seat)
        self.free = self.surroundings.land.tiles & ~self.surroundings.foreign
        self.alone = [self._alone(pawn) for pawn in PAWNS]

    def cheapest(self, targets: Pawns) -> tuple[int, tuple[int, ...]]:
        """Return the fewest steps to these squares and the first order that takes them (R6.9 (3)); `FAR` if it is too far."""
        least = self._least(targets)
        goal, best, best_order = sum(least), FAR, ()
        if goal > STEPS:
            return FAR, ()
        for order in ORDERS[tuple(pawn for pawn in PAWNS if least[pawn])]:
            cost = self._cost(targets, order, least, best - 1)
            if cost < best:
                best, best_order = cost, order
                if cost == goal:
                    break
        return best, best_order

    def _least(self, targets: Pawns) -> Pawns:
        """Return the fewest steps that each pawn can need, in whatever order they move.

        Own workers that move, too, may be jumped on their targets, if these are nearer than the pawn's own.
        """
        king, gardener, architect = targets
        kings, gardeners, architects = self.alone
        k, g, a = kings[king], gardeners[gardener], architects[architect]
        king_jumps = (g > 0 and kings[gardener] < k > 1) + (a > 0 and kings[architect] < k > 1)
        gardener_jumps, architect_jumps = a > 0 and gardeners[architect] < g > 1, g > 0 and architects[gardener] < a > 1
        if k + g + a - king_jumps - (gardener_jumps or architect_jumps) > STEPS:
            return k, g, a
        digging, building = BIT[gardener] if g else 0, BIT[architect] if a else 0
        if king_jumps:
            k = self._jumping(KING, king, k, digging | building)
        if gardener_jumps:
            g = self._jumping(GARDENER, gardener, g, building)
        if architect_jumps:
            a = self._jumping(ARCHITECT, architect, a, digging)
        return k, g, a

    def _jumping(self, pawn: int, to: Square, most: int, moved: Bitboard) -> int:
        """Return the steps, ``most`` at most, if the workers on ``moved`` can be jumped and no own pawn bars the way."""
        return min(most, _search(self.surroundings, self.home, pawn, 0, BIT[to], most - 1, moved))

    def _cost(self, targets: Pawns, order: tuple[int, ...], least: Pawns, most: int) -> int:
        """Return the steps that the pawns take in this order; `FAR` if these are more than ``most``."""
        pawns, spare = self.home, most - sum(least)
        for pawn in order:
            spare -= self._steps(pawn, targets[pawn], pawns, least[pawn], least[pawn] + spare) - least[pawn]
            if spare < 0:
                return FAR
            pawns = placed(pawns, pawn, targets[pawn])
        return most - spare

    def _steps(self, pawn: int, to: Square, pawns: Pawns, least: int, most: int) -> int:
        """Return the steps of a pawn while the other pawns stand so; `FAR` if these are more than ``most``.

        A walk of ``least`` steps, which is often seen at once, is the shortest way.
        """
        king, gardener, architect = pawns
        start, square = BIT[pawns[pawn]], BIT[to]
        others = (BIT[king] | BIT[gardener] | BIT[architect]) & ~start
        if others & square:
            return FAR
        if least == 1:
            if ADJACENT[pawns[pawn]] & square:
                return 1
        elif least == 2 and ADJACENT[pawns[pawn]] & ADJACENT[to] & self.free & ~others:
            return 2
        return _search(self.surroundings, pawns, pawn, others, square, most)

    def _alone(self, pawn: int) -> list[int]:
        """Return the steps to each square; `FAR` where five are too few."""
        found = [FAR] * SIZE**2
        for cost, (free, *_) in enumerate(steps(self.surroundings, self.home, pawn, self.surroundings.foreign), start=1):
            while free:
                bit = free & -free
                found[SQUARE[bit]] = cost
                free ^= bit
        found[self.home[pawn]] = 0
        return found


def _search(found: Surroundings, pawns: Pawns, pawn: int, others: Bitboard, to: Bitboard, most: int, moved: Bitboard = 0) -> int:
    """Return the steps of a pawn to a square while other own pawns bar the way; `FAR` if these are more than ``most``."""
    for cost, (free, *_) in enumerate(steps(found, pawns, pawn, found.foreign | others, moved), start=1):
        if cost > most:
            break
        if free & to:
            return cost
    return FAR


_ways = lru_cache(maxsize=16)(Ways)
