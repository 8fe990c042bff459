"""The levels of computer players."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """The effort of a computer player.

    :param budget: positions to judge for the own turn; only if fewer were judged, replies are searched.
    :param compared_turns: best turns to compare by the replies to them.
    :param replies: turns of others, and own turns after them, to look ahead at most.
    :param replies_tried: replies to try for each of these turns; with 1, the one that seems best at once.
    :param sampled_states: states that the view could belong to, in each of which this is done.
    :param temperature: points; the higher, the more often a worse move is made.
    """

    budget: int
    compared_turns: int = 1
    replies: int = 0
    replies_tried: int = 1
    sampled_states: int = 1
    temperature: float = 0.0


LEVELS = {
    "gentle": Level(budget=60, temperature=3.0),
    "steady": Level(budget=400),
    "keen": Level(budget=800, compared_turns=8, replies=3, replies_tried=4, sampled_states=2),
}
