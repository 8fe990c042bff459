"""The dealer's conversation (R2.1–R2.3)."""

from __future__ import annotations

from collections import Counter

from rules.choice import Choices, pick
from rules.dealing import draw, seat_options
from rules.djinns.parts import SPACES, Dome
from rules.djinns.state import Action, First, Layout, State
from rules.text import say

WHO_BEGINS = say("Who is the first to choose?")
WHICH_DOME = [say("Which dome lies on space {space}?", space=space) for space in range(1, SPACES + 1)]


def chance(state: State) -> Choices[Action]:
    """The layout before the markers (R2.2), unless they are chosen blind."""
    if state.turn is None and (state.blind or not state.bag):
        return First((yield from pick("seat", WHO_BEGINS, seat_options(state.seats))))
    return Layout((yield from draw("dome", WHICH_DOME.__getitem__, Counter(state.bag), len(state.bag), _key)))


def _key(dome: Dome) -> str:
    return f"{dome.colour}-{dome.strength}"
