"""The conversations (section 7 of the specification) and the reasons of what is not on offer."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from itertools import groupby
from operator import attrgetter

from rules.choice import Choices, Label, Option, Path, pick
from rules.djinns.apply import WAYS, lifts_by_stack, mask, movable, moved, named, standing, targets
from rules.djinns.parts import COLOURS, SPACES, Dome
from rules.djinns.score import totals
from rules.djinns.state import UNKNOWN, Action, Choose, First, Layout, Lift, Stack, State, View
from rules.text import Text, say, term

WHENCE = say("Which stack do you move from?")
HOW_MANY = say("How many domes, from the top?")
WHICH_WAY = say("Which way round the lake?")


def choices(view: View) -> Choices[Action]:
    """A seat's conversation: a marker, or a move."""
    return _marker(view.state) if view.state.order else _move(view.state)


def chance(state: State) -> Choices[Action]:
    """The dealer's: the layout before the markers (R2.2), unless they are chosen blind."""
    return _first(state) if state.turn == UNKNOWN and (state.blind or not state.bag) else _layout(state)


def _layout(state: State) -> Choices[Action]:
    left = {dome: _drawn(dome, count) for dome, count in Counter(state.bag).items()}
    laid: list[Dome] = []
    for space in range(1, SPACES + 1):
        dome = yield from pick(say("Which dome lies on space {space}?", space=space), left.values())
        if (count := left[dome].weight) > 1:
            left[dome] = _drawn(dome, count - 1)
        else:
            del left[dome]
        laid.append(dome)
    return Layout(tuple(laid))


def _first(state: State) -> Choices[Action]:
    seats = [Option(f"seat-{seat + 1}", seat) for seat in range(state.seats)]
    return First((yield from pick(say("Who is the first to choose?"), seats)))


def _marker(state: State) -> Choices[Action]:
    chosen = sum(state.colours, ())
    left = [Option(c, c, lambda c=c: Label(term(c), at=c)) for c in COLOURS if c not in chosen]
    return Choose((yield from pick(say("Which djinn do you play?"), left)))


def _move(state: State) -> Choices[Action]:
    legal = lifts_by_stack(state.ring, movable(state, state.turn))
    here = yield from pick(WHENCE, [Option(str(own[0].space + 1), own, partial(_about_space, state, own)) for own in legal])
    by_height = [list(these) for _, these in groupby(here, attrgetter("height"))]
    these = yield from pick(HOW_MANY, [Option(str(h[0].height), h, partial(_about_height, state, h)) for h in by_height])
    return (yield from pick(WHICH_WAY, [Option(lift.way, lift, partial(_about_lift, state, lift)) for lift in these]))


@cache
def _drawn(dome: Dome, left: int) -> Option[Dome]:
    return Option(f"{dome.colour}-{dome.strength}", dome, weight=left)


def gain(state: State, lift: Lift) -> int:
    """By how much the mover's points change."""
    ring, taken, _ = moved(state, state.turn, lift)
    before = totals(state.ring, state.taken, state.colours, state.neutral)[state.turn]
    return sum(totals(ring, taken, state.colours, state.neutral)[state.turn]) - sum(before)


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "±0"


def _promise(state: State, legal: list[Lift]) -> dict[str, Text | tuple[int, ...]]:
    """Where some lifts lead and what the best of them brings, as parameters of a label."""
    gains = {gain(state, lift) for lift in legal}
    lands = tuple(dict.fromkeys(lift.target + 1 for lift in legal))
    return {"targets": lands, "gain": say("{gain}" if len(gains) == 1 else "up to {gain}", gain=_signed(max(gains)))}


def _about_space(state: State, here: list[Lift]) -> Label:
    space = here[0].space + 1
    return Label(say("{space} → {targets}: {gain}", space=space, **_promise(state, here)), at=str(space))


def _about_height(state: State, these: list[Lift]) -> Label:
    space, count = these[0].space, these[0].height
    domes = named(state.ring[space][-count:])
    return Label(say("{count}: {domes} → {targets}: {gain}", count=count, domes=domes, **_promise(state, these)))


def _about_lift(state: State, lift: Lift) -> Label:
    worth = _signed(gain(state, lift))
    params = {"space": lift.space + 1, "target": lift.target + 1, "gain": worth, "way": WAYS[lift.way]}
    return Label(say("{way} {space} → {target}: {gain}", **params), at=str(lift.target + 1), note=worth)


def why_not(view: View, path: Path, answer: str) -> Text | None:
    """Why a typed answer is not on offer after this path (R3.2, R3.5, R3.6)."""
    state = view.state
    if state.order:
        return None if path else _why_not_marker(state, answer)
    if not path:
        return _why_not_space(state, answer)
    space = int(path[0]) - 1
    if len(path) == 1:
        return _why_not_count(state, space, answer)
    way = next((way for way in WAYS if len(path) == 2 and way.startswith(answer)), None)
    return _why_not_way(state, space, int(path[1]), way) if way else None


def _why_not_marker(state: State, answer: str) -> Text | None:
    taken = next((colour for colour in sum(state.colours, ()) if colour.startswith(answer)), None)
    return say("{colour} has been chosen already.", colour=term(taken.capitalize())) if taken else None


def _why_not_space(state: State, answer: str) -> Text | None:
    if not answer.isdecimal():
        return None
    if not 1 <= int(answer) <= SPACES:
        return say("The spaces around the lake are numbered from 1 to {last}.", last=SPACES)
    space = int(answer) - 1
    stack = state.ring[space]
    if not stack:
        return say("There is no stack on {space}.", space=space + 1)
    if stack[-1].colour not in movable(state, state.turn):
        return say("The stack on {space} is under {colour}'s control.", space=space + 1, colour=term(stack[-1].colour))
    return _why_neither_way(state, space, 1)


def _why_not_count(state: State, space: int, answer: str) -> Text | None:
    if not answer.isdecimal():
        return None
    height = len(state.ring[space])
    if not 1 <= int(answer) <= height:
        return say("The height of the stack on {space} is {height}.", space=space + 1, height=height)
    return _why_neither_way(state, space, int(answer))


def _why_neither_way(state: State, space: int, count: int) -> Text | None:
    reasons = [_why_not_way(state, space, count, way) for way in WAYS]
    return reasons[0] if all(reasons) else None


def _why_not_way(state: State, space: int, count: int, way: str) -> Text | None:
    stacks = standing(state.ring)
    strength = state.ring[space][-1].strength
    landing = targets(stacks, stacks.index(space), strength)
    if landing is None:
        return say("{space} needs {strength} other stacks around the lake.", space=space + 1, strength=strength)
    target = landing[way == "counter"]
    if double := _double(state.ring[space][-count:], state.ring[target]):
        return say("There is already a {colour} dome on {space}.", colour=term(double), space=target + 1)
    if way == "counter" and landing[0] == target:  # R3.7
        return say("Both ways lead to {space}: say clockwise.", space=target + 1)
    return None


def _double(lifted: Stack, target: Stack) -> str:
    shared = mask(lifted) & mask(target)
    return next((dome.colour for dome in lifted if mask((dome,)) & shared), "")
