"""What a seat may know (section 5 and R5.2), built from nothing."""

from __future__ import annotations

from rules.game import Seat
from rules.schlossgarten.state import State, View


def view(state: State, seat: Seat | None) -> View:
    """What one seat, or with None the public, may know."""
    return View(
        me=seat,
        sides=state.sides,
        variants=state.variants,
        goal=state.goal,
        phase=state.phase,
        values=state.values,
        pits=state.pits,
        elements=state.elements,
        pawns=state.pawns,
        tiles=state.tiles,
        hand=() if seat is None else state.hands[seat],
        hands=tuple(map(len, state.hands)),
        bag=len(state.bag),
        discard=state.discard,
        first=state.first,
        turn=state.turn,
        turns=state.turns,
        quiet=state.quiet,
        closing=state.closing,
        last=state.last,
        ending=state.ending,
    )
