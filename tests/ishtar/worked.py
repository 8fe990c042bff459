"""The worked game of R4.10, move by move; the short rules show its beginning."""

from __future__ import annotations

from functools import cache

from rules.game import Step, play
from rules.ishtar import GAME
from rules.ishtar.state import State
from rules.ishtar.topics import MOVE_LINES

SETUP = MOVE_LINES[:5]
MOVES = (*MOVE_LINES[5:], "a left h7 assistant done")
BARE = len(SETUP)
SELECT = (0, BARE, BARE + 2, BARE + 6, BARE + 9)  # moves made when turn n selects, from 1
PLACE = (0, BARE + 1, BARE + 4, BARE + 8, BARE + 11)  # and when it places
END = len(SETUP + MOVES)


@cache
def step(number: int, *variants: str) -> Step[State]:
    """What came of the move with this number, from 1."""
    state = moment(number - 1, *variants)
    (seat,) = GAME.to_act(state)
    return play(GAME, state, seat, tuple((SETUP + MOVES)[number - 1].split()))


def moment(moves: int, *variants: str) -> State:
    """The game after so many moves."""
    return step(moves, *variants).state if moves else GAME.setup(2, frozenset(variants))
