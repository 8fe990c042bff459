"""A seat's conversation: a marker, or a move (section 7)."""

from __future__ import annotations

from functools import partial

from rules.choice import Choices, Options, pick
from rules.djinns import labels
from rules.djinns.lifting import liftable, lifts_from, movable
from rules.djinns.parts import COLOURS
from rules.djinns.state import Action, Choose, Draft, State, View, landing_key, space_key
from rules.game import Seat
from rules.text import Text, say

MARKER = say("Which djinn do you play?")
FIRST_MARKER = say("Choose your first djinn.")
SECOND_MARKER = say("Choose your second djinn.")
STACK = say("Which stack do you move from?")
LANDING = say("How many domes move, and where to?")


def choices(view: View) -> Choices[Action]:
    """A marker (R2.4), or a move (R3)."""
    if view.state.order:
        return _marker(view.state)
    assert view.seat is not None
    return _move(view.state, view.seat)


def _marker(state: State) -> Choices[Action]:
    chosen = sum(state.colours, ())
    left = [colour for colour in COLOURS if colour not in chosen]
    return Choose((yield from pick("marker", _question(state), Options(left, str, labels.marker))))


def _question(state: State) -> Text:
    """Two players choose twice (R2.4)."""
    if state.seats > 2:
        return MARKER
    return SECOND_MARKER if state.colours[state.order[0]] else FIRST_MARKER


def _move(state: State, seat: Seat) -> Choices[Action]:
    stacks = list(liftable(state.ring, movable(state, seat)))
    offered = Options(stacks, space_key, partial(labels.stack, state))
    space = yield from pick("stack", STACK, offered, board=Draft(), form="places")
    landings = Options(list(lifts_from(state.ring, space)), landing_key, partial(labels.landing, state))
    return (yield from pick("landing", LANDING, landings, board=Draft(space)))
