"""The dealer's conversation (R2.1–R2.3)."""

from __future__ import annotations

from collections import Counter

from rules.choice import Choices, pick
from rules.dealing import draw, seat_options
from rules.djinns.state import Action, First, Layout, State
from rules.text import say


def chance(state: State) -> Choices[Action]:
    """The layout before the markers (R2.2), unless they are chosen blind."""
    if state.turn is None and (state.blind or not state.bag):
        return First((yield from pick("seat", say("Who is the first to choose?"), seat_options(state.seats))))
    return Layout(
        (
            yield from draw(
                "dome",
                lambda nth: say("Which dome lies on space {space}?", space=nth + 1),
                Counter(state.bag),
                len(state.bag),
                lambda dome: f"{dome.colour}-{dome.strength}",
            )
        )
    )
