"""Makes the weights of a game: from games that computer players play with themselves, by linear regression.

After each turn it is noted what every seat's features were, and how many points it still won, with some for winning the game if
those are asked for. The weights of a third of the game are those that foretell this best (least squares, with a penalty for
weights far from the guess of the game's features, or from none, as features go together). The next games are played with the new
weights. In no rounds at all, the guess is what is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from players.estimate import THIRDS, Estimate
from players.levels import Level
from players.match import Player, thinking
from rules.game import DEALER, Seat, play, random_move, winners

TEACHER = Level(budget=150, temperature=2.0)
ERRING = 0.15  # of the moves are drawn by chance, so that what is never done on purpose is learnt about as well
PENALTY = 20.0  # positions of one game are much alike, so that there are fewer than it seems


class Noted(NamedTuple):
    """What a seat had at some moment, and the points it won from then on."""

    third: int
    features: tuple[float, ...]
    won: float


def noted(seats: int, player: Player, estimate: Estimate, seed: int, win: float) -> Iterator[Noted]:
    """What is learnt from one game, in which winning counts as so many points more."""
    game, features, random = estimate.game, estimate.features, Random(seed)
    state, notes = game.setup(seats, frozenset()), list[tuple[Seat, Noted]]()
    while acting := game.to_act(state):
        seat = min(acting)
        if seat == DEALER:
            state = random_move(game, state, DEALER, random).step.state
            continue
        if random.random() < ERRING:
            state = random_move(game, state, seat, random).step.state
        else:
            state = play(game, state, seat, player(game.view(state, seat), seat, random)).state
        if game.to_act(state) and not game.mid_turn(state):
            third, scores = features.third(state), game.scores(state)
            notes += [(each, Noted(third, features.of(state, each), -scores[each].points)) for each in range(seats)]
    ends = game.scores(state)
    won = winners(ends)
    for seat, note in notes:
        yield note._replace(won=note.won + ends[seat].points + win * (seat in won) / len(won))


def fitted(notes: Sequence[Noted], guess: Sequence[float]) -> list[list[float]]:
    """By third of the game, the weights that foretell best what is won; of a third that was never reached, those of the whole."""
    return [_weights([note for note in notes if note.third == third] or notes, guess) for third in range(THIRDS)]


def _weights(notes: Sequence[Noted], guess: Sequence[float]) -> list[float]:
    table = np.array([note.features for note in notes], dtype=float)
    won = np.array([note.won for note in notes], dtype=float)
    start = np.array(guess or np.zeros(table.shape[1]), dtype=float)
    penalty = PENALTY * np.eye(table.shape[1])
    return [float(weight) for weight in start + np.linalg.solve(table.T @ table + penalty, table.T @ (won - table @ start))]


def train(estimate: Estimate, seats: int, games: int, rounds: int, seed: int, win: float = 0.0) -> Estimate:
    """An estimate with weights from so many rounds of so many games, which begin with the guess."""
    guess = estimate.features.guess
    if guess:
        estimate = estimate._replace(weights=(guess,) * THIRDS)
    for nth in range(rounds):
        player, notes = thinking(TEACHER, estimate), list[Noted]()
        for game in range(games):
            notes += noted(seats, player, estimate, seed + nth * games + game, win)
        estimate = estimate._replace(weights=fitted(notes, guess))
    return estimate
