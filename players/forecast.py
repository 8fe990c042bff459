"""The forecast of final points, which a review draws as lines: what each seat has, and what such a position still brings.

It uses the features of the computer players, but weights of its own. Those of players may also count a bonus for winning, and
need to compare moves only. These are fitted to the points that computer players still won (`players.train`).
"""

from __future__ import annotations

from random import Random
from typing import Any

from players.evaluation import Evaluator, Features, features_of, read_weights
from rules import GAMES
from rules.game import AnyGame, Seat

SAMPLED_STATES = 4  # states that a view could belong to; the forecast is their mean
OWN_NAMES = ("every position", "own points", "points of the others")


def forecast_file(game: AnyGame) -> str:
    """Return the name of the file with the weights of a game's forecast."""
    return f"{game.key}_forecast"


def forecast_features(game: AnyGame) -> Features:
    """Return the features of a game's forecast: those of its players, the points of the seat, and the mean of the others."""
    known = features_of(game)

    def extract(state: Any, seat: Seat) -> tuple[float, ...]:
        points = [score.points for score in game.scores(state)]
        others = (sum(points) - points[seat]) / (len(points) - 1)
        return (1.0, float(points[seat]), others, *known.extract(state, seat))

    return Features((*OWN_NAMES, *known.names), extract, known.progress)


def load_forecast(game: AnyGame, seats: int) -> Evaluator:
    """Return the forecast of a game for this number of seats; it counts points alone if the stored weights do not fit."""
    features = forecast_features(game)
    return Evaluator(game, features, read_weights(forecast_file(game), features, seats) or Evaluator(game).weights)


def missing_forecasts() -> tuple[str, ...]:
    """Return a sentence for each game that has features but, for some numbers of seats, no forecast that fits them."""
    games = [game for game in GAMES.values() if features_of(game).names]
    lacking = {game.key: [str(n) for n in game.seats if not any(load_forecast(game, n).weights)] for game in games}
    return tuple(
        f"Reviews of {key} for {', '.join(n)} seats draw the points at hand: no forecast fits." for key, n in lacking.items() if n
    )


def forecast(evaluator: Evaluator, view: Any, seed: str) -> tuple[float, ...]:
    """Return the final points to expect by seat, from what a view shows; they are never below 0.

    :param evaluator: from `load_forecast`.
    """
    game, random = evaluator.game, Random(seed)
    found = [evaluator.points(game.possible(view, random)) for _ in range(SAMPLED_STATES)]
    return tuple(max(0.0, sum(each) / len(found)) for each in zip(*found, strict=True))
