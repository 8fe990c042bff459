"""Play games without people: to the end, or as far as the dealer goes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import cache
from random import Random
from typing import Any

from rules import GAMES
from rules.choice import sample
from rules.game import DEALER, AnyGame, Move, deal, play, random_move
from trials.player import Choose


def at_random(game: str) -> Choose:
    """Return a player that makes random legal moves."""
    return lambda view, random: sample(GAMES[game].choices(view), random)[0]


def play_out(game: AnyGame, choose: Choose, seats: int, variants: frozenset[str], random: Random) -> Iterator[Move[Any]]:
    """Yield all moves of a game in which every seat plays as `choose` says, the dealer's included."""
    state = game.setup(seats, variants)
    while acting := game.to_act(state):
        seat = min(acting)
        if seat == DEALER:
            move = random_move(game, state, DEALER, random)
        else:
            path = choose(game.view(state, seat), random)
            move = Move(seat, path, play(game, state, seat, path))
        yield move
        state = move.step.state


def with_states(state: Any, moves: Iterable[Move[Any]]) -> Iterator[tuple[Any, Move[Any]]]:
    """Yield each move with the state before it; ``state`` is the first."""
    for move in moves:
        yield state, move
        state = move.step.state


@cache
def dealt(game: AnyGame, seats: int, *variants: str, seed: int = 1) -> Any:
    """Return the state after the dealer's first moves."""
    state = game.setup(seats, frozenset(variants))
    for move in deal(game, state, Random(seed)):
        state = move.step.state
    return state


def told_by_the_picture_alone(move: Move[Any], twin: Move[Any]) -> bool:
    """Return whether two twin moves of the dealer differ in the open part of the state (`Open`), but not in their events."""
    one, other = (lying_open(each.step.state) for each in (move, twin))
    return move.seat == DEALER and one != other and move.step.events == twin.step.events


def lying_open(state: Any) -> tuple[Any, ...]:
    kinds = [kind for kind in type(state).__mro__ if kind.__name__ == "Open"]
    return tuple(getattr(state, field.name) for kind in kinds for field in fields(kind))
