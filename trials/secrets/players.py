"""Who plays: some know what they are about, as who plays quite without aim hardly ever gets anything to hide."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.choice import Path, sample
from rules.game import AnyGame
from tests.keen import KEEN

AIMS = (0.0, 0.8, 0.9, 1.0)  # shares of moves with an aim, one of them for a whole game


class Player:
    """Makes the moves of all seats of a game."""

    def __init__(self, game: AnyGame, random: Random) -> None:
        self._game = game
        self._random = random
        self._aim = random.choice(AIMS) if game.key in KEEN else 0.0

    def choose(self, view: Any) -> Path:
        """A move of the seat whose view it is."""
        if self._random.random() < self._aim:
            return KEEN[self._game.key](view, self._random)
        return sample(self._game.choices(view), self._random)[0]
