"""What a seat may know (section 5 and R7.4), built from nothing."""

from __future__ import annotations

from rules.game import DEALER, Seat, winners
from rules.hanging_gardens.apply import current, holder, over, rounds, to_act
from rules.hanging_gardens.score import hand, in_order, scores, worth
from rules.hanging_gardens.state import State, Tiles, View


def view(state: State, seat: Seat | None) -> View:
    """What one seat, or with None the public, may know."""
    ended = over(state)
    known = tuple(_known(state, owner, seat, ended) for owner in range(state.seats))
    hidden = tuple(tiles if ended or owner == seat else () for owner, tiles in enumerate(state.hidden))
    waiting = to_act(state) - {DEALER}
    return View(
        me=seat,
        seats=state.seats,
        open_tiles=state.open_tiles,
        first=state.first,
        round=state.round,
        rounds=rounds(state),
        done=state.done,
        holder=holder(state),
        active=current(state) if waiting else None,
        cards=state.cards,
        cards_left=len(state.card_bag),
        boxed=state.boxed,
        tiles=state.tiles,
        tiles_left=len(state.tile_bag),
        gardens=state.gardens,
        counts=tuple(len(a) + len(b) for a, b in zip(state.taken, state.hidden, strict=True)),
        known=known,
        hidden=hidden,
        fives=state.fives,
        points=tuple(worth(tiles, fives) for tiles, fives in zip(known, state.fives, strict=True)),
        pending=state.pending,
        over=ended,
        winners=winners(scores(state)) if ended else (),
    )


def _known(state: State, owner: Seat, seat: Seat | None, ended: bool) -> Tiles:
    """All of one's own and everybody's at the end; of others what the variant leaves open (R3.27, R9.2)."""
    if owner == seat or ended:
        return hand(state, owner)
    return in_order(state.taken[owner]) if state.open_tiles else ()
