"""What a seat may know (section 5 and R5.2), built from nothing."""

from __future__ import annotations

from rules.game import Seat
from rules.schlossgarten.state import Open, State, View
from rules.values import fields_of

_open = fields_of(Open)


def view(state: State, seat: Seat | None) -> View:
    """What one seat, or with None the public, may know."""
    return View(
        *_open(state),
        me=seat,
        hand=() if seat is None else state.hands[seat],
        hands=tuple(map(len, state.hands)),
        bag=len(state.bag),
    )
