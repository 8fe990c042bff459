"""What may be lifted, and where it lands: the small predicates that the conversation and its reasons are made of (R3, R4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain

from rules.djinns.parts import COLOURS, FLOORS
from rules.djinns.score import Taken
from rules.djinns.state import Lift, Ring, Stack, State
from rules.game import Seat

BIT = {colour: 1 << place for place, colour in enumerate(COLOURS)}


def movable(state: State, seat: Seat) -> tuple[str, ...]:
    """The colours whose stacks a seat may move: its own, and the neutral one (R3.2)."""
    return (*state.colours[seat], state.neutral)


@cache  # the stacks without a double colour are few thousands
def mask(stack: Stack) -> int:
    """The colours of some domes as bits: two stacks share a colour exactly when their masks share a bit."""
    return sum({BIT[dome.colour] for dome in stack})


def standing(ring: Ring) -> list[int]:
    """The spaces with a stack: empty ones are not counted (R3.4) and are never a target (R3.8)."""
    return [space for space, stack in enumerate(ring) if stack]


def targets(stacks: list[int], place: int, strength: int) -> tuple[int, int] | None:
    """The ``strength``-th other stacks from ``stacks[place]``, clockwise and counter (R3.4); None: too few (R3.5)."""
    if strength >= len(stacks):
        return None
    return stacks[(place + strength) % len(stacks)], stacks[place - strength]


def liftable(ring: Ring, colours: tuple[str, ...]) -> Iterator[int]:
    """The spaces that one may move from: where the top dome alone cannot go, neither can more."""
    stacks = standing(ring)
    for place, space in enumerate(stacks):
        colour, strength = ring[space][-1]
        if colour in colours and (landing := targets(stacks, place, strength)):
            top, (ahead, behind) = BIT[colour], landing
            if not top & mask(ring[ahead]) or not top & mask(ring[behind]):
                yield space


def lifts_from(ring: Ring, space: int) -> Iterator[Lift]:
    """The legal moves from a space where domes may be lifted, by height and way."""
    stacks, stack = standing(ring), ring[space]
    landing = targets(stacks, stacks.index(space), stack[-1].strength)
    assert landing
    ahead, behind = landing
    lifted, there, yonder = 0, mask(ring[ahead]), mask(ring[behind])
    for height, dome in enumerate(reversed(stack), start=1):  # R3.3
        lifted |= BIT[dome.colour]
        if not lifted & there:  # R3.6
            yield Lift(space, height, "clockwise", ahead)
        if not lifted & yonder and behind != ahead:  # R3.7
            yield Lift(space, height, "counter", behind)


def lifts(ring: Ring, colours: tuple[str, ...]) -> Iterator[Lift]:
    """Every legal move of whoever may move these colours, by space, height and way."""
    return chain.from_iterable(lifts_from(ring, space) for space in liftable(ring, colours))


def moved(state: State, seat: Seat, lift: Lift) -> tuple[Ring, Taken, Stack]:
    """The ring and the towers taken after a move, and the tower it completed, if any."""
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
    """Who gets what of a tower that a seat has completed (R4.2–R4.4)."""
    if state.seats == 2:
        return ((seat, tower),)
    lower, upper = tower[:2], tower[2:]
    owner = next((s for s, own in enumerate(state.colours) if lower[-1].colour in own), seat)
    return ((seat, upper), (owner, lower))
