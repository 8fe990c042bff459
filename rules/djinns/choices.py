"""A seat's conversation: a marker, or a move (section 7)."""

from __future__ import annotations

from functools import partial
from operator import attrgetter

from rules.choice import Choices, Options, pick
from rules.djinns import labels
from rules.djinns.lifting import liftable, lifts_from, movable
from rules.djinns.parts import COLOURS
from rules.djinns.state import Action, Choose, Draft, State, View, space_key
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
    left = [colour for colour in COLOURS if colour not in chosen]
    return Choose((yield from pick("marker", MARKER, Options(left, str, labels.marker))))


def _move(state: State, seat: Seat) -> Choices[Action]:
    stacks = list(liftable(state.ring, movable(state, seat)))
    space = yield from pick("stack", STACK, Options(stacks, space_key, partial(labels.stack, state)), board=Draft())
    here = list(lifts_from(state.ring, space))
    heights = list(dict.fromkeys(lift.height for lift in here))
    height = yield from pick("count", COUNT, Options(heights, str, partial(labels.count, state, here)), board=Draft(space))
    ways = [lift for lift in here if lift.height == height]
    board = Draft(space, height)
    return (yield from pick("way", WAY, Options(ways, attrgetter("way"), partial(labels.way, state)), board=board))
