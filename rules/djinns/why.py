"""Why a typed answer is not on offer (R3.2, R3.5, R3.6), from the predicates of the conversation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.choice import Prompt
from rules.djinns.lifting import lifts_from, mask, movable, standing, targets
from rules.djinns.parts import SPACES
from rules.djinns.state import Draft, Stack, State, View, landing_key
from rules.djinns.words import colour_name
from rules.text import Text, say, say_n


def why_not(view: View, prompt: Prompt[Any], answer: str) -> Text | None:
    """The sentence for an answer that is not on offer; None: no better reason than that."""
    return REASONS[prompt.key](view.state, prompt.board, answer)


def _marker(state: State, draft: None, answer: str) -> Text | None:
    """R2.4"""
    taken = next((colour for colour in sum(state.colours, ()) if colour.startswith(answer)), None)
    return say("Somebody has chosen {colour} already.", colour=colour_name(taken)) if taken else None


def _stack(state: State, draft: Draft, answer: str) -> Text | None:
    """R3.2"""
    if not answer.isdecimal():
        return None
    if not 1 <= int(answer) <= SPACES:
        return _no_space()
    space = int(answer) - 1
    stack = state.ring[space]
    if not stack:
        return say("There is no stack on {space}.", space=space + 1)
    assert state.turn is not None
    if stack[-1].colour not in movable(state, state.turn):
        return say("The stack on {space} is under {colour}'s control.", space=space + 1, colour=colour_name(stack[-1].colour))
    return _nowhere(state, space, 1)


def _landing(state: State, draft: Draft, answer: str) -> Text | None:
    """R3.3"""
    count, _, target = answer.partition("-")
    assert draft.space is not None
    space = draft.space
    if any(landing_key(lift).startswith(answer) for lift in lifts_from(state.ring, space)):
        return None
    if not count.isdecimal() or not (target.isdecimal() or not target):
        return None
    height = len(state.ring[space])
    if not 1 <= int(count) <= height:
        return say("The height of the stack on {space} is {height}.", space=space + 1, height=height)
    return _nowhere(state, space, int(count)) or _not_there(state, space, int(count), int(target or 0))


def _not_there(state: State, space: int, count: int, target: int) -> Text | None:
    """R3.4, R3.6"""
    if not 1 <= target <= SPACES:
        return _no_space()
    found = _targets(state, space)
    if found and target - 1 in found:
        return _hindered(state, space, count, target - 1)
    strength, lands = state.ring[space][-1].strength, tuple(place + 1 for place in dict.fromkeys(found or ()))
    return say(
        "From {space} a dome of strength {strength} lands on {targets}.", space=space + 1, strength=strength, targets=lands
    )


def _no_space() -> Text:
    return say("The spaces around the lake are numbered from 1 to {last}.", last=SPACES)


def _targets(state: State, space: int) -> tuple[int, int] | None:
    stacks = standing(state.ring)
    return targets(stacks, stacks.index(space), state.ring[space][-1].strength)


def _nowhere(state: State, space: int, height: int) -> Text | None:
    """Why so many domes can go neither way (R3.5, R3.6)."""
    found = _targets(state, space)
    if found is None:
        return say_n(
            "{space} needs {count} other stack around the lake.",
            "{space} needs {count} other stacks around the lake.",
            state.ring[space][-1].strength,
            space=space + 1,
        )
    reasons = [_hindered(state, space, height, place) for place in found]
    return reasons[0] if all(reasons) else None


def _hindered(state: State, space: int, height: int, target: int) -> Text | None:
    """R3.6"""
    double = _double(state.ring[space][-height:], state.ring[target])
    return say("There is already a {colour} dome on {space}.", colour=colour_name(double), space=target + 1) if double else None


def _double(lifted: Stack, target: Stack) -> str:
    shared = mask(lifted) & mask(target)
    return next((dome.colour for dome in lifted if mask((dome,)) & shared), "")


REASONS: dict[str, Callable[[State, Any, str], Text | None]] = {
    "marker": _marker,
    "stack": _stack,
    "landing": _landing,
}
