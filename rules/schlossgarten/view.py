"""What a seat may know (section 5 and R5.2), built from nothing."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

from rules.choice import Path
from rules.dealing import shuffled
from rules.game import Outcome, Seat
from rules.schlossgarten.parts import CARDS
from rules.schlossgarten.score import totals
from rules.schlossgarten.state import Open, State, View
from rules.values import fields_of, without
from rules.wording import leaving_out

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


def possible(view: View, random: Random) -> State:
    """A state that this view could belong to: the cards that are nowhere to be seen, as hands of the others and as the bag."""
    left = shuffled(without(tuple(CARDS), (*view.hand, *view.discard)), random)
    hands = tuple(view.hand if seat == view.me else tuple(sorted(islice(left, count))) for seat, count in enumerate(view.hands))
    return State(*_open(view), bag=tuple(sorted(left)), hands=hands)


def preview(before: View, outcome: Outcome[View], points: bool) -> Outcome[View]:
    """A move before it is made: nothing that it reveals is hidden but perhaps the points."""
    if points:
        return outcome
    after = replace(outcome.view, totals=totals(before))
    if after.phase == "over":
        after = replace(after, phase=before.phase, turn=before.turn)
    return Outcome(after, leaving_out(outcome.events, "scored", "last_round", "over", "won"))


def stopped(view: View) -> View:
    """What is seen of a game that ended early: nobody is to act."""
    return view if view.phase == "over" else replace(view, phase="stopped", turn=None)


def is_public(path: Path) -> bool:
    """Does a path name more than cards? Those that are drawn are known to one seat alone."""
    return not all(word.startswith("card-") for word in path)
