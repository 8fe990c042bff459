"""Finishing positions within reach (R6.9): the figures of a card that one destination for each pawn makes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, combinations, permutations
from typing import NamedTuple

from rules.game import Seat
from rules.schlossgarten.board import BIT, WORKERS, Ground, bits
from rules.schlossgarten.figures import Figure, Spread, shifted, spreads
from rules.schlossgarten.movement import field, flood, open_fields, setting
from rules.schlossgarten.parts import ARCHITECT, FIGURES, GARDENER, KING, STEPS
from rules.schlossgarten.state import Pawns, Square
from rules.values import Bitboard

PAWNS = (KING, GARDENER, ARCHITECT)
ORDERS = {movers: tuple(permutations(movers)) for count in (1, 2, 3) for movers in combinations(PAWNS, count)}
SPLITS = [(king, gardener, STEPS - king - gardener) for king in range(STEPS + 1) for gardener in range(STEPS + 1 - king)]
SAVED = (2, 1, 1)  # steps at most, by jumping own workers where they have come to stand: king, gardener, architect


class Finish(NamedTuple):
    """A finishing position: the figure, its cost, and the destinations in the order in which they are made."""

    figure: Figure
    cost: int
    moves: tuple[tuple[int, Square], ...]


@lru_cache(maxsize=256)
def finishes(here: Ground, seat: Seat, card: int) -> tuple[Finish, ...]:
    """All finishing positions of a card, the cheapest first, then by key."""
    return finishing(here, seat, spreads(card))


def listed(here: Ground, seat: Seat, card: int) -> tuple[Finish, ...]:
    """Those on offer: as many as a menu holds (R6.9 (5))."""
    return finishes(here, seat, card)[:FIGURES]


@lru_cache(maxsize=256)
def any_finish(here: Ground, seat: Seat, card: int) -> bool:
    """Has a card any? Mostly one is found soon among those that need no jump over a worker who has moved."""
    legs = _legs(here, seat)
    soon = (_targets(here, seat, figure) for figure in _possible(here, seat, spreads(card), legs.near))
    return any(targets and legs.cheapest(targets) for targets in soon) or bool(finishes(here, seat, card))


def finishing(here: Ground, seat: Seat, card: tuple[Spread, ...]) -> tuple[Finish, ...]:
    """The same of any figure."""
    legs = _legs(here, seat)
    best = dict[Pawns, Finish]()
    for figure in _possible(here, seat, card, legs.nearest()):
        targets = _targets(here, seat, figure)
        if targets in best:
            if figure.key < best[targets].figure.key:  # R6.9 (4)
                best[targets] = best[targets]._replace(figure=figure)
        elif targets and (route := legs.cheapest(targets)):
            cost, order = route
            best[targets] = Finish(figure, cost, tuple((pawn, targets[pawn]) for pawn in order))
    return tuple(sorted(best.values(), key=lambda each: (each.cost, each.figure.key)))


def _targets(here: Ground, seat: Seat, figure: Figure) -> Pawns | None:
    """R6.9 (1), (2): where the own pawns have to stand for a figure; None if two would stand on a square, or it stands."""
    own = here.pawns[seat]
    gardener = figure.gardener if figure.gardener_owner == seat else own[GARDENER]
    architect = figure.architect if figure.architect_owner == seat else own[ARCHITECT]
    targets = figure.king, gardener, architect
    return targets if len({*targets}) == len(PAWNS) and targets != own else None


def _possible(here: Ground, seat: Seat, card: tuple[Spread, ...], near: list[list[Bitboard]]) -> Iterator[Figure]:
    """The figures that five steps may make, given the squares near each pawn by the number of steps."""
    foreign = [(owner, pawns) for owner, pawns in enumerate(here.pawns) if owner != seat]
    gardeners = {pawns[GARDENER]: owner for owner, pawns in foreign}
    architects = {pawns[ARCHITECT]: owner for owner, pawns in foreign}
    digging, building = bits(gardeners), bits(architects)
    for spread in card:
        by_gardener = [shifted(mask | digging, -spread.gardener) for mask in near[GARDENER]]
        by_architect = [shifted(mask | building, -spread.architect) for mask in near[ARCHITECT]]
        kings = 0
        for king, gardener, architect in SPLITS:
            kings |= near[KING][king] & by_gardener[gardener] & by_architect[architect]
        kings &= spread.kings
        while kings:
            k, g, a = spread.places[(kings & -kings).bit_length() - 1]
            kings &= kings - 1
            owners = gardeners.get(g, seat), architects.get(a, seat)
            if seat in owners:
                yield Figure(k, g, a, *owners)


class Legs:
    """What it costs to move the pawns of a seat one after the other; each board that is met on the way is asked once.

    ``near`` are the squares that each pawn may reach in 0, 1, … steps if the two others bar no way, and can be jumped where
    they stand now.
    """

    def __init__(self, here: Ground, seat: Seat) -> None:
        self.start = here.pawns[seat]
        self.setting = setting(here, seat)
        self.known = dict[tuple[int, Pawns, int], list[Bitboard]]()
        self.near = [list(accumulate(self._alone(pawn), int.__or__)) for pawn in PAWNS]

    def nearest(self) -> list[list[Bitboard]]:
        """The same at best, wherever the others stand by then.

        To jump a worker who has moved saves a step at most, as his square could be walked on instead.
        """
        return [[near[0], *near[1 + saved :]] for near, saved in zip(self.near, SAVED, strict=True)]

    def cheapest(self, targets: Pawns) -> tuple[int, tuple[int, ...]] | None:
        """The least cost, and the first order that has it (R6.9 (3)); None if it takes too many steps."""
        least = [self._least(pawn, targets) for pawn in PAWNS]
        spare, found = STEPS - sum(least), None
        for order in ORDERS[tuple(pawn for pawn in PAWNS if least[pawn])] if spare >= 0 else ():
            wasted = self._wasted(targets, order, least, spare)
            if wasted is not None:
                found = sum(least) + wasted, order
                spare = wasted - 1
            if spare < 0:
                break
        return found

    def _least(self, pawn: int, targets: Pawns) -> int:
        """The steps of a pawn at best; a jump saves one only if it is over a square nearer than the target."""
        if targets[pawn] == self.start[pawn]:
            return 0
        near, to, steps, saved = self.near[pawn], BIT[targets[pawn]], 1, 0
        while not near[steps] & to:
            steps += 1
        if nearer := near[steps - 1] & ~near[0]:
            for worker in WORKERS:
                if worker != pawn and targets[worker] != self.start[worker] and nearer & BIT[targets[worker]]:
                    saved += 1
        return max(1, steps - saved)

    def _wasted(self, targets: Pawns, order: tuple[int, ...], least: list[int], spare: int) -> int | None:
        """The steps that it costs in this order beyond the least; None if they are more than can be spared."""
        pawns, left = self.start, spare
        for pawn in order:
            to, least_steps = BIT[targets[pawn]], least[pawn]
            for steps, squares in enumerate(self._leg(pawn, pawns, least_steps + left), start=1):
                if squares & to:
                    left -= steps - least_steps
                    break
            else:
                return None
            pawns = placed(pawns, pawn, targets[pawn])
        return spare - left

    def _leg(self, pawn: int, pawns: Pawns, steps: int) -> list[Bitboard]:
        """By the steps it takes: where a pawn may go while the others stand there."""
        leg = self.known.get((pawn, pawns, steps))
        if leg is None:
            workers = self._workers(pawn, pawns)
            others = workers if pawn == KING else workers | BIT[pawns[KING]]
            leg = self.known[pawn, pawns, steps] = self._flooded(pawn, others, workers, steps)
        return leg

    def _alone(self, pawn: int) -> list[Bitboard]:
        """By the steps it takes: where a pawn may go if the others bar no way."""
        most = STEPS + SAVED[pawn]
        ways = self._flooded(pawn, 0, self._workers(pawn, self.start), most)
        return [BIT[self.start[pawn]], *ways, *[0] * (most - len(ways))]

    def _workers(self, pawn: int, pawns: Pawns) -> Bitboard:
        """The other own workers, as bits."""
        _, gardener, architect = pawns
        return (BIT[gardener] if pawn != GARDENER else 0) | (BIT[architect] if pawn != ARCHITECT else 0)

    def _flooded(self, pawn: int, others: Bitboard, workers: Bitboard, steps: int) -> list[Bitboard]:
        own, stood = self.setting.land, self.setting.foreign | others
        square = BIT[self.start[pawn]]
        start = field(own, square)
        found = [new & ~stood for _, new in flood(start, open_fields(own, stood), self.setting.jumped | workers, own, steps)]
        found[0] |= start & ~stood & ~square  # R3.17c
        return found


@lru_cache(maxsize=16)
def _legs(here: Ground, seat: Seat) -> Legs:
    return Legs(here, seat)


def placed(pawns: Pawns, pawn: int, to: Square) -> Pawns:
    """With one pawn on another square."""
    king, gardener, architect = pawns
    return (to, gardener, architect) if pawn == KING else (king, to, architect) if pawn == GARDENER else (king, gardener, to)
