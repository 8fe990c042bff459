"""Hidden information of Schlossgarten: hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.game import Seat
from rules.schlossgarten.state import Draw, Hands, State
from rules.values import changed
from trials.secrets.hidden_info import HiddenInfo, between, exchanged


def _cards(state: State) -> Iterator[State]:
    """Exchange cards of hands and of the bag (section 5)."""
    for seat, hand in enumerate(state.hands):
        for mine, bag in exchanged(hand, state.bag):
            yield replace(state, hands=changed(state.hands, seat, tuple(sorted(mine))), bag=tuple(sorted(bag)))
    for hands in between(state.hands):
        yield replace(state, hands=tuple(tuple(sorted(hand)) for hand in hands))


def _own_cards(state: State, seat: Seat) -> Any:
    return state.hands[seat]


HIDDEN = HiddenInfo(_own_cards, _cards, (Draw, Hands))
