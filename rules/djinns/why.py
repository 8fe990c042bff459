"""Why a typed answer is not on offer (R3.2, R3.5, R3.6), from the predicates of the conversation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.choice import Prompt
from rules.djinns.lifting import WAYS, mask, movable, standing, targets
from rules.djinns.parts import SPACES
from rules.djinns.state import Draft, Stack, State, View
from rules.text import Text, say, term


def why_not(view: View, prompt: Prompt[Any], answer: str) -> Text | None:
    """The sentence for an answer that is not on offer; None: no better reason than that."""
    return REASONS[prompt.key](view.state, prompt.board, answer)


def _marker(state: State, draft: None, answer: str) -> Text | None:
    """R2.4"""
    taken = next((colour for colour in sum(state.colours, ()) if colour.startswith(answer)), None)
    return say("{colour} has been chosen already.", colour=term(taken.capitalize())) if taken else None


def _stack(state: State, draft: Draft, answer: str) -> Text | None:
    """R3.2"""
    if not answer.isdecimal():
        return None
    if not 1 <= int(answer) <= SPACES:
        return say("The spaces around the lake are numbered from 1 to {last}.", last=SPACES)
    space = int(answer) - 1
    stack = state.ring[space]
    if not stack:
        return say("There is no stack on {space}.", space=space + 1)
    assert state.turn is not None
    if stack[-1].colour not in movable(state, state.turn):
        return say("The stack on {space} is under {colour}'s control.", space=space + 1, colour=term(stack[-1].colour))
    return _neither_way(state, space, 1)


def _count(state: State, draft: Draft, answer: str) -> Text | None:
    """R3.3"""
    if not answer.isdecimal():
        return None
    assert draft.space is not None
    height = len(state.ring[draft.space])
    if not 1 <= int(answer) <= height:
        return say("The height of the stack on {space} is {height}.", space=draft.space + 1, height=height)
    return _neither_way(state, draft.space, int(answer))


def _way(state: State, draft: Draft, answer: str) -> Text | None:
    way = next((way for way in WAYS if way.startswith(answer)), None)
    assert draft.space is not None
    return _hindered(state, draft.space, draft.height, way) if way else None


def _neither_way(state: State, space: int, height: int) -> Text | None:
    reasons = [_hindered(state, space, height, way) for way in WAYS]
    return reasons[0] if all(reasons) else None


def _hindered(state: State, space: int, height: int, way: str) -> Text | None:
    """Why the top domes of a stack cannot go this way (R3.5–R3.7)."""
    stacks = standing(state.ring)
    strength = state.ring[space][-1].strength
    landing = targets(stacks, stacks.index(space), strength)
    if landing is None:
        return say("{space} needs {strength} other stacks around the lake.", space=space + 1, strength=strength)
    target = landing[way == "counter"]
    if double := _double(state.ring[space][-height:], state.ring[target]):
        return say("There is already a {colour} dome on {space}.", colour=term(double), space=target + 1)
    if way == "counter" and landing[0] == target:  # R3.7
        return say("Both ways lead to {space}: say clockwise.", space=target + 1)
    return None


def _double(lifted: Stack, target: Stack) -> str:
    shared = mask(lifted) & mask(target)
    return next((dome.colour for dome in lifted if mask((dome,)) & shared), "")


REASONS: dict[str, Callable[[State, Any, str], Text | None]] = {
    "marker": _marker,
    "stack": _stack,
    "count": _count,
    "way": _way,
}
