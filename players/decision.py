"""One decision, asked for by names and plain values, so that another process can make it."""

from __future__ import annotations

from random import Random
from typing import Any

from players.evaluation import Evaluator, load_evaluator
from players.levels import level_of
from players.search import choose, rank_turns
from players.timing import deadline_after
from rules import GAMES
from rules.choice import Path
from rules.game import Seat


def decide(game: str, seats: int, view: Any, seat: Seat, level: str, seed: str, seconds: float, *, trained: bool) -> Path:
    """Return the move that a computer player of this level makes for the seat whose view it is.

    :param seconds: of processor time (`deadline_after`); then thinking is cut short, and the result may differ from run to run.
    :param trained: evaluate by the weights of the game, if there are any; else by points alone.
    """
    rules, effort, deadline = GAMES[game], level_of(level, game), deadline_after(seconds)
    evaluator = load_evaluator(rules, seats) if trained else Evaluator(rules)
    turns = rank_turns(view, seat, effort, evaluator, Random(seed), deadline)
    return choose(turns, effort.temperature, Random(f"{seed} choice")).path
