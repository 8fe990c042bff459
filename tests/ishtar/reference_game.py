"""The reference game of R4.10, move by move; the short rules show it."""

from __future__ import annotations

from functools import cache

from rules.game import Step, play
from rules.ishtar import GAME
from rules.ishtar.state import State
from rules.ishtar.topics import MOVE_LINES, MOVES_IN_REFERENCE

SETUP_MOVES = MOVE_LINES[:5]
TURN_MOVES = MOVE_LINES[5:MOVES_IN_REFERENCE]
# Moves made before something happens: `moment` takes such a number.
SET_UP = len(SETUP_MOVES)
SELECTING = (0, SET_UP, SET_UP + 2, SET_UP + 6, SET_UP + 9)  # by turn, from 1: before its selection
PLACING = (0, SET_UP + 1, SET_UP + 4, SET_UP + 8, SET_UP + 11)  # by turn, from 1: before its placing
END = len(SETUP_MOVES + TURN_MOVES)


@cache
def step(number: int, *variants: str) -> Step[State]:
    """Return the step of the move with this number, from 1."""
    state = moment(number - 1, *variants)
    (seat,) = GAME.to_act(state)
    return play(GAME, state, seat, tuple((SETUP_MOVES + TURN_MOVES)[number - 1].split()))


def moment(moves: int, *variants: str) -> State:
    """Return the state after this number of moves."""
    return step(moves, *variants).state if moves else GAME.setup(2, frozenset(variants))
