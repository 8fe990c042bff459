"""Lifting: which stacks a seat may move, where their domes land, and what becomes of the ring and of towers (R3, R4).

Spaces count from 0 here. Domes jump from stack to stack; empty spaces (.) do not count::

    clockwise ─►   ╭── A . . B . C . . . D . ──╮      from A, strength 1: to B clockwise, to D counter
                   ╰───────────────────────────╯      strength 2: to C, one move though both ways lead there (R3.7)
                                                      strength 4: nowhere, there are too few other stacks (R3.5)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, compress

from rules.djinns.parts import COLOURS, FLOORS, SPACES
from rules.djinns.score import Taken
from rules.djinns.state import Lift, Ring, Stack, State
from rules.game import Seat

WAYS = ("clockwise", "counter")
BIT = {colour: 1 << place for place, colour in enumerate(COLOURS)}


def movable_colours(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the colours whose stacks a seat may move: its own, and the neutral one (R3.2)."""
    return (*state.colours[seat], state.neutral)


@cache  # the stacks without a double colour are few thousands
def mask(stack: Stack) -> int:
    """Return the colours of some domes as bits: two stacks share a colour exactly when their masks share a bit."""
    return sum({BIT[dome.colour] for dome in stack})


def may_lie_on(lifted: int, stack: Stack) -> bool:
    """Return whether domes of these colours (bits) may be put on a stack: none may hold a colour twice (R3.6)."""
    return not lifted & mask(stack)


def standing(ring: Ring) -> list[int]:
    """Return the spaces with a stack: empty ones are not counted (R3.4) and are never a target (R3.8)."""
    return list(compress(range(SPACES), ring))


def targets(stacks: list[int], place: int, strength: int) -> tuple[int, ...]:
    """Return the spaces ``strength`` stacks away from ``stacks[place]``: clockwise, then counter-clockwise (`WAYS`, R3.4).

    Return one space if both ways end on the same stack (R3.7), and none if there are too few stacks (R3.5).
    """
    if strength >= len(stacks):
        return ()
    ahead, behind = stacks[place + strength - len(stacks)], stacks[place - strength]  # a negative index counts from the end
    return (ahead,) if ahead == behind else (ahead, behind)


def reach(ring: Ring, space: int) -> tuple[int, ...]:
    """Return the target spaces (`targets`) of the stack on a space, by the strength of its top dome."""
    stacks = standing(ring)
    return targets(stacks, stacks.index(space), ring[space][-1].strength)


def liftable(ring: Ring, colours: tuple[str, ...]) -> Iterator[int]:
    """Yield the spaces with a legal move for the owner of these colours. It suffices to try the top dome alone."""
    stacks = standing(ring)
    for place, space in enumerate(stacks):
        colour, strength = ring[space][-1]
        if colour in colours:
            for target in targets(stacks, place, strength):
                if may_lie_on(BIT[colour], ring[target]):
                    yield space
                    break


def lifts_from(ring: Ring, space: int) -> Iterator[Lift]:
    """Yield the legal moves of a stack whose top dome the player controls, by height and way (R3.3)."""
    lifted, lands_on = 0, reach(ring, space)
    for height, dome in enumerate(reversed(ring[space]), start=1):
        lifted |= BIT[dome.colour]
        for way, target in zip(WAYS, lands_on, strict=False):
            if may_lie_on(lifted, ring[target]):
                yield Lift(space, height, way, target)


def lifts(ring: Ring, colours: tuple[str, ...]) -> Iterator[Lift]:
    """Yield every legal move of a seat that may move these colours, by space, height and way."""
    return chain.from_iterable(lifts_from(ring, space) for space in liftable(ring, colours))


def after_lift(state: State, seat: Seat, lift: Lift) -> tuple[Ring, Taken, Stack]:
    """Return the ring and the towers taken after a move, and the tower it completed, () if none."""
    ring = list(state.ring)
    stack = ring[lift.space]
    ring[lift.space] = stack[: -lift.height]
    grown = ring[lift.target] + stack[-lift.height :]
    if len(grown) < FLOORS:
        ring[lift.target] = grown
        return tuple(ring), state.taken, ()
    ring[lift.target] = ()  # R4.1
    taken = list(state.taken)
    for owner, pile in shares(state, seat, grown):
        taken[owner] = (*taken[owner], pile)
    return tuple(ring), tuple(taken), grown


def shares(state: State, seat: Seat, tower: Stack) -> tuple[tuple[Seat, Stack], ...]:
    """Return which seat takes which domes of a tower that ``seat`` has completed (R4.2–R4.4)."""
    if state.seats == 2:
        return ((seat, tower),)
    lower, upper = tower[:2], tower[2:]
    owner = next((s for s, own in enumerate(state.colours) if lower[-1].colour in own), seat)
    return ((seat, upper), (owner, lower))
