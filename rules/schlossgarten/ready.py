"""Finishing positions within reach (R6.9): all ways to make the figure of a card by one destination for each pawn.

Each pawn's cost depends on where the two others stand, so many boards have to be asked; they are flooded side by side in
one number (see `movement.flood`), which makes a list in about a millisecond.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import islice, product
from struct import pack
from typing import NamedTuple

from rules.game import Seat
from rules.schlossgarten.board import BIT, BOARD, SQUARE, Ground, bits
from rules.schlossgarten.figures import TURNS, Figure, Spread, shifted, spreads
from rules.schlossgarten.movement import field, flood, open_fields, setting
from rules.schlossgarten.parts import ARCHITECT, GARDENER, KING, SIZE, STEPS
from rules.schlossgarten.state import Pawns, Square

LANE = 64  # bits between two boards
BYTES = LANE // 8
LIKELY = (1, 2, 4, 12, None)  # goals tried at a time when it is only asked whether there is any
SHARES = sorted((shares for shares in product(range(STEPS + 1), repeat=3) if 0 < sum(shares) <= STEPS), key=sum)

SAVED = (2, 1, 1)  # steps: by jumping own workers, for each pawn
THREE, FOUR, SIX = (sum(1 << lane * LANE * gap for lane in range(count)) for count, gap in ((3, 1), (4, 1), (6, TURNS)))
ALL_FOUR = (1 << LANE * TURNS) - 1

Order = tuple[int, ...]
# Some of a goal's pawns have moved: its number, who has not, who has, the steps of these, the least of those, and all squares.
Route = tuple[int, Order, Order, int, int, Pawns]
Leg = tuple[int, Pawns]  # who moves, and where the own pawns stand before
DUE: dict[Order, Order] = {shares: tuple(pawn for pawn, share in enumerate(shares) if share) for shares in SHARES}
REST = {(due, pawn): tuple(each for each in due if each != pawn) for due in DUE.values() for pawn in due}


class Ready(NamedTuple):
    """A finishing position: the figure, its cost, and the destinations in the order in which they are made."""

    figure: Figure
    cost: int
    moves: tuple[tuple[int, Square], ...]


class Goal(NamedTuple):
    """Where the own pawns have to stand, and the steps that each of them takes at least."""

    figure: Figure
    targets: Pawns
    least: tuple[int, ...]


@lru_cache(maxsize=256)
def ready(here: Ground, seat: Seat, card: int) -> tuple[Ready, ...]:
    """All finishing positions, the cheapest first, then by key."""
    goals = dict[Pawns, Goal]()
    for goal in _goals(here, seat, spreads(card)):
        known = goals.setdefault(goal.targets, goal)
        if goal.figure.key < known.figure.key:  # R6.9 (4)
            goals[goal.targets] = goal
    return tuple(sorted(_solve(here, seat, goals.values()), key=lambda each: (each.cost, each.figure.key)))


@lru_cache(maxsize=256)
def any_ready(here: Ground, seat: Seat, card: int) -> bool:
    """Has a card any?"""
    return can_make(here, seat, spreads(card))


def can_make(here: Ground, seat: Seat, card: tuple[Spread, ...]) -> bool:
    """Is there any? The likeliest come first."""
    goals = _goals(here, seat, card)
    return any(_solve(here, seat, islice(goals, count)) for count in LIKELY)


def _least(here: Ground, seat: Seat) -> list[list[int]]:
    """By pawn the squares, as bits, that it cannot reach in less than 0, 1, 2 … steps, wherever the other own pawns are then.

    Without the other own pawns their squares are open; jumping one of them saves at most the step onto its square.
    """
    own, _, foreign, jumped, _ = setting(here, seat)
    pawns = [BIT[square] for square in here.pawns[seat]]
    starts = [field(own, pawn) for pawn in pawns]
    found = [[pawn, start & ~pawn] + [0] * (STEPS - 1) for pawn, start in zip(pawns, starts, strict=True)]
    free = open_fields(own, foreign) * THREE
    steps = flood(_side_by_side(starts), free, jumped * THREE, own.fills, THREE, STEPS + SAVED[KING])
    for cost, (_, new) in enumerate(steps, start=1):
        for pawn, saved in enumerate(SAVED):
            if cost <= STEPS + saved:
                found[pawn][max(1, cost - saved)] |= new >> pawn * LANE & BOARD
    return found


def _goals(here: Ground, seat: Seat, card: tuple[Spread, ...]) -> Iterator[Goal]:
    """R6.9 (1), (2); those first that may take the fewest steps, those that surely take too many not at all."""
    own = here.pawns[seat]
    others = [(owner, pawns) for owner, pawns in enumerate(here.pawns) if owner != seat]
    gardeners = {pawns[GARDENER]: owner for owner, pawns in others}
    architects = {pawns[ARCHITECT]: owner for owner, pawns in others}
    king, gardener, architect = _least(here, seat)
    gardener[0] |= bits(gardeners)
    architect[0] |= bits(architects)
    kings = [mask * FOUR for mask in king]
    beside = _kings(card, gardener, GARDENER), _kings(card, architect, ARCHITECT)
    for steps in SHARES:
        found = kings[steps[KING]] & beside[0][steps[GARDENER]] & beside[1][steps[ARCHITECT]]
        while found:
            lane, place = divmod((found & -found).bit_length() - 1, LANE)
            found &= found - 1
            square = SQUARE[1 << place]
            places = card[lane].beside(square)
            owners = gardeners.get(places[0], seat), architects.get(places[1], seat)
            targets = square, places[0] if owners[0] == seat else own[1], places[1] if owners[1] == seat else own[2]
            if square not in targets[1:] and targets[1] != targets[2] and seat in owners:
                yield Goal(Figure(square, *places, *owners), targets, steps)


def _kings(card: tuple[Spread, ...], squares: list[int], pawn: int) -> list[int]:
    """For each set of a worker's squares those of the king, the positions of the card side by side.

    What is shifted out of a board never comes to lie on a square of the king from which the worker's is inside.
    """
    everything = found = 0
    for share, mask in enumerate(squares):
        everything |= mask << share * LANE * TURNS
    for lane, spread in enumerate(card):
        found |= (shifted(everything, -spread[pawn]) & spread.kings * SIX) << lane * LANE
    return [found >> share * LANE * TURNS & ALL_FOUR for share in range(len(squares))]


def _solve(here: Ground, seat: Seat, goals: Iterable[Goal]) -> list[Ready]:
    """The least cost of each goal that the steps allow, and the first order that has it (R6.9 (3))."""
    wanted = tuple(goals)
    routes: Iterable[Route] = [(n, DUE[goal.least], (), 0, sum(goal.least), here.pawns[seat]) for n, goal in enumerate(wanted)]
    found: list[Ready] = []
    steps = STEPS
    while routes:
        cost_of = _costs(here, seat, dict.fromkeys((pawn, route[5]) for route in routes for pawn in route[1]), steps)
        best = dict[tuple[int, Order], Route]()
        for number, due, order, cost, left, pawns in routes:
            _, targets, share = wanted[number]
            for pawn in due:
                to = targets[pawn]
                spent, least = cost + cost_of(pawn, pawns, to), left - share[pawn]
                if spent + least <= STEPS:
                    rest, moved = REST[due, pawn], (*order, pawn)
                    known = best.get((number, rest))
                    if not known or (spent, moved) < (known[3], known[2]):
                        best[number, rest] = number, rest, moved, spent, least, _placed(pawns, pawn, to)
        found += (_ready(wanted[n], cost, order) for n, due, order, cost, _, _ in best.values() if not due)
        routes = [route for route in best.values() if route[1]]
        steps -= 1
    return found


def _ready(goal: Goal, cost: int, order: Order) -> Ready:
    return Ready(goal.figure, cost, tuple((pawn, goal.targets[pawn]) for pawn in order))


def _placed(pawns: Pawns, pawn: int, to: Square) -> Pawns:
    king, gardener, architect = pawns
    return (to, gardener, architect) if pawn == KING else (king, to, architect) if pawn == GARDENER else (king, gardener, to)


def _costs(here: Ground, seat: Seat, legs: Iterable[Leg], steps: int) -> Callable[[int, Pawns, Square], int]:
    """What pawns take to any square while the others stand where they are said to; all the boards are flooded at once."""
    lanes = {leg: lane * BYTES for lane, leg in enumerate(legs)}
    own, _, foreign, workers, _ = setting(here, seat)
    starts = [field(own, BIT[square]) for square in here.pawns[seat]]
    start, free, jumped = list[int](), list[int](), list[int]()
    for pawn, (king, gardener, architect) in lanes:
        jump = (BIT[gardener] if pawn != GARDENER else 0) | (BIT[architect] if pawn != ARCHITECT else 0)
        start.append(starts[pawn])
        free.append(open_fields(own, foreign | jump | (BIT[king] if pawn != KING else 0)))
        jumped.append(workers | jump)
    ones = _side_by_side([1] * len(start))
    flooded = flood(_side_by_side(start), _side_by_side(free), _side_by_side(jumped), own.fills, ones, steps)
    entered = [(cost, new.to_bytes(len(start) * BYTES, "little")) for cost, (_, new) in enumerate(flooded, start=1)]

    def cost_of(pawn: int, pawns: Pawns, to: Square) -> int:
        """Steps, or more than there are in a turn."""
        if to in pawns:
            return STEPS + 1
        if starts[pawn] & BIT[to]:
            return 1
        row, column = divmod(to, SIZE)
        place, bit = lanes[pawn, pawns] + row, 1 << column
        for cost, new in entered:
            if new[place] & bit:
                return cost
        return STEPS + 1

    return cost_of


def _side_by_side(boards: list[int]) -> int:
    return int.from_bytes(pack(f"<{len(boards)}Q", *boards), "little")
