"""The view of a state by a seat, and the states that a view may belong to (section 5, R7.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from rules.dealing import shuffled
from rules.game import DEALER, Outcome, Seat, winners
from rules.hanging_gardens.parts import CARDS, TILES
from rules.hanging_gardens.rounds import current, holder, rounds, to_act
from rules.hanging_gardens.score import hand, in_order, scores, worth
from rules.hanging_gardens.state import Garden, Open, State, Tiles, View
from rules.values import changed, fields_of, replace, without
from rules.wording import leaving_out

_open = fields_of(Open)


def view(state: State, seat: Seat | None) -> View:
    """Return the view of a seat, or with None the public view."""
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
    """Return a seat's own tiles, all at the end, of others else those that the variant leaves open (R3.27, R9.2)."""
    if owner == seat or ended:
        return hand(state, owner)
    return in_order(state.taken[owner]) if state.open_tiles else ()


def possible(view: View, random: Random) -> State:
    """Return a state that this view could belong to; tiles that nobody knows are dealt by chance."""
    tiles = shuffled(without(TILES, _seen(view)), random)
    hidden = tuple(_drawn(view, seat, tiles) for seat in range(view.seats))
    return State(
        *_open(view),
        card_bag=without(tuple(sorted(CARDS)), _used(view)),
        tile_bag=without(TILES, (*_seen(view), *_dealt(view, hidden))),
        taken=tuple(without(known, shown) for known, shown in zip(view.known, view.hidden, strict=True)),
        hidden=hidden,
    )


def _seen(view: View) -> Tiles:
    """Return the tiles that this viewer sees or has seen, each once."""
    return (*filter(None, view.tiles), *(tile for tiles in view.known for tile in tiles))


def _drawn(view: View, seat: int, tiles: Iterator[str]) -> Tiles:
    """Return the tiles that a seat drew hidden: those that this viewer knows, and as many more as it must have."""
    missing = view.counts[seat] - len(view.known[seat])
    return (*view.hidden[seat], *islice(tiles, missing))


def _dealt(view: View, hidden: tuple[Tiles, ...]) -> Tiles:
    """Return the hidden tiles that this viewer does not know."""
    return tuple(tile for all_, known in zip(hidden, view.hidden, strict=True) for tile in all_[len(known) :])


def _used(view: View) -> list[str]:
    """Return the cards that are not in the bag."""
    laid = (each.card for garden in view.gardens for each in garden.laid if each.card in CARDS)
    return [*laid, *view.boxed, *filter(None, view.cards)]


def stopped(view: View) -> View:
    """Return the view of a game that ended early: nobody is to act."""
    return replace(view, active=None)


def preview(before: View, outcome: Outcome[View], points: bool) -> Outcome[View]:
    """Return the outcome of a move before it is made.

    It hides the result and the other seats' tiles, and without ``points`` also the points that the move brings.
    """
    after = _unended(before, outcome.view) if outcome.view.over else outcome.view
    if not points:
        after = replace(after, points=before.points)
    return Outcome(after, leaving_out(outcome.events, "tiles_shown", "won"))


def _unended(before: View, after: View) -> View:
    """Return the view after the last move without what the end reveals."""
    me = after.me
    assert me is not None
    known = changed(before.known, me, after.known[me])
    hidden = changed(before.hidden, me, after.hidden[me])
    points = changed(before.points, me, after.points[me])
    return replace(after, known=known, hidden=hidden, points=points, over=False, winners=())


def own(view: View) -> Garden:
    """Return the viewer's own garden."""
    assert view.me is not None
    return view.gardens[view.me]


def open_cards(view: View) -> dict[int, str]:
    """Return the cards that are left in this round, by slot."""
    return {slot: card for slot, card in enumerate(view.cards) if card}
