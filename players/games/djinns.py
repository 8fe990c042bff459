"""The game tree of Djinns of the Lake for two seats, searched by alpha-beta with ever more plies.

Nothing is hidden and nothing is drawn, so replies can be searched far ahead, and the last lifts to the end. For speed a stack is
a number, and a position the tuple of its stacks, clockwise and without the empty spaces, which no rule counts. `Tree.moves`
repeats the rules of lifting in these terms; tests compare it with them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from players.evaluation import WIN_POINTS, Features
from rules.djinns.lifting import mask
from rules.djinns.parts import FLOORS, MAX_MOVES
from rules.djinns.score import of_seat
from rules.djinns.state import DOME_LETTERS, Stack, State
from rules.game import Seat

Stacks = tuple[int, ...]
History = tuple[tuple[Seat, Stacks], ...]
"""Each position since stacks last became fewer, as often as it came (R5.2), with the seat to move; the present one is last."""

Move = tuple[int, int, int, int, int]
"""The points that the lead of a seat gains by a lift, the two places, and the stacks left behind (-1: none) and lifted."""

SOLVED = MAX_MOVES  # plies: a tree that was searched to the end of the game
EXACT, AT_LEAST, AT_MOST = range(3)  # what a stored value says
TIMES = 3  # a position that comes so often ends the game (R5.2)
INFINITE = 1e9


class Node(NamedTuple):
    """A position with the seat to move, its lead, and the moves made since the search began."""

    stacks: Stacks
    history: History
    seat: Seat
    lead: int
    ply: int


class Known(NamedTuple):
    """A finding about a node: the plies searched, the kind of its value, the value, and the best move."""

    plies: int
    kind: int
    value: float
    best: Move


class _OutOfTime(Exception):
    """Ends a search in the middle."""


class _Tables:
    """All stacks without a double colour, by number: what lifting and points ask of them."""

    def __init__(self) -> None:
        found: list[Stack] = [(dome,) for dome in DOME_LETTERS]
        lower = found
        for _ in range(2, FLOORS):
            lower = [(*low, *top) for low, top in product(lower, found[: len(DOME_LETTERS)]) if not mask(low) & mask(top)]
            found += lower
        self.stacks = found
        self.number = {stack: number for number, stack in enumerate(found)}
        self.height = [len(stack) for stack in found]
        self.strength = [stack[-1].strength for stack in found]
        self.mask = [mask(stack) for stack in found]
        self.parts = [[self._part(stack, height) for height in range(1, len(stack) + 1)] for stack in found]

    def _part(self, stack: Stack, height: int) -> tuple[int, int, int, int]:
        """Return the height of lifted domes, their colours, their number and the number of the rest, -1 for none."""
        lifted, rest = stack[-height:], stack[:-height]
        return height, mask(lifted), self.number[lifted], self.number.get(rest, -1)


@cache
def _tables() -> _Tables:
    return _Tables()


@cache
def _on(lower: int, lifted: int) -> int:
    """Return the number of a stack with domes put on it; -1 for a tower, which leaves the lake (R4.1)."""
    tables = _tables()
    return tables.number.get(tables.stacks[lower] + tables.stacks[lifted], -1)


class Tree:
    """A search below one position; ``judged`` counts the moves looked at, ``cut`` the lines that the search did not finish."""

    def __init__(self, colours: tuple[tuple[str, ...], ...], plies: int, budget: int, deadline: Callable[[], bool]) -> None:
        tables = _tables()
        tops = [stack[-1].colour for stack in tables.stacks]
        points = [height * strength for height, strength in zip(tables.height, tables.strength, strict=True)]
        self._own = [[top in own for top in tops] for own in colours]
        self._worth = [[each if mine else -each for each, mine in zip(points, own, strict=True)] + [0] for own in self._own]
        self._longest, self._budget, self._deadline = MAX_MOVES - plies, budget, deadline
        self._known = dict[tuple[int, int, History], Known]()
        self.judged = self.cut = 0

    def moves(self, stacks: Stacks, seat: Seat) -> list[Move]:
        """Return the legal moves of a seat."""
        tables, own, worth, count, found = _tables(), self._own[seat], self._worth[seat], len(stacks), list[Move]()
        for place, stack in enumerate(stacks):
            if not own[stack] or (strength := tables.strength[stack]) >= count:
                continue
            ahead, behind = (place + strength) % count, (place - strength) % count
            for target in (ahead,) if ahead == behind else (ahead, behind):
                onto = stacks[target]
                blocked, floors, before = tables.mask[onto], tables.height[onto], worth[stack] + worth[onto]
                for height, colours, lifted, rest in tables.parts[stack]:
                    if colours & blocked:
                        break
                    gain = (floors + height) * strength + worth[rest] - before
                    found.append((gain, place, target, rest, lifted))
        self.judged += len(found)
        return found

    def after(self, node: Node, move: Move) -> Node:
        """Return the node after a move."""
        gain, place, target, rest, lifted = move
        stacks, seat, grown = list(node.stacks), 1 - node.seat, _on(node.stacks[target], lifted)
        stacks[place], stacks[target] = rest, grown
        history: History = ()
        if rest < 0 or grown < 0:
            stacks = [stack for stack in stacks if stack >= 0]
        else:
            history = node.history
        after = tuple(stacks)
        return Node(after, (*history, (seat, after)), seat, -(node.lead + gain), node.ply + 1)

    def value(self, node: Node, plies: int, least: float, most: float) -> float:
        """Return the final lead of the seat to move, as far as it shows within some plies.

        A result that is not between ``least`` and ``most`` is only a bound.

        :raises _OutOfTime: when the budget is spent, or the deadline has come.
        """
        moves = self.moves(node.stacks, node.seat)
        if not moves or node.ply >= self._longest or node.history.count(node.history[-1]) >= TIMES:
            return _final(node.lead)
        if plies <= 1:
            self.cut += 1
            return node.lead + max(moves)[0]
        if self.judged > self._budget or self._deadline():
            raise _OutOfTime
        key = node.ply, node.lead, node.history
        moves.sort(reverse=True)
        if known := self._known.get(key):
            if known.plies >= plies and _tells(known, least, most):
                self.cut += known.plies < SOLVED
                return known.value
            moves.remove(known.best)
            moves.insert(0, known.best)
        cut, floor, value, best = self.cut, least, -INFINITE, moves[0]
        for move in moves:
            found = -self.value(self.after(node, move), plies - 1, -most, -max(floor, value))
            if found > value:
                value, best = found, move
                if value >= most:
                    break
        kind = AT_LEAST if value >= most else EXACT if value > least else AT_MOST
        self._known[key] = Known(SOLVED if self.cut == cut else plies, kind, value, best)
        return value


def _tells(known: Known, least: float, most: float) -> bool:
    return known.kind == EXACT or (known.value >= most if known.kind == AT_LEAST else known.value <= least)


def _final(lead: int) -> float:
    """Return a lead at the end of the game, with the points for winning."""
    return lead + WIN_POINTS * ((lead > 0) - (lead < 0))


def node_of(state: State) -> Node:
    """Return the node of a state in which one of two seats is to move."""
    stacks, domes, seat = _tables(), {letter: dome for dome, letter in DOME_LETTERS.items()}, state.turn
    assert seat is not None
    history = list[tuple[Seat, Stacks]]()
    for position, times in state.seen:
        turn, ring = position.split(":")
        standing = tuple(stacks.number[tuple(map(domes.__getitem__, letters))] for letters in ring.split("/") if letters)
        history += [(int(turn), standing)] * times
    points = [sum(of_seat(state.ring, state.taken[each], state.colours[each], state.neutral)) for each in (0, 1)]
    return Node(history[-1][1], tuple(history), seat, points[seat] - points[1 - seat], 0)


def look_ahead(states: Sequence[State], seat: Seat, budget: int, deadline: Callable[[], bool]) -> list[tuple[int, float]]:
    """Return the places of these states and their values after replies, the best for the seat first (`Features.look_ahead`).

    The first value is exact for the plies searched; the others are at most as large as told. Empty unless two seats lift.
    """
    if states[0].seats != 2 or states[0].turn is None:
        return []
    tree = Tree(states[0].colours, states[0].plies, budget, deadline)
    nodes = {place: node_of(state) for place, state in enumerate(states)}
    order = [(place, float(-node.lead)) for place, node in nodes.items()]
    plies = 0
    try:
        while plies < SOLVED:
            plies, tree.cut = plies + 1, 0
            _deepen(tree, nodes, order, plies)
            if not tree.cut:
                break
    except _OutOfTime:
        pass
    return order


def _deepen(tree: Tree, nodes: dict[int, Node], order: list[tuple[int, float]], plies: int) -> None:
    """Search one ply more: sort the places by their new values, and keep them in a good order if the time is over."""
    best = -INFINITE
    for place, _ in [*order]:
        value = -tree.value(nodes[place], plies, -INFINITE, -best)
        index = next(i for i, each in enumerate(order) if each[0] == place)
        order[index] = place, value
        if value > best:
            best = value
            order.insert(0, order.pop(index))
    order.sort(key=lambda each: -each[1])


FEATURES = Features(look_ahead=look_ahead)
