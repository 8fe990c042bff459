"""The worked game of R4.10, move by move."""

from __future__ import annotations

from functools import cache

from rules.game import Step, play
from rules.ishtar import GAME
from rules.ishtar.state import State

SETUP = (
    "seat-1",
    "layout-1 1a x0 2b x1 3a x2 4b x0",
    "p r p w",
    "bar vee tri bar vee tri bar-13 vee-13 tri-13 bar-14 vee-14 tri-14",
    "tree-9 tree-13 tree-17 tree-21 tree-26",
)
MOVES = (
    "stack-3",
    "g5 x0 assistant done",
    "stack-4",
    "tri-3",
    "e9 x3 m3 pp w tree-21 e10 done",
    "tree-3",
    "stack-1 pp",
    "bar-8",
    "i5 x0 assistant done",
    "stack-2",
    "bar-3",
    "h7 x3 assistant done",
)
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
