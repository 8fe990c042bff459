"""Names of domes and colours, and the board in words."""

from __future__ import annotations

from functools import cache

from rules.djinns.parts import Dome
from rules.djinns.score import points_shown
from rules.djinns.state import Stack, State, View
from rules.text import SEMICOLON, Text, joined, piece, say, say_n, who

COLOUR_NAMES = {"red": say("red"), "blue": say("blue"), "green": say("green"), "yellow": say("yellow")}


@cache
def colour_name(colour: str) -> Text:
    """Return a colour, shown by its djinn."""
    return piece(f"djinns_{colour}", COLOUR_NAMES[colour])


@cache
def dome_name(dome: Dome) -> Text:
    """Return a dome as people read it: ``red 3``."""
    return say("{colour} {strength}", colour=colour_name(dome.colour), strength=dome.strength)


def piled(domes: Stack) -> Text:
    """Return domes, the top one first: ``red 3 on blue 1``."""
    text, *above = map(dome_name, domes)
    for dome in above:
        text = say("{dome} on {floors}", dome=dome, floors=text)
    return text


def neutral(colour: str) -> Text:
    """Return the sentence about the colour that nobody plays."""
    return say("The neutral colour is {colour}: anyone may move it, and it scores for nobody.", colour=colour_name(colour))


def describe(view: View) -> tuple[Text, ...]:
    """Return the stacks by space, the neutral colour and the seats."""
    state = view.state
    return (*_stacks(state), *([neutral(state.neutral)] if state.neutral else []), *_seats(view))


def summary(view: View) -> tuple[Text, ...]:
    """Return the seats, then the stacks in a line."""
    return (*_seats(view), joined(SEMICOLON, *_stacks(view.state)))


def _stacks(state: State) -> list[Text]:
    return [_described(space, stack) for space, stack in enumerate(state.ring, start=1) if stack]


def _seats(view: View) -> list[Text]:
    return [
        say_n(
            "{seat} ({colours}): {count} point", "{seat} ({colours}): {count} points", total, seat=who(seat), colours=_named(own)
        )
        if own
        else say_n("{seat}: {count} point", "{seat}: {count} points", total, seat=who(seat))
        for seat, (own, total) in enumerate(zip(view.state.colours, points_shown(view), strict=True))
    ]


def _named(colours: tuple[str, ...]) -> tuple[Text, ...]:
    return tuple(COLOUR_NAMES[colour] for colour in colours)


def _described(space: int, stack: Stack) -> Text:
    """Return a line of the board: ``7: red 3 on blue 1``."""
    return say("{space}: {domes}", space=space, domes=piled(stack))
