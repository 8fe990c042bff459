"""What domes are called, and the board in words."""

from __future__ import annotations

from functools import cache

from rules.djinns.parts import Dome
from rules.djinns.score import shown
from rules.djinns.state import Stack, State, View
from rules.text import Text, piece, say, term, who

NEUTRAL = "{colour} is neutral: anyone may move it, and it scores for nobody."


@cache
def colour_name(colour: str) -> Text:
    """A colour, shown by its djinn."""
    return piece(f"djinns_{colour}", term(colour))


@cache
def dome_name(dome: Dome) -> Text:
    """A dome as people read it: ``red 3``."""
    return say("{colour} {strength}", colour=colour_name(dome.colour), strength=dome.strength)


def piled(domes: Stack) -> Text:
    """Domes, the top one first: ``red 3 on blue 1``."""
    text, *above = map(dome_name, domes)
    for dome in above:
        text = say("{dome} on {floors}", dome=dome, floors=text)
    return text


def neutral(colour: str) -> Text:
    """What is said of the colour that nobody plays."""
    return say(NEUTRAL, colour=piece(f"djinns_{colour}", term(colour.capitalize())))


def describe(view: View) -> tuple[Text, ...]:
    """The stacks by space, the neutral colour, the seats."""
    state = view.state
    return (*_stacks(state), *([neutral(state.neutral)] if state.neutral else []), *_seats(view))


def summary(view: View) -> tuple[Text, ...]:
    """The seats before the stacks."""
    return (*_seats(view), *_stacks(view.state))


def _stacks(state: State) -> list[Text]:
    return [_described(space, stack) for space, stack in enumerate(state.ring, start=1) if stack]


def _seats(view: View) -> list[Text]:
    return [
        say("{seat} ({colours}): {points} points", seat=who(seat), colours=tuple(map(term, own)), points=total)
        if own
        else say("{seat}: {points} points", seat=who(seat), points=total)
        for seat, (own, total) in enumerate(zip(view.state.colours, shown(view), strict=True))
    ]


def _described(space: int, stack: Stack) -> Text:
    """One line of the board: ``7: red 3 on blue 1``."""
    return say("{space}: {domes}", space=space, domes=piled(stack))
