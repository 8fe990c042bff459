"""Invariants of every state of Djinns of the Lake (section 9 of the specification)."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from rules.djinns.lifting import lifts, movable_colours
from rules.djinns.parts import DOMES, MAX_MOVES
from rules.djinns.state import State, digest


def check(state: State) -> None:
    piles = [*state.ring, *chain(*state.taken)]
    assert Counter(chain(state.bag, *piles)) == Counter(DOMES)
    for stack in state.ring:
        assert len(stack) <= 3
        assert len({dome.colour for dome in stack}) == len(stack)
    assert all(len(pile) in (2, 4) for pile in chain(*state.taken))
    assert state.plies <= MAX_MOVES
    if state.seen:
        assert state.seen[-1][0] == digest(state.ring, state.turn)
    if not state.ending and state.turn is not None and not state.bag:
        assert any(lifts(state.ring, movable_colours(state, state.turn)))
