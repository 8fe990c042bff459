"""What a seat may know (section 5 and R7.3), built from nothing."""

from __future__ import annotations

from rules.game import Seat
from rules.ishtar.state import State, View


def view(state: State, seat: Seat | None) -> View:
    """What one seat, or with None the public, may know."""
    return View(
        me=seat,
        seats=state.seats,
        open_trees=state.open_trees,
        phase=state.phase,
        first=state.first,
        turn=state.turn,
        turns=state.turns,
        garden=state.garden,
        stacks=state.stacks,
        tile_bags=state.tile_bags,
        can=state.can,
        left=state.left,
        held=state.held,
        lost=state.lost,
        row=state.row,
        tree_bag=state.tree_bag,
        discarded=state.discarded,
        supply=state.supply,
        players=state.players,
        planted=tuple(cards if _seen(state, owner, seat) else None for owner, cards in enumerate(state.planted)),
        planted_count=tuple(map(len, state.planted)),
        ending=state.ending,
        latest=state.latest,
    )


def _seen(state: State, owner: Seat, seat: Seat | None) -> bool:
    """One's own cards, all with `open-trees` and at the end (R3.44, R9.1); and none are no secret."""
    return owner == seat or state.open_trees or state.phase == "over" or not state.planted[owner]
