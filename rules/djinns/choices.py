"""A seat's conversation: a marker, or a move (section 7)."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from operator import attrgetter

from rules.choice import Choices, Option, pick
from rules.djinns import labels
from rules.djinns.lifting import lifts_by_stack, movable
from rules.djinns.parts import COLOURS
from rules.djinns.state import Action, Choose, Draft, State, View
from rules.game import Seat
from rules.text import say

MARKER = say("Which djinn do you play?")
STACK = say("Which stack do you move from?")
COUNT = say("How many domes, from the top?")
WAY = say("Which way round the lake?")


def choices(view: View) -> Choices[Action]:
    """A marker (R2.4), or a move (R3)."""
    if view.state.order:
        return _marker(view.state)
    assert view.seat is not None
    return _move(view.state, view.seat)


def _marker(state: State) -> Choices[Action]:
    chosen = sum(state.colours, ())
    left = [Option(colour, colour, partial(labels.marker, colour)) for colour in COLOURS if colour not in chosen]
    return Choose((yield from pick("marker", MARKER, left)))


def _move(state: State, seat: Seat) -> Choices[Action]:
    stacks = [(own[0].space, own) for own in lifts_by_stack(state.ring, movable(state, seat))]
    here = yield from pick(
        "stack", STACK, [Option(str(space + 1), own, partial(labels.stack, state, own)) for space, own in stacks], board=Draft()
    )
    space = here[0].space
    heights = [(height, list(these)) for height, these in groupby(here, attrgetter("height"))]
    these = yield from pick(
        "count", COUNT, [Option(str(h), these, partial(labels.count, state, these)) for h, these in heights], board=Draft(space)
    )
    ways = [Option(lift.way, lift, partial(labels.way, state, lift)) for lift in these]
    return (yield from pick("way", WAY, ways, board=Draft(space, these[0].height)))
