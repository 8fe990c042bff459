"""Hidden information of Ishtar: planted cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.game import Seat
from rules.ishtar.state import State
from trials.secrets.hidden_info import HiddenInfo, between


def _trees(state: State) -> Iterator[State]:
    """Exchange planted cards, which lie face down (R3.44) unless R9.1 opens them."""
    if not state.open_trees:
        yield from (replace(state, planted=piles) for piles in between(state.planted))


def _own_trees(state: State, seat: Seat) -> Any:
    return state.planted[seat]


HIDDEN = HiddenInfo(_own_trees, _trees, opened=True)
