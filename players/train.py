"""Training: weights of a game from games that computer players play with themselves, by linear regression.

After each turn the trainer records every seat's features, and later the points that it still won. Winning may count as extra
points. The weights of a third of the game foretell these best: least squares, with a penalty for weights far from the guess of
the game's features. The next games are played with the new weights. Without any rounds, the guess is the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from players.evaluation import THIRDS, Evaluator
from players.levels import Level
from players.match import Player, make_search_player
from rules.game import DEALER, Seat, play, random_move, winners

TEACHER = Level(budget=150, temperature=2.0)
ERRING = 0.15  # of the moves are drawn by chance, so that what is never done on purpose is learnt about as well
PENALTY = 20.0  # positions of one game are much alike, so that there are fewer than it seems


class Sample(NamedTuple):
    """The features of a seat after a turn, and the points that it won from then on."""

    third: int
    features: tuple[float, ...]
    won: float


def samples(seats: int, player: Player, evaluator: Evaluator, seed: int, win: float) -> Iterator[Sample]:
    """Yield the samples of one game, in which winning counts as extra points."""
    game, features, random = evaluator.game, evaluator.features, Random(seed)
    state, recorded = game.setup(seats, frozenset()), list[tuple[Seat, Sample]]()
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
            recorded += [(each, Sample(third, features.extract(state, each), -scores[each].points)) for each in range(seats)]
    ends = game.scores(state)
    won = winners(ends)
    for seat, sample in recorded:
        yield sample._replace(won=sample.won + ends[seat].points + win * (seat in won) / len(won))


def fitted(recorded: Sequence[Sample], guess: Sequence[float]) -> list[list[float]]:
    """Return by third of the game the weights that foretell the points best; from all samples for a third without any."""
    return [_weights([sample for sample in recorded if sample.third == third] or recorded, guess) for third in range(THIRDS)]


def _weights(recorded: Sequence[Sample], guess: Sequence[float]) -> list[float]:
    table = np.array([sample.features for sample in recorded], dtype=float)
    won = np.array([sample.won for sample in recorded], dtype=float)
    start = np.array(guess or np.zeros(table.shape[1]), dtype=float)
    penalty = PENALTY * np.eye(table.shape[1])
    return [float(weight) for weight in start + np.linalg.solve(table.T @ table + penalty, table.T @ (won - table @ start))]


def train(evaluator: Evaluator, seats: int, games: int, rounds: int, seed: int, win: float = 0.0) -> Evaluator:
    """Return an evaluator with the weights after ``rounds`` rounds of ``games`` games, which begin with the guess."""
    guess = evaluator.features.guess
    if guess:
        evaluator = evaluator._replace(weights=(guess,) * THIRDS)
    for nth in range(rounds):
        player, recorded = make_search_player(TEACHER, evaluator), list[Sample]()
        for game in range(games):
            recorded += samples(seats, player, evaluator, seed + nth * games + game, win)
        evaluator = evaluator._replace(weights=fitted(recorded, guess))
    return evaluator
