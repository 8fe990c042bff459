"""V29, a whole game of two from section 4 of the specification: ``v29.txt`` holds its moves and the last gardens.

``[..]`` are cards turned up and ``<..>`` tiles drawn by the dealer; ``0:`` is a move of seat 0. A moment is a turn of a round:
`moment(8, 1)` is the state in which the first card of round 8 is taken.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path as File

from rules.choice import Path
from rules.game import DEALER, Seat, Step, replay
from rules.hanging_gardens import GAME
from rules.hanging_gardens.garden import top
from rules.hanging_gardens.state import Garden, Square, State
from tests.hanging_gardens.positions import at

GAME_TEXT, *PICTURES = (File(__file__).parent / "v29.txt").read_text().split("\n\n")
MOVE = re.compile(r"<([^>]*)>|\[([^]]*)]|([01]): ([^;<\n]+)")


@cache
def log() -> tuple[tuple[Seat, Path], ...]:
    """Return all moves, the dealer's included."""
    found = MOVE.findall(GAME_TEXT)
    return tuple((int(seat) if seat else DEALER, tuple((tiles or cards or path).split())) for tiles, cards, seat, path in found)


@cache
def steps(*variants: str) -> tuple[Step[State], ...]:
    """Return the step of each move."""
    return tuple(replay(GAME, GAME.setup(2, frozenset(variants)), log()))


def moment(turn_of_round: int, turn: int, *variants: str) -> State:
    """Return the state before a turn, counted from 1 as in the specification."""
    for step in steps(*variants):
        state = step.state
        if (state.round, state.done) == (turn_of_round, turn - 1) and not state.pending and GAME.to_act(state) - {DEALER}:
            return state
    raise AssertionError((turn_of_round, turn))


def move(turn_of_round: int, turn: int) -> str:
    """Return the move made in that turn."""
    before = moment(turn_of_round, turn)
    states = [GAME.setup(2, frozenset()), *(step.state for step in steps())]
    return " ".join(log()[states.index(before)][1])


def end() -> State:
    return steps()[-1].state


def pictured(picture: str) -> tuple[dict[Square, str], list[Square]]:
    """Return the squares and the temples of a garden drawn in ``v29.txt``."""
    _, head, *lines = picture.splitlines()
    columns = {found.start(): found[0] for found in re.finditer(r"\w+", head)}
    squares, temples = dict[Square, str](), list[Square]()
    for line in lines:
        for found in re.finditer(r"([.TPAF])(\^?)", line):
            square = at(columns[found.start()] + line[:3].strip())
            squares[square] = found[1]
            if found[2]:
                temples.append(square)
    return squares, sorted(temples)


def as_pictured(garden: Garden) -> tuple[dict[Square, str], list[Square]]:
    """Return a garden in the same form."""
    return dict(top(garden)), list(garden.temples)
