"""Positions of random play to draw."""

from __future__ import annotations

from collections.abc import Iterator

from render import Sketch
from render.album import sketch_random_game
from rules.djinns import GAME

START, MARKERS, EARLY, MIDDLE, END = 0, 2, 8, 24, 999


def position(seats: int, moves: int, chosen: tuple[str, ...] | None = None) -> Sketch:
    """Return the position after this number of moves of a seeded random game."""
    return sketch_random_game(GAME, seats, moves, 7, chosen)


def positions() -> Iterator[Sketch]:
    """Yield a position before the deal, choosing markers, early, in the middle and over, for every number of seats."""
    for seats in GAME.seats:
        for moves in (START, MARKERS, EARLY, MIDDLE, END):
            yield position(seats, moves, ())
