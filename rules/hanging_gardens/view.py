"""What a seat may know (section 5 and R7.4), built from nothing."""

from __future__ import annotations

from dataclasses import replace

from rules.game import DEALER, Outcome, Seat, winners
from rules.hanging_gardens.rounds import current, holder, rounds, to_act
from rules.hanging_gardens.score import hand, in_order, scores, worth
from rules.hanging_gardens.state import Garden, Open, State, Tiles, View
from rules.values import changed, fields_of
from rules.wording import leaving_out

_open = fields_of(Open)


def view(state: State, seat: Seat | None) -> View:
    """What one seat, or with None the public, may know."""
    acting = to_act(state)
    ended = not acting
    known = tuple(_known(state, owner, seat, ended) for owner in range(state.seats))
    hidden = tuple(tiles if ended or owner == seat else () for owner, tiles in enumerate(state.hidden))
    active = None if ended or DEALER in acting else current(state)
    return View(
        *_open(state),
        me=seat,
        rounds=rounds(state),
        holder=holder(state),
        active=active,
        cards_left=len(state.card_bag),
        tiles_left=len(state.tile_bag),
        counts=tuple(len(a) + len(b) for a, b in zip(state.taken, state.hidden, strict=True)),
        known=known,
        hidden=hidden,
        points=tuple(map(worth, known, state.fives)),
        over=ended,
        winners=winners(scores(state)) if ended else (),
    )


def _known(state: State, owner: Seat, seat: Seat | None, ended: bool) -> Tiles:
    """All of one's own and everybody's at the end; of others what the variant leaves open (R3.27, R9.2)."""
    if owner == seat or ended:
        return hand(state, owner)
    return in_order(state.taken[owner]) if state.open_tiles else ()


def stopped(view: View) -> View:
    """Of a game that ended early: nobody is to act."""
    return replace(view, active=None)


def preview(before: View, outcome: Outcome[View], points: bool) -> Outcome[View]:
    """A move before it is made: what others hold, and the result, are seen when it is; the own points where they may be told."""
    after = _unended(before, outcome.view) if outcome.view.over else outcome.view
    if not points:
        after = replace(after, points=before.points)
    return Outcome(after, leaving_out(outcome.events, "tiles_shown", "won"))


def _unended(before: View, after: View) -> View:
    """The view after the last move without what the end reveals."""
    me = after.me
    assert me is not None
    known = changed(before.known, me, after.known[me])
    hidden = changed(before.hidden, me, after.hidden[me])
    points = changed(before.points, me, after.points[me])
    return replace(after, known=known, hidden=hidden, points=points, over=False, winners=())


def own(view: View) -> Garden:
    """The garden of who looks."""
    assert view.me is not None
    return view.gardens[view.me]


def open_cards(view: View) -> dict[int, str]:
    """The cards that are left in this round, by slot."""
    return {slot: card for slot, card in enumerate(view.cards) if card}
