"""Plays computer players against each other, in pairs of games with the same deals and exchanged seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from players.estimate import Estimate
from players.levels import LEVELS
from players.search import best_turns, choose
from rules.choice import Path, legal_moves, sample
from rules.game import DEALER, AnyGame, Seat, conversation, play, random_move, winners

Player = Callable[[AnyGame, Any, Seat, Random], Path]
"""Makes a move of a game for the seat whose view it is."""


def at_random(game: AnyGame, view: Any, seat: Seat, random: Random) -> Path:
    """Any legal move."""
    return sample(game.choices(view), random)[0]


def greedy(game: AnyGame, view: Any, seat: Seat, random: Random) -> Path:
    """The legal move with most immediate points."""
    state = game.possible(view, random)
    had = game.scores(state)[seat].points
    best, most = None, None
    for n, at in enumerate(legal_moves(conversation(game, state, seat))):
        if n > GREEDY: break
        got = game.scores(game.apply(state, seat, at.action).state)[seat].points - had
        key = (got, random.random())
        if most is None or key > most:
            best, most = at.path, key
    ready = game.best_turns(view)
    for t in ready:
        at_ = play(game, state, seat, t.path).state
        key = (game.scores(at_)[seat].points - had, random.random())
        if key > most: best, most = t.path, key
    return best

GREEDY = 3000


def thinking(name: str, estimates: dict[str, Estimate]) -> Player:
    """A computer player of a level."""
    level = LEVELS[name]

    def move(game: AnyGame, view: Any, seat: Seat, random: Random) -> Path:
        turns = best_turns(game, view, seat, level, estimates.get(game.key) or Estimate(game), random)
        return choose(turns, level.temperature, random).path

    return move


def play_game(game: AnyGame, players: Sequence[Player], variants: frozenset[str], seed: int) -> tuple[Any, int]:
    """The last state of a game, and its number of moves."""
    dealer, minds = Random(f"{seed} dealer"), [Random(f"{seed} {n}") for n in range(len(players))]
    state, moves = game.setup(len(players), variants), 0
    while acting := game.to_act(state):
        seat = min(acting)
        if seat == DEALER:
            state = random_move(game, state, DEALER, dealer).step.state
        else:
            path = players[seat](game, game.view(state, seat), seat, minds[seat])
            state = play(game, state, seat, path).state
            moves += 1
    return state, moves
