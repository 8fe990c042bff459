"""Finishing positions within reach (R6.9): all ways to make the figure of a card by one destination for each pawn.

Each pawn's cost depends on where the two others stand, so many boards have to be asked; they are flooded side by side in
one number (see `movement.flood`), which makes a list in about half a millisecond.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, combinations, permutations, product
from struct import pack
from typing import NamedTuple

from rules.game import Seat
from rules.schlossgarten.board import BIT, BOARD, Ground, bits
from rules.schlossgarten.figures import TURNS, Figure, Spread, shifted, spreads
from rules.schlossgarten.movement import field, flood, jumpable, open_fields, setting
from rules.schlossgarten.parts import ARCHITECT, FIGURES, GARDENER, KING, SIZE, STEPS
from rules.schlossgarten.state import Pawns, Square

LANE = 64  # bits between two boards
BYTES = LANE // 8
PAWNS = (KING, GARDENER, ARCHITECT)
ORDERS = tuple(permutations(PAWNS))

Shares = tuple[int, int, int]  # steps of king, gardener, architect

# How many steps each pawn may save by jumping own workers on the squares to which these have moved. R7.7 warns of wrong bounds;
# this one is right: compare a shortest way with the board on which no own pawn bars a way, and own workers can be jumped where
# they stood at first only. There the square of a worker that has moved is a free field, so each jump over it can be walked in
# two steps, one more. A shortest way jumps each worker once at most, a worker can only jump the other, the king both.
# And a jump saves nothing unless its square is nearer than the target: the field before the jump is one step from that square,
# so if the square is no nearer than the target, the steps up to the jump and the jump itself are as many as the target takes.
SAVED: Shares = (2, 1, 1)
MOST = STEPS + max(SAVED)


def _shares(saved: Shares) -> list[Shares]:
    """The steps that pawns may take if they save so many at most, the fewest first."""
    found: list[Shares] = []
    for steps in product(range(STEPS + saved[0] + 1), range(STEPS + saved[1] + 1), range(STEPS + saved[2] + 1)):
        least = sum(max(1, taken - less) for taken, less in zip(steps, saved, strict=True) if taken)
        if 0 < least <= STEPS:
            found.append(steps)
    return sorted(found, key=sum)


EXACT, ROUGH = _shares((0, 0, 0)), _shares(SAVED)


def _ones(count: int, gap: int = 1) -> int:
    return sum(1 << lane * LANE * gap for lane in range(count))


THREE, FOUR, ALL = _ones(len(PAWNS)), _ones(TURNS), _ones(MOST + 1, TURNS)
ALL_FOUR = (1 << LANE * TURNS) - 1

Masks = list[list[int]]  # by pawn, then by steps: squares, as bits
Leg = tuple[int, Pawns]  # who moves, and where the own pawns stand before
Order = tuple[int, ...]
# Some of a goal's pawns have moved: its number, who has not, who has, the steps of these, the least of those, and all squares.
Route = tuple[int, Order, Order, int, int, Pawns]
WITHOUT = {
    (due, pawn): tuple(each for each in due if each != pawn) for n in PAWNS for due in combinations(PAWNS, n + 1) for pawn in due
}


class Ready(NamedTuple):
    """A finishing position: the figure, its cost, and the destinations in the order in which they are made."""

    figure: Figure
    cost: int
    moves: tuple[tuple[int, Square], ...]


class Goal(NamedTuple):
    """Where the own pawns have to stand, the steps that they take, and the squares of the figure with its workers' owners."""

    targets: Pawns
    steps: Shares
    squares: Pawns
    owners: tuple[Seat, Seat]

    def figure(self) -> Figure:
        return Figure(*self.squares, *self.owners)


@lru_cache(maxsize=256)
def ready(here: Ground, seat: Seat, card: int) -> tuple[Ready, ...]:
    """All finishing positions of a card, the cheapest first, then by key."""
    return finishing(here, seat, spreads(card))


def finishing(here: Ground, seat: Seat, card: tuple[Spread, ...]) -> tuple[Ready, ...]:
    """The same of any figure."""
    goals = dict[Pawns, Goal]()
    for goal in _possible(here, seat, card):
        known = goals.setdefault(goal.targets, goal)
        if goal is not known and goal.figure().key < known.figure().key:  # R6.9 (4)
            goals[goal.targets] = goal
    return tuple(sorted(_solve(here, seat, tuple(goals.values())), key=lambda each: (each.cost, each.figure.key)))


def listed(here: Ground, seat: Seat, card: int) -> tuple[Ready, ...]:
    """Those on offer: as many as a menu holds (R6.9 (5))."""
    return ready(here, seat, card)[:FIGURES]


@lru_cache(maxsize=256)
def any_ready(here: Ground, seat: Seat, card: int) -> bool:
    """Has a card any? Mostly there is one for which nobody stands in another's way, which is found soon."""
    return _easy(here, seat, spreads(card)) or bool(ready(here, seat, card))


def _easy(here: Ground, seat: Seat, card: tuple[Spread, ...]) -> bool:
    """Is there a figure whose pawns, in some order, are nowhere on the shortest ways of those who go after them?

    The others are walked around where they stand now, and none is jumped.
    """
    own, everybody, _, jumped, _ = setting(here, seat)
    free = _side_by_side([open_fields(own, everybody & ~BIT[square]) for square in here.pawns[seat]])
    ways = _ways(here, seat, free, jumped * THREE, STEPS)
    ways = [[first, *(mask & ~everybody for mask in rest)] for first, *rest in ways]
    for targets, steps, _, _ in _goals(here, seat, card, ways, EXACT):
        barred = {(n, k) for k, cost in enumerate(steps) for n in PAWNS if any(BIT[targets[n]] & way for way in ways[k][:cost])}
        if not barred or any(barred.isdisjoint(combinations(order, 2)) for order in ORDERS):
            return True
    return False


def _possible(here: Ground, seat: Seat, card: tuple[Spread, ...]) -> Iterator[Goal]:
    """The goals that the steps may allow, with the least that each pawn takes wherever the others are by then.

    For this nobody of them bars a way, and they may be jumped where they stand now; see `SAVED` for where they will stand.
    """
    own, _, foreign, _, _ = setting(here, seat)
    jumped = _side_by_side([jumpable(here, seat, pawn) for pawn in PAWNS])
    ways = _ways(here, seat, open_fields(own, foreign) * THREE, jumped, MOST)
    nearer = [tuple(accumulate((0, *way[1:]))) for way in ways]  # than so many steps
    of_king, of_gardener, of_architect = nearer
    for targets, (king, gardener, architect), squares, owners in _goals(here, seat, card, ways, ROUGH):
        _, to_dig, to_build = targets
        digs, builds = BIT[to_dig] if gardener else 0, BIT[to_build] if architect else 0
        if king > 1:
            king = max(1, king - bool(of_king[king - 1] & digs) - bool(of_king[king - 1] & builds))
        if gardener:
            gardener -= bool(of_gardener[gardener - 1] & builds)
        if architect:
            architect -= bool(of_architect[architect - 1] & digs)
        if king + gardener + architect <= STEPS:
            yield Goal(targets, (king, gardener, architect), squares, owners)


def _ways(here: Ground, seat: Seat, free: int, jumped: int, most: int) -> Masks:
    """The squares by the steps that each pawn takes; the three boards lie side by side."""
    pawns = [BIT[square] for square in here.pawns[seat]]
    starts = [field(setting(here, seat).land, pawn) for pawn in pawns]
    found = [[pawn, start & ~pawn] + [0] * (most - 1) for pawn, start in zip(pawns, starts, strict=True)]  # R3.17c
    fills = setting(here, seat).land.fills
    for cost, (_, new) in enumerate(flood(_side_by_side(starts), free, jumped, fills, THREE, most), start=1):
        for pawn in PAWNS:
            found[pawn][cost] |= new >> pawn * LANE & BOARD
    return found


def _goals(here: Ground, seat: Seat, card: tuple[Spread, ...], ways: Masks, shares: list[Shares]) -> Iterator[Goal]:
    """R6.9 (1), (2): where figures can be made in such ways."""
    _, own_gardener, own_architect = here.pawns[seat]
    gardeners = {pawns[GARDENER]: owner for owner, pawns in enumerate(here.pawns) if owner != seat}
    architects = {pawns[ARCHITECT]: owner for owner, pawns in enumerate(here.pawns) if owner != seat}
    king, gardener, architect = ways
    kings = [mask * FOUR for mask in king]
    by_gardener = _kings(card, [spread.gardener for spread in card], [gardener[0] | bits(gardeners), *gardener[1:]])
    by_architect = _kings(card, [spread.architect for spread in card], [architect[0] | bits(architects), *architect[1:]])
    for steps in shares:
        found = kings[steps[KING]] & by_gardener[steps[GARDENER]] & by_architect[steps[ARCHITECT]]
        while found:
            lane, place = divmod((found & -found).bit_length() - 1, LANE)
            found &= found - 1
            squares = card[lane].places[place]
            k, g, a = squares
            owners = gardeners.get(g, seat), architects.get(a, seat)
            targets = k, g if owners[0] == seat else own_gardener, a if owners[1] == seat else own_architect
            if k not in targets[1:] and targets[1] != targets[2] and seat in owners:
                yield Goal(targets, steps, squares, owners)


def _kings(card: tuple[Spread, ...], shifts: list[int], squares: list[int]) -> list[int]:
    """For each set of a worker's squares, so far from the king, those of the king; the positions of the card side by side.

    What is shifted out of a board never comes to lie on a square of the king from which the worker's is inside.
    """
    everything = found = 0
    for share, mask in enumerate(squares):
        everything |= mask << share * LANE * TURNS
    for lane, (spread, shift) in enumerate(zip(card, shifts, strict=True)):
        found |= (shifted(everything, -shift) & spread.kings * ALL) << lane * LANE
    return [found >> share * LANE * TURNS & ALL_FOUR for share in range(len(squares))]


def _solve(here: Ground, seat: Seat, goals: tuple[Goal, ...]) -> Iterator[Ready]:
    """The least cost of each goal that the steps allow, and the first order that has it (R6.9 (3))."""
    pawns = here.pawns[seat]
    movers = [tuple(pawn for pawn in PAWNS if goal.steps[pawn]) for goal in goals]
    routes: Iterable[Route] = [(n, due, (), 0, sum(goals[n].steps), pawns) for n, due in enumerate(movers)]
    while routes:
        legs = dict[Leg, int]()
        for _, due, _, _, _, pawns in routes:
            for pawn in due:
                legs.setdefault((pawn, pawns), BYTES * len(legs))
        entered = _entered(here, seat, legs)
        best = dict[tuple[int, Order], Route]()
        for number, due, order, spent, left, pawns in routes:
            targets, least, _, _ = goals[number]
            for pawn in due:
                to, after = targets[pawn], left - least[pawn]
                place, bit = legs[pawn, pawns] + to // SIZE, 1 << to % SIZE
                for cost, reached in enumerate(entered[: STEPS - spent - after], start=spent + 1):
                    if reached[place] & bit:
                        rest, moved = WITHOUT[due, pawn], (*order, pawn)
                        known = best.get((number, rest))
                        if not known or (cost, moved) < (known[3], known[2]):
                            best[number, rest] = number, rest, moved, cost, after, _placed(pawns, pawn, to)
                        break
        routes = [route for route in best.values() if route[1]]
        for number, due, order, cost, _, _ in best.values():
            if not due:
                goal = goals[number]
                yield Ready(goal.figure(), cost, tuple((pawn, goal.targets[pawn]) for pawn in order))


def _placed(pawns: Pawns, pawn: int, to: Square) -> Pawns:
    king, gardener, architect = pawns
    return (to, gardener, architect) if pawn == KING else (king, to, architect) if pawn == GARDENER else (king, gardener, to)


def _entered(here: Ground, seat: Seat, legs: Iterable[Leg]) -> list[bytes]:
    """For each number of steps the squares where pawns may rest while the others stand where they are said to, side by side."""
    own, _, foreign, workers, _ = setting(here, seat)
    fields = [field(own, BIT[square]) for square in here.pawns[seat]]
    starts, others, jumped = list[int](), list[int](), list[int]()
    for pawn, (king, gardener, architect) in legs:
        jump = (BIT[gardener] if pawn != GARDENER else 0) | (BIT[architect] if pawn != ARCHITECT else 0)
        starts.append(fields[pawn])
        others.append(jump | BIT[king] if pawn != KING else jump)
        jumped.append(jump)
    ones, start, stood = _side_by_side([1] * len(starts)), _side_by_side(starts), _side_by_side(others)
    free = ones * ((own.tiles | own.own_all) & ~foreign) & ~stood
    for places, element in own.fills:  # with room it is a field although somebody stands there
        full = ones
        for place in places:
            full &= stood >> place
        free = (free | ones * element) & ~(full * element)
    steps = flood(start, free, ones * workers | _side_by_side(jumped), own.fills, ones, STEPS)
    found = [new & ~stood for _, new in steps]
    found[0] |= start & ~stood  # R3.17c
    return [new.to_bytes(len(starts) * BYTES, "little") for new in found]


def _side_by_side(boards: list[int]) -> int:
    return int.from_bytes(pack(f"<{len(boards)}Q", *boards), "little")
