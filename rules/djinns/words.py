"""Names of domes and colours, and the board in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.djinns.parts import MAX_MOVES, SPACES, Dome
from rules.djinns.score import points_shown, scores
from rules.djinns.state import Stack, State, View
from rules.game import winners
from rules.text import SEMICOLON, Text, joined, piece, say, say_n, who
from rules.wording import victory

COLOUR_NAMES = {"red": say("red"), "blue": say("blue"), "green": say("green"), "yellow": say("yellow")}


@cache
def colour_name(colour: str) -> Text:
    """Return the name of a colour, with a small picture of its djinn where pictures are possible."""
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
    """Return everything on the table: whose turn it is, the stacks by space, the neutral colour, the seats, a legend."""
    state = view.state
    stacks = _stacks(state) or [say("No domes lie around the lake yet.")]
    left = [neutral(state.neutral)] if state.neutral else []
    return (*_head(view), *stacks, *left, *_seats(view), *_towers(state), *_legend(state))


def summary(view: View) -> tuple[Text, ...]:
    """Return the board in short: a line for each seat with its colours and points, then one line with all stacks."""
    return (*_seats(view), joined(SEMICOLON, *_stacks(view.state)))


def _head(view: View) -> Iterator[Text]:
    """Yield whose turn it is, how long the game has run, and whether the position came before."""
    state = view.state
    if state.ending and view.totals is None:
        yield say_n("The game is over after {count} move.", "The game is over after {count} moves.", state.plies)
        table = scores(state)
        best = winners(table)
        yield victory(best, table[best[0]].points)
    elif view.stopped:
        yield say_n("The game ended early after {count} move.", "The game ended early after {count} moves.", state.plies)
    elif state.order:
        yield say("The djinns are chosen, in this order: {seats}.", seats=tuple(map(who, state.order)))
    elif state.turn is not None:
        yield say("Move {move} of at most {last}: {seat} to move.", move=state.plies + 1, last=MAX_MOVES, seat=who(state.turn))
    if state.seen and state.seen[-1][1] > 1:
        yield say(
            "This position has occurred {times} times with the same player to move; the third time ends the game.",
            times=state.seen[-1][1],
        )


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


def _towers(state: State) -> Iterator[Text]:
    """Yield a line for each seat with the dream towers, or halves of them, that it took."""
    for seat, piles in enumerate(state.taken):
        if piles:
            yield say("Taken by {seat}: {towers}.", seat=who(seat), towers=joined(SEMICOLON, *map(piled, piles)))


def _legend(state: State) -> Iterator[Text]:
    """Yield the meaning of the numbers and lines that occur."""
    if any(state.ring):
        yield say("A line is a space, counted clockwise from 1 to {last}, with its domes, the top one first.", last=SPACES)
        yield say("The number after a colour is the strength of the dome. Spaces without a line are empty.")
    if any(state.colours):
        yield say("A stack or tower is worth its number of domes times the strength of its top dome.")
