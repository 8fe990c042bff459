"""What it costs to move the pawns of a seat to other squares one after the other, without hits (R6.9)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from rules.game import Seat
from rules.schlossgarten.board import BIT, NEAR, Ground, squares
from rules.schlossgarten.movement import field, flood, open_fields, setting
from rules.schlossgarten.parts import ARCHITECT, GARDENER, KING, SIZE, STEPS
from rules.schlossgarten.state import Pawns, Square
from rules.values import Bitboard

PAWNS = (KING, GARDENER, ARCHITECT)
ORDERS = {movers: tuple(permutations(movers)) for count in (1, 2, 3) for movers in combinations(PAWNS, count)}
FAR = STEPS + 1  # steps to where a turn does not lead
SAVED = (2, 1, 1)  # steps at most, by jumping own workers where they have come to stand: king, gardener, architect
BEST = [[*(max(steps - saved, min(steps, 1)) for steps in range(FAR)), FAR] for saved in SAVED]  # of these


class Route(NamedTuple):
    """The steps of all pawns, and the order in which they go."""

    cost: int
    order: tuple[int, ...]


class Ways:
    """The squares that a pawn enters with each step, found as far as somebody asks."""

    def __init__(self, steps: Iterator[Bitboard]) -> None:
        self.entered: list[Bitboard] = []
        self.steps = steps

    def cost(self, to: Bitboard, most: int) -> int:
        """The steps to a square; one more than the most if it takes too many."""
        for step in range(most):
            if step == len(self.entered):
                self.entered.append(next(self.steps, 0))
            if self.entered[step] & to:
                return step + 1
        return most + 1


class Routes:
    """All that start from one position; what is asked twice is found once.

    ``alone`` are the steps of each pawn to each square if the two others bar no way, and can be jumped where they stand now.
    """

    def __init__(self, here: Ground, seat: Seat) -> None:
        self.start = here.pawns[seat]
        self.setting = setting(here, seat)
        self.free = self.setting.land.tiles & ~self.setting.foreign
        self.known = dict[tuple[int, Bitboard, Bitboard], Ways]()
        self.alone = [self._alone(pawn) for pawn in PAWNS]

    def best(self) -> list[list[int]]:
        """The steps of each pawn to each square at best, wherever the others stand by then.

        To jump a worker who has moved saves a step at most, as his square could be walked on instead.
        """
        return [[BEST[pawn][steps] for steps in self.alone[pawn]] for pawn in PAWNS]

    def cheapest(self, targets: Pawns) -> Route | None:
        """The least cost, and the first order that has it (R6.9 (3)); None if it takes too many steps."""
        least = self._least(targets)
        moving = tuple(pawn for pawn in PAWNS if least[pawn])
        for spare in range(STEPS + 1 - sum(least)):
            for order in ORDERS[moving]:
                if self._suffices(targets, order, least, spare):
                    return Route(sum(least) + spare, order)
        return None

    def _least(self, targets: Pawns) -> tuple[int, int, int]:
        """The steps of each pawn at best; it saves one to jump a worker who has moved only if he is nearer than the target."""
        king, gardener, architect = targets
        kings, gardeners, architects = self.alone
        k, g, a = kings[king], gardeners[gardener], architects[architect]
        over_gardener, over_architect = g and kings[gardener] < k > 1, a and kings[architect] < k > 1
        gardener_over, architect_over = a and gardeners[architect] < g > 1, g and architects[gardener] < a > 1
        if k + g + a - over_gardener - over_architect - (gardener_over or architect_over) <= STEPS:
            digging, building = BIT[gardener] if g else 0, BIT[architect] if a else 0
            if over_gardener or over_architect:
                k = self._jumping(KING, king, k, digging | building)
            if gardener_over:
                g = self._jumping(GARDENER, gardener, g, building)
            if architect_over:
                a = self._jumping(ARCHITECT, architect, a, digging)
        return k, g, a

    def _jumping(self, pawn: int, to: Square, steps: int, moved: Bitboard) -> int:
        """The steps if workers can be jumped where they have come to stand, too."""
        return self._ways(pawn, 0, moved | self._workers(pawn, self.start)).cost(BIT[to], steps - 1)

    def _suffices(self, targets: Pawns, order: tuple[int, ...], least: tuple[int, ...], spare: int) -> bool:
        """Can the pawns go in this order with so many steps more than the least?"""
        pawns = self.start
        for pawn in order:
            to, steps, workers = targets[pawn], least[pawn], self._workers(pawn, pawns)
            others = workers if pawn == KING else workers | BIT[pawns[KING]]
            if others & BIT[to]:
                return False
            if not self._walks(pawns[pawn], to, steps, others):
                spare += steps - self._ways(pawn, others, workers).cost(BIT[to], steps + spare)
                if spare < 0:
                    return False
            pawns = placed(pawns, pawn, to)
        return True

    def _walks(self, start: Square, to: Square, steps: int, others: Bitboard) -> bool:
        """Is it one step, or two over a free tile? Mostly this spares looking farther."""
        if steps == 2:
            return bool(NEAR[start] & NEAR[to] & self.free & ~others)
        return bool(steps == 1 and NEAR[start] & BIT[to])

    def _alone(self, pawn: int) -> list[int]:
        """The steps to each square if the others bar no way; `FAR` where five are too few."""
        found = [FAR] * SIZE**2
        found[self.start[pawn]] = 0
        for steps, entered in enumerate(self._flood(pawn, 0, self._workers(pawn, self.start)), start=1):
            for square in squares(entered):
                found[square] = steps
        return found

    def _workers(self, pawn: int, pawns: Pawns) -> Bitboard:
        """The other own workers, as bits."""
        _, gardener, architect = pawns
        return (BIT[gardener] if pawn != GARDENER else 0) | (BIT[architect] if pawn != ARCHITECT else 0)

    def _ways(self, pawn: int, others: Bitboard, workers: Bitboard) -> Ways:
        """The ways of a pawn that the others bar, and that jump these own workers."""
        key = pawn, others, workers
        if key not in self.known:
            self.known[key] = Ways(self._flood(*key))
        return self.known[key]

    def _flood(self, pawn: int, others: Bitboard, workers: Bitboard) -> Iterator[Bitboard]:
        own, stood = self.setting.land, self.setting.foreign | others
        square = BIT[self.start[pawn]]
        start = field(own, square)
        shifts = start & ~stood & ~square  # R3.17c
        for _, new in flood(start, open_fields(own, stood), self.setting.jumped | workers, own, STEPS):
            yield new & ~stood | shifts
            shifts = 0


@lru_cache(maxsize=16)
def routes(here: Ground, seat: Seat) -> Routes:
    """Those of a seat."""
    return Routes(here, seat)


def placed(pawns: Pawns, pawn: int, to: Square) -> Pawns:
    """With one pawn on another square."""
    king, gardener, architect = pawns
    return (to, gardener, architect) if pawn == KING else (king, to, architect) if pawn == GARDENER else (king, gardener, to)
