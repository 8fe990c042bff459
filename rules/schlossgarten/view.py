"""Views: the part of a state that a seat may know (R5.2), and states that a view could belong to."""

from __future__ import annotations

from itertools import islice
from random import Random

from rules.choice import Path
from rules.dealing import shuffled
from rules.game import Outcome, Seat
from rules.schlossgarten.parts import CARDS
from rules.schlossgarten.score import totals
from rules.schlossgarten.state import PublicState, State, View
from rules.values import fields_of, replace, without
from rules.wording import leaving_out

_public_fields = fields_of(PublicState)


def view(state: State, seat: Seat | None) -> View:
    """Return the view of a seat, or with None that of the public."""
    return View(
        *_public_fields(state),
        me=seat,
        hand=() if seat is None else state.hands[seat],
        hands=tuple(map(len, state.hands)),
        bag=len(state.bag),
    )


def possible(view: View, random: Random) -> State:
    """Return a state that this view could belong to: unseen cards are dealt at random to the other hands and the bag."""
    left = shuffled(without(tuple(CARDS), (*view.hand, *view.discard)), random)
    hands = tuple(view.hand if seat == view.me else tuple(sorted(islice(left, count))) for seat, count in enumerate(view.hands))
    return State(*_public_fields(view), bag=tuple(sorted(left)), hands=hands)


def preview(before: View, outcome: Outcome[View], points: bool) -> Outcome[View]:
    """Return the outcome that a seat may see before it moves: a turn reveals nothing, so only points may be hidden."""
    if points:
        return outcome
    after = replace(outcome.view, totals=totals(before))
    if after.phase == "over":
        after = replace(after, phase=before.phase, turn=before.turn)
    return Outcome(after, leaving_out(outcome.events, "scored", "last_round", "over", "won"))


def stopped(view: View) -> View:
    """Return the view of a game that ended early: nobody is to act."""
    return view if view.phase == "over" else replace(view, phase="stopped", turn=None)


def is_public(path: Path) -> bool:
    """Return whether everybody may see a move: only draws of cards are hidden."""
    return not all(word.startswith("card-") for word in path)
