"""Phrases that several games use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import LiteralString

from rules.text import Param, Text, say, who

ALONE = "{winners} wins with {points} points."
SHARED = "{winners} share the victory with {points} points."
OF_ONE: dict[LiteralString, LiteralString] = {
    ALONE: "{winners} wins with {points} point.",
    SHARED: "{winners} share the victory with {points} point.",
}


def signed(number: int) -> str:
    """``+3``, ``−3``, ``±0``."""
    return f"{number:+d}".replace("-", "−") if number else "±0"


def victory(
    seats: Sequence[int],
    points: int,
    alone: LiteralString = ALONE,
    shared: LiteralString = SHARED,
    *,
    named: Callable[[int], Text] = who,
    **params: Param,
) -> Text:
    """Who won, alone or together.

    :param named: what a seat is called there.
    :param params: what else the sentences name.
    """
    sentence = alone if len(seats) == 1 else shared
    sentence = OF_ONE.get(sentence, sentence) if points == 1 else sentence
    return say(sentence, winners=tuple(map(named, seats)), points=points, **params)
