"""What a seat may know (section 5 and R7.3), built from nothing."""

from __future__ import annotations

from dataclasses import replace

from rules.game import Seat
from rules.ishtar.state import Open, State, View
from rules.values import fields_of

_open = fields_of(Open)


def view(state: State, seat: Seat | None) -> View:
    """What one seat, or with None the public, may know."""
    return View(
        *_open(state),
        me=seat,
        planted=tuple(cards if _seen(state, owner, seat) else None for owner, cards in enumerate(state.planted)),
        planted_count=tuple(map(len, state.planted)),
    )


def _seen(state: State, owner: Seat, seat: Seat | None) -> bool:
    """One's own cards, all with `open-trees` and at the end (R3.44, R9.1); and none are no secret."""
    return owner == seat or state.open_trees or state.phase == "over" or not state.planted[owner]


def stopped(view: View) -> View:
    """The view of a game that ended early: nobody is to act."""
    return view if view.phase == "over" else replace(view, phase="stopped")
