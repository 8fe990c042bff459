"""Hidden information of The Hanging Gardens: tiles that lie face down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.game import Seat
from rules.hanging_gardens.parts import TILES
from rules.hanging_gardens.state import HiddenTile, State
from rules.values import changed
from trials.secrets.hidden_info import HiddenInfo, between, exchanged


def _tiles(state: State) -> Iterator[State]:
    """Exchange hidden tiles (R3.29) and, unless R9.2 opens them, tiles that lie face down (R3.27)."""
    for seat, tiles in enumerate(state.hidden):
        for mine, bag in exchanged(tiles, state.tile_bag):
            yield replace(state, hidden=changed(state.hidden, seat, mine), tile_bag=tuple(sorted(bag, key=TILES.index)))
    yield from (replace(state, hidden=piles) for piles in between(state.hidden))
    if not state.open_tiles:
        yield from (replace(state, taken=piles) for piles in between(state.taken))


def _own_tiles(state: State, seat: Seat) -> Any:
    return state.hidden[seat], state.taken[seat]


HIDDEN = HiddenInfo(_own_tiles, _tiles, (HiddenTile,), opened=True)
