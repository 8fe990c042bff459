"""The evaluation of positions: for each seat the points it has, and the points still expected from what it holds.

The expected points are a weighted sum of a game's features (``players/games/``). The weights, by third of the game, are fitted
to games that computers played with themselves (``train.py``); without any, only the points on the board count.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, cast

from rules import GAMES
from rules.choice import Progress
from rules.game import AnyGame, Seat, winners

WEIGHTS = Path(__file__).parent / "weights"
THIRDS = 3
WIN_POINTS = 15.0  # for winning, beside the points won
WEIGHT_LIMIT = 1e6  # points; a file with larger weights is damaged
WEIGHT_DECIMALS = 4


class Features(NamedTuple):
    """The features of a game: numbers that predict how many points a seat will still win.

    :param names: one for each number; stored weights belong to features of the same names. Numbers that go up and down together
        share a name.
    :param extract: returns the numbers of a state and a seat; they leave out points that the seat has already.
    :param progress: returns the share of the game that is over, from 0 to 1.
    :param candidate_moves: returns the moves of a view to evaluate, at most about the budget, if the game finds them better than
        the search does; else none.
    :param guess: weights that an experienced player would name, the same for every third. Training begins with them, and stays
        near them where it has little data; the default is no guess.
    :param transposition: returns the part of a prompt's board that decides how a turn may go on, if several ways lead to it.
    :param reply_actions: returns good answers in a view as actions, up to a number, if the game finds them faster than
        `candidate_moves` does; else none.
    :param look_ahead: searches the replies to turns better than the general search does. It is given the states after turns of
        one seat, the seat, the number of moves to look at, and a deadline. It returns places in that sequence with values, the
        best first; none, if it cannot.
    """

    names: tuple[str, ...] = ()
    extract: Callable[[Any, Seat], tuple[float, ...]] = lambda state, seat: ()
    progress: Callable[[Any], float] = lambda state: 0.0
    candidate_moves: Callable[[Any, int], Sequence[Progress[Any]]] = lambda view, budget: ()
    guess: tuple[float, ...] = ()
    transposition: Callable[[Any], Hashable] | None = None
    reply_actions: Callable[[Any, int], Sequence[Any]] = lambda view, most: ()
    look_ahead: Callable[[Sequence[Any], Seat, int, Callable[[], bool]], Sequence[tuple[int, float]]] = (
        lambda states, seat, budget, deadline: ()
    )

    def third(self, state: Any) -> int:
        """Return the third of the game, counted from 0."""
        return min(THIRDS - 1, max(0, int(THIRDS * self.progress(state))))


class Evaluator(NamedTuple):
    """The evaluation function of one game.

    :param weights: points for each unit of a feature, by third of the game.
    :param win: extra points for winning, at the end of the game.
    """

    game: AnyGame
    features: Features = Features()
    weights: Sequence[Sequence[float]] = ((),) * THIRDS
    win: float = WIN_POINTS

    def points(self, state: Any) -> tuple[float, ...]:
        """Return the points expected at the end, by seat; at the end, with a bonus for winners."""
        scores = self.game.scores(state)
        if not self.game.to_act(state):
            won = winners(scores)
            return tuple(score.points + self.win * (seat in won) / len(won) for seat, score in enumerate(scores))
        weights = self.weights[self.features.third(state)]
        if not weights:
            return tuple(float(score.points) for score in scores)
        return tuple(score.points + self._expected(state, seat, weights) for seat, score in enumerate(scores))

    def _expected(self, state: Any, seat: Seat, weights: Sequence[float]) -> float:
        return sum(weight * number for weight, number in zip(weights, self.features.extract(state, seat), strict=True))


def lead_over_mean(points: Sequence[float], seat: Seat) -> float:
    """Return the points of a seat minus the mean of the others: before the end it is seldom clear who of them is best."""
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def features_of(game: AnyGame) -> Features:
    """Return the features of a game; empty for a game that has none."""
    name = f"players.games.{game.key}"
    return import_module(name).FEATURES if find_spec(name) else Features()


def load_evaluator(game: AnyGame, seats: int) -> Evaluator:
    """Return the evaluator of a game for this number of seats; it counts points alone if the stored weights do not fit."""
    features = features_of(game)
    return Evaluator(game, features, read_weights(game.key, features, seats) or Evaluator(game).weights)


def missing_weights() -> tuple[str, ...]:
    """Return a sentence for each game that has features but, for some numbers of seats, no weights that fit them."""
    games = [game for game in GAMES.values() if features_of(game).names]
    lacking = {game.key: [str(n) for n in game.seats if not any(load_evaluator(game, n).weights)] for game in games}
    return tuple(
        f"Computers judge {key} for {', '.join(n)} seats by points alone: no weights fit." for key, n in lacking.items() if n
    )


def store_weights(name: str, features: Features, weights: Mapping[int, Sequence[Sequence[float]]], made: str) -> None:
    """Write weights by number of seats to the file of this name, which is the key of a game for its players.

    Weights for other numbers of seats stay if they belong to the same features.

    :param made: the command that made them.
    """
    kept: dict[str, Any] = _read_file(name)
    names = list(features.names)
    if kept.get("features") != names or not all(isinstance(kept.get(each), dict) for each in ("made", "weights")):
        kept = {"features": names, "made": {}, "weights": {}}
    for seats, each in weights.items():
        kept["made"][str(seats)] = made
        kept["weights"][str(seats)] = [[round(weight, WEIGHT_DECIMALS) for weight in row] for row in each]
    _file(name).write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _file(key: str) -> Path:
    return WEIGHTS / f"{key}.json"


def _read_file(key: str) -> dict[str, Any]:
    """Return the content of a file of weights; empty if it is missing or damaged."""
    try:
        found = json.loads(_file(key).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def read_weights(key: str, features: Features, seats: int) -> Sequence[Sequence[float]]:
    """Return the weights that the file of this name has for these features; empty if it is missing or holds anything else."""
    found = _read_file(key)
    try:
        made_for, rows = found["features"], [list(row) for row in found["weights"][str(seats)]]
    except (KeyError, TypeError):
        return ()
    numbers = all(type(weight) in (int, float) and abs(weight) < WEIGHT_LIMIT for row in rows for weight in row)
    fits = len(rows) == THIRDS and all(len(row) == len(features.names) for row in rows)
    return rows if fits and numbers and made_for == list(features.names) else ()
