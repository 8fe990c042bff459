"""The view of a seat (section 5, R7.3), its inverse for computer players, and previews of moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from rules.dealing import shuffled
from rules.game import Event, Outcome, Seat
from rules.ishtar.parts import TREES
from rules.ishtar.score import points_of
from rules.ishtar.state import PublicState, State, View
from rules.text import Text, say
from rules.values import fields_of, replace, without
from rules.wording import headline, leaving_out

_open = fields_of(PublicState)


def view(state: State, seat: Seat | None) -> View:
    """Return the view of a seat, or of the public with None."""
    return View(
        *_open(state),
        me=seat,
        planted=tuple(cards if _seen(state, owner, seat) else None for owner, cards in enumerate(state.planted)),
        planted_count=tuple(map(len, state.planted)),
    )


def _seen(state: State, owner: Seat, seat: Seat | None) -> bool:
    """Return whether a seat sees an owner's planted cards: its own; all with `open-trees` or at the end (R3.44, R9.1)."""
    return owner == seat or state.open_trees or state.phase == "over" or not state.planted[owner]


def possible(view: View, random: Random) -> State:
    """Return a state that this view could belong to: cards that the seat cannot see are shared out by chance."""
    reserved = (player.reserved for player in view.players if player.reserved is not None)
    known = (card for cards in view.planted for card in cards or ())
    left = shuffled(without(tuple(TREES), (*view.row, *view.tree_bag, *view.discarded, *reserved, *known)), random)
    planted = zip(view.planted, view.planted_count, strict=True)
    return State(*_open(view), planted=tuple(cards or tuple(islice(left, count)) for cards, count in planted))


def preview(before: View, outcome: Outcome[View], points: bool) -> Outcome[View]:
    """Return an outcome as its seat may see it before the move is made.

    Other seats' trees and the result stay hidden. Without ``points`` the totals stay as they were. An event that begins a turn
    becomes the headline of the preview.
    """
    after, events = outcome.view, tuple(replace(each, headline=each.headline or each.begins) for each in outcome.events)
    if after.phase == "over":
        planted = zip(before.planted, after.planted, strict=True)
        own = tuple(None if old is None else new for old, new in planted)
        after, events = replace(after, phase="refill", planted=own), leaving_out(events, "score", "won")
    if points:
        return Outcome(after, tuple(_own_points(before, after, events)))
    return Outcome(replace(after, totals=points_of(before)), events)


def _own_points(before: View, after: View, events: Sequence[Event]) -> Iterator[Event]:
    """Yield the events with all own points in the headline, trees too, and then the points that the others see."""
    seat = before.me
    for event in events:
        if event.kind != "turn" or seat is None or seat != before.turn:
            yield event
            continue
        both = list(zip(points_of(before), points_of(after), strict=True))
        had, has = both[seat]
        gains = [(other, now.known - was.known) for other, (was, now) in enumerate(both) if other != seat]
        others = [(other, gain) for other, gain in gains if gain]
        what = dict(event.text.params)["what"]
        assert had.total is not None
        assert has.total is not None
        assert isinstance(what, Text)
        yield replace(event, text=headline(seat, has.total - had.total, what, has.total, others))
        if after.planted_count[seat] and not after.open_trees:
            hidden = say("The others see {points}+: your trees are added for all to see at the end.", points=has.known)
            yield Event("hidden", hidden)


def stopped(view: View) -> View:
    """Return the view of a game that ended early, in which nobody is to act."""
    return view if view.phase == "over" else replace(view, phase="stopped")
