"""Positions of a game in which everybody builds when it can, to draw."""

from __future__ import annotations

from functools import cache, partial
from random import Random

import render
from rules.choice import Path, sample
from rules.game import DEALER, Move, Seat
from rules.hanging_gardens import GAME
from rules.hanging_gardens.state import State, View
from tests.playing import play_out
from tests.render import album

sketch = partial(album.sketch, GAME)
TRIES = 10  # random moves, of which the longest is made: temples make moves long
EARLY, MIDDLE, END = 12, 60, 999


@cache
def game(seats: int, seed: int = 7, variant: str = "") -> tuple[Move[State], ...]:
    """All moves, the dealer's among them."""
    return tuple(play_out(GAME, _eager, seats, frozenset({variant} - {""}), Random(seed)))


def _eager(view: View, random: Random) -> Path:
    return max((sample(GAME.choices(view), random)[0] for _ in range(TRIES)), key=len)


def after(seats: int, moves: int, *, seat: Seat | None = None, variant: str = "") -> render.Sketch:
    """The position after so many moves, as a seat or the public sees it."""
    made = game(seats, variant=variant)[:moves]
    return sketch(made[-1].step.state, seat, last=made[-1].step.events)


def asked(seats: int, moves: int, depth: int) -> render.Sketch:
    """What the next person to move sees after answering ``depth`` questions as it did in the game."""
    made = game(seats)
    turn = next(i for i in range(moves, len(made)) if made[i].seat != DEALER and len(made[i].path) >= depth)
    return sketch(made[turn - 1].step.state, made[turn].seat, made[turn].path[:depth])


def moment(seats: int, length: int) -> tuple[State, Seat, Path]:
    """The last time that somebody makes a move of so many answers: before it, and the move."""
    made = game(seats)
    turn = next(i for i in reversed(range(len(made))) if made[i].seat != DEALER and len(made[i].path) == length)
    return made[turn - 1].step.state, made[turn].seat, made[turn].path
