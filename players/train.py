"""Training: weights of a game from games that computer players play with themselves, by linear regression.

After each turn the trainer records every seat's features, and later the points that it still won. Winning may count as extra
points. The weights of a third of the game predict these best: least squares, with a penalty for weights far from the guess of
the game's features. The next games are played with the new weights. Without any rounds, the guess is the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
from typing import NamedTuple

import numpy as np

from players.evaluation import THIRDS, Evaluator, load_evaluator
from players.forecast import forecast_features
from players.levels import Level
from players.match import Player, make_search_player
from rules.game import DEALER, AnyGame, Seat, play, random_move, winners

TRAINING_LEVEL = Level(budget=150, temperature=2.0)
FORECAST_LEVEL = Level(budget=150, temperature=0.5)
FORECAST_RANDOM_MOVE_SHARE = 0.03  # people make mistakes, but seldom moves at random
RANDOM_MOVE_SHARE = 0.15  # so that positions are learnt, too, that good play never reaches
RIDGE_PENALTY = 20.0  # large, as positions of one game are much alike and count for less than their number


class Sample(NamedTuple):
    """The features of a seat after a turn, and the points that it won from then on."""

    third: int
    features: tuple[float, ...]
    won: float


def play_samples(
    seats: int, player: Player, evaluator: Evaluator, seed: int, win: float, random_share: float = RANDOM_MOVE_SHARE
) -> Iterator[Sample]:
    """Play a game and yield its samples, one for each turn and seat.

    :param win: extra points for winning.
    :param random_share: of the moves, which are made at random.
    """
    game, features, random = evaluator.game, evaluator.features, Random(seed)
    state, recorded = game.setup(seats, frozenset()), list[tuple[Seat, Sample]]()
    while acting := game.to_act(state):
        seat = min(acting)
        if seat == DEALER:
            state = random_move(game, state, DEALER, random).step.state
            continue
        if random.random() < random_share:
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


def fit_forecast(game: AnyGame, seats: int, games: int, seed: int) -> list[list[float]]:
    """Return the weights of the forecast of final points (`players.forecast`) from games of computer players."""
    player = make_search_player(FORECAST_LEVEL, load_evaluator(game, seats))
    blank = Evaluator(game, forecast_features(game))
    played = (play_samples(seats, player, blank, seed + nth, 0.0, FORECAST_RANDOM_MOVE_SHARE) for nth in range(games))
    return fit_weights(list(chain.from_iterable(played)), ())


def fit_weights(recorded: Sequence[Sample], guess: Sequence[float]) -> list[list[float]]:
    """Return by third of the game the weights that predict the points best; a third without samples gets those of all samples."""
    return [_weights([sample for sample in recorded if sample.third == third] or recorded, guess) for third in range(THIRDS)]


def _weights(recorded: Sequence[Sample], guess: Sequence[float]) -> list[float]:
    table = np.array([sample.features for sample in recorded], dtype=float)
    won = np.array([sample.won for sample in recorded], dtype=float)
    start = np.array(guess or np.zeros(table.shape[1]), dtype=float)
    penalty = RIDGE_PENALTY * np.eye(table.shape[1])
    return [float(weight) for weight in start + np.linalg.solve(table.T @ table + penalty, table.T @ (won - table @ start))]


def train(evaluator: Evaluator, seats: int, games: int, rounds: int, seed: int, win: float = 0.0) -> Evaluator:
    """Return the evaluator with weights learnt in ``rounds`` rounds of ``games`` games; the first round plays with the guess.

    :param win: extra points for winning.
    """
    guess = evaluator.features.guess
    if guess:
        evaluator = evaluator._replace(weights=(guess,) * THIRDS)
    for nth in range(rounds):
        player, recorded = make_search_player(TRAINING_LEVEL, evaluator), list[Sample]()
        for game in range(games):
            recorded += play_samples(seats, player, evaluator, seed + nth * games + game, win)
        evaluator = evaluator._replace(weights=fit_weights(recorded, guess))
    return evaluator
