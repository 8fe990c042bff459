"""Positions set up by hand: spaces and domes as people write them, top dome last."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from rules.djinns import GAME
from rules.djinns.parts import COLOURS, SPACES, Dome
from rules.djinns.repetition import counted
from rules.djinns.state import Stack, State
from rules.game import Step, play, play_at_random, read

FULL = {colour[0]: colour for colour in COLOURS}
COLOURED = {
    2: (("red", "green"), ("blue", "yellow")),
    3: (("red",), ("blue",), ("green",)),
    4: (("red",), ("blue",), ("green",), ("yellow",)),
}


def stack(domes: str) -> Stack:
    """``r1 b4`` is a red dome of strength 1 under a blue one of strength 4."""
    return tuple(Dome(FULL[dome[0]], int(dome[1])) for dome in domes.split())


def position(seats: int, ring: dict[int, str], turn: int = 0, **changes: object) -> State:
    """Markers chosen, these stacks on the ring, and nothing taken; yellow is neutral with three seats."""
    spaces = tuple(stack(ring.get(space, "")) for space in range(1, SPACES + 1))
    state = replace(
        GAME.setup(seats, frozenset()),
        ring=spaces,
        bag=(),
        colours=COLOURED[seats],
        neutral="yellow" if seats == 3 else "",
        first=0,
        turn=turn,
        seen=counted((), spaces, turn),
    )
    return replace(state, **changes)


def do(state: State, text: str) -> Step[State]:
    """The seat whose turn it is types a move."""
    (seat,) = GAME.to_act(state)
    at = read(GAME, state, seat, text)
    assert at.prompt is None, at.prompt
    return play(GAME, state, seat, at.path)


def told(step: Step[State]) -> list[str]:
    return [str(event.text) for event in step.events]


def standing(state: State) -> dict[int, str]:
    """The ring as `position` takes it."""
    return {
        space: " ".join(f"{dome.colour[0]}{dome.strength}" for dome in pile)
        for space, pile in enumerate(state.ring, start=1)
        if pile
    }


def points(state: State) -> list[int]:
    return [score.points for score in GAME.scores(state)]


def dealt(seats: int, variants: frozenset[str] = frozenset(), seed: int = 1) -> State:
    """After the dealer's moves, before the first marker is chosen."""
    state = GAME.setup(seats, variants)
    for move in play_at_random(GAME, state, Random(seed)):
        state = move.step.state
        if state.order:
            break
    return state
