"""How hard a computer player thinks."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """How much is looked at before a move.

    :param budget: positions that are looked at for one's own turn; while no more have been looked at, more is thought ahead.
    :param width: turns that are held against each other by what may be answered.
    :param replies: turns of others, and one's own after them, that are thought ahead at most.
    :param answers: how many answers are tried for each of these; with one, what seems best at once.
    :param worlds: states that the view could belong to, in which this is done.
    :param temperature: points; the warmer, the more often a move is made that seems worse.
    """

    budget: int
    width: int = 1
    replies: int = 0
    answers: int = 1
    worlds: int = 1
    temperature: float = 0.0


LEVELS = {
    "gentle": Level(budget=60, temperature=3.0),
    "steady": Level(budget=400),
    "keen": Level(budget=800, width=8, replies=3, answers=4, worlds=2),
}
