"""Rounds and turns: the flower, the seat to act, and the end of the game (R3.1–R3.4, R4.1, R6.10)."""

from __future__ import annotations

from rules.game import DEALER, Seat
from rules.hanging_gardens.parts import CARDS
from rules.hanging_gardens.state import State


def rounds(state: State) -> int:
    """Return the rounds of a game that runs its length (R1.9)."""
    return len(CARDS) // len(state.cards)


def holder(state: State) -> Seat | None:
    """Return the seat with the flower in this round (R3.3), or before the first (R2.6); None before that is drawn."""
    return None if state.first is None else (state.first + max(state.round, 1) - 1) % state.seats


def current(state: State) -> Seat:
    """Return the seat whose turn it is in the round, the flower's holder first (R3.2, R3.3)."""
    flower = holder(state)
    assert flower is not None
    return (flower + state.done) % state.seats


def display_due(state: State) -> bool:
    """Return whether the dealer must fill the display (R3.28)."""
    return None in state.tiles and bool(state.tile_bag)


def over(state: State) -> bool:
    """Return whether all cards are used up, or the round is complete in which the stacks ran out (R4.1, R6.10)."""
    waiting = not state.round or any(state.cards) or state.pending or display_due(state)
    return not waiting and not (state.card_bag and state.tile_bag)


def ending(state: State) -> str:
    """Return ``cards`` if the last card ended the game, ``tiles`` if the stacks ran out before it; empty while it runs (R4.1)."""
    if not over(state):
        return ""
    return "tiles" if state.card_bag else "cards"


def to_act(state: State) -> frozenset[Seat]:
    """Return the dealer, or the seat to move (R6.10)."""
    if over(state):
        return frozenset()
    if state.first is None or display_due(state) or (state.pending and not state.pending.shown):
        return frozenset({DEALER})
    if state.pending or any(state.cards):
        return frozenset({current(state)})
    return frozenset({DEALER})
