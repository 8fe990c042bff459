"""What a position is worth to each seat: the points it has, and those that are still to be expected of what it shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rules.game import AnyGame, Seat, winners

WIN = 15.0  # points that winning is worth

Features = Callable[[Any, Seat], tuple[float, ...]]
"""Of a state and a seat: numbers that may tell what the seat will still win. Nothing of it is what the seat has already."""


class Estimate(NamedTuple):
    """Judges positions of one game.

    :param features: of a seat in a state.
    :param weights: points for each unit of a feature, by third of the game.
    """

    game: AnyGame
    features: Features = lambda state, seat: ()
    weights: Sequence[Sequence[float]] = ((), (), ())
    progress: Callable[[Any], float] = lambda state: 0.0

    def points(self, state: Any) -> tuple[float, ...]:
        """By seat the points that are to be expected at the end."""
        scores = self.game.scores(state)
        if not self.game.to_act(state):
            won = winners(scores)
            return tuple(score.points + WIN * (seat in won) / len(won) for seat, score in enumerate(scores))
        weights = self.weights[min(2, int(3 * self.progress(state)))]
        if not weights:
            return tuple(float(score.points) for score in scores)
        return tuple(score.points + self._expected(state, seat, weights) for seat, score in enumerate(scores))

    def _expected(self, state: Any, seat: Seat, weights: Sequence[float]) -> float:
        return sum(weight * feature for weight, feature in zip(weights, self.features(state, seat), strict=True))


def lead(points: Sequence[float], seat: Seat) -> float:
    """By how much a seat is ahead of the best of the others."""
    return points[seat] - max(other for each, other in enumerate(points) if each != seat)
