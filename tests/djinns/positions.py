"""Positions set up by hand: spaces and domes as people write them, top dome last."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rules.djinns import GAME
from rules.djinns.parts import COLOURS, SPACES, Dome
from rules.djinns.state import Stack, State, with_position
from tests import playing
from tests.talk import Talk

FULL = {colour[0]: colour for colour in COLOURS}
COLOURED = {
    2: (("red", "green"), ("blue", "yellow")),
    3: (("red",), ("blue",), ("green",)),
    4: (("red",), ("blue",), ("green",), ("yellow",)),
}

talk = Talk(GAME)
dealt = partial(playing.dealt, GAME)
do, points = talk.do, talk.points


def stack(domes: str) -> Stack:
    """Read a stack: ``r1 b4`` is a red dome of strength 1 under a blue one of strength 4."""
    return tuple(Dome(FULL[dome[0]], int(dome[1])) for dome in domes.split())


def position(seats: int, ring: dict[int, str], turn: int = 0, **changes: object) -> State:
    """Return a position with chosen markers, these stacks on the ring, and nothing taken; yellow is neutral with three seats."""
    spaces = tuple(stack(ring.get(space, "")) for space in range(1, SPACES + 1))
    state = replace(
        GAME.setup(seats, frozenset()),
        ring=spaces,
        bag=(),
        colours=COLOURED[seats],
        neutral="yellow" if seats == 3 else "",
        first=0,
        turn=turn,
        seen=with_position((), spaces, turn),
    )
    return replace(state, **changes)


def standing(state: State) -> dict[int, str]:
    """Return the ring in the form that `position` takes."""
    return {
        space: " ".join(f"{dome.colour[0]}{dome.strength}" for dome in pile)
        for space, pile in enumerate(state.ring, start=1)
        if pile
    }
