"""One decision, asked for by names and plain values, so that another process can make it."""

from __future__ import annotations

from random import Random
from typing import Any

from players.evaluation import Evaluator, load_evaluator
from players.levels import LEVELS
from players.search import Turn, best_turns, choose
from players.timing import time_over
from rules import GAMES
from rules.choice import Path
from rules.game import Seat


def consider(game: str, seats: int, view: Any, seat: Seat, level: str, seed: str, seconds: float, *, trained: bool) -> list[Turn]:
    """Return the moves worth a thought for the seat whose view it is, the best first.

    :param seconds: of processor time (`time_over`); then thinking is cut short, and the result may differ from run to run.
    :param trained: judge by the weights of the game, if there are any; else by points alone.
    """
    rules, deadline = GAMES[game], time_over(seconds)
    evaluator = load_evaluator(rules, seats) if trained else Evaluator(rules)
    return best_turns(view, seat, LEVELS[level], evaluator, Random(seed), deadline)


def decide(game: str, seats: int, view: Any, seat: Seat, level: str, seed: str, seconds: float, *, trained: bool) -> Path:
    """Return the move that a computer of this level makes."""
    turns = consider(game, seats, view, seat, level, seed, seconds, trained=trained)
    return choose(turns, LEVELS[level].temperature, Random(f"{seed} choice")).path
