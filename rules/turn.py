"""Turns of several moves that a player chooses and confirms together, because nothing new is revealed between them.

Chance has moves of its own. So if the same seat acts again at once, and its turn goes on, it learns nothing by the first move.
Its questions then go on with those of the next move. A path may thus hold several moves, one after the other. Each of them
is played and stored by itself.
"""

from __future__ import annotations

from typing import Any

from rules.choice import Choices, Conversation, Path, follow
from rules.game import AnyGame, Move, Seat, conversation


def goes_on_at_once(game: AnyGame, state: Any, seat: Seat) -> bool:
    """Return whether a seat that has just moved makes the next move of its turn, too, before other seats or the dealer."""
    return game.mid_turn(state) and game.to_act(state) == frozenset({seat})


def turn_conversation(game: AnyGame, state: Any, seat: Seat) -> Conversation[Any]:
    """Return the conversation about the next move of a seat and those that follow at once; it returns the last action."""

    def ask() -> Choices[Any]:
        at = state
        while True:
            action = yield from conversation(game, at, seat)()
            at = game.apply(at, seat, action).state
            if not goes_on_at_once(game, at, seat):
                return action

    return ask


def split_turn(game: AnyGame, state: Any, seat: Seat, path: Path) -> tuple[Move[Any], ...]:
    """Return the complete moves at the beginning of a path; answers after them are left out.

    :raises IllegalMove: when an answer is not on offer.
    """
    made = list[Move[Any]]()
    rest, goes_on = path, True
    while rest and goes_on:
        at = follow(conversation(game, state, seat), rest)
        if at.prompt is not None:
            break
        made.append(Move(seat, at.path, game.apply(state, seat, at.action)))
        state, rest = made[-1].step.state, rest[len(at.path) :]
        goes_on = goes_on_at_once(game, state, seat)
    return tuple(made)
