"""What a seat may know (section 5 and R5.2), built from nothing."""

from __future__ import annotations

from dataclasses import replace

from rules.choice import Path
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


def stopped(view: View) -> View:
    """What is seen of a game that ended early: nobody is to act."""
    return view if view.phase == "over" else replace(view, phase="stopped", turn=None)


def is_public(path: Path) -> bool:
    """Does a path name more than cards? Those that are drawn are known to one seat alone."""
    return not all(word.startswith("card-") for word in path)
