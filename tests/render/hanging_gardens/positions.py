"""Positions of a game in which everybody builds when it can, to draw."""

from __future__ import annotations

from functools import cache, partial
from random import Random

import render
from render import album
from rules.choice import Path, sample
from rules.game import DEALER, Move, Seat
from rules.hanging_gardens import GAME
from rules.hanging_gardens.state import State, View
from tests.playing import play_out

sketch = partial(album.sketch, GAME)
TRIES = 10  # random moves, of which the longest is made: temples make moves long
EARLY, MIDDLE, END = 12, 60, 999


@cache
def game(seats: int, seed: int = 7, variant: str = "") -> tuple[Move[State], ...]:
    """Return all moves of a game, including the dealer's."""
    return tuple(play_out(GAME, _eager, seats, frozenset({variant} - {""}), Random(seed)))


def _eager(view: View, random: Random) -> Path:
    return max((sample(GAME.choices(view), random)[0] for _ in range(TRIES)), key=len)


def after(seats: int, moves: int, *, seat: Seat | None = None, variant: str = "") -> render.Sketch:
    """Return the position after this number of moves, as a seat or the public sees it."""
    made = game(seats, variant=variant)[:moves]
    return sketch(made[-1].step.state, seat, last=made[-1].step.events)


def asked(seats: int, moves: int, depth: int) -> render.Sketch:
    """Return the next mover's sketch after ``depth`` answers of the move made in the game."""
    made = game(seats)
    turn = next(i for i in range(moves, len(made)) if made[i].seat != DEALER and len(made[i].path) >= depth)
    return sketch(made[turn - 1].step.state, made[turn].seat, made[turn].path[:depth])


def moment(seats: int, length: int) -> tuple[State, Seat, Path]:
    """Return state, seat and path of the last move with this number of answers."""
    made = game(seats)
    turn = next(i for i in reversed(range(len(made))) if made[i].seat != DEALER and len(made[i].path) == length)
    return made[turn - 1].step.state, made[turn].seat, made[turn].path
