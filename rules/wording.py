"""Phrases that several games use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import LiteralString

from rules.text import Text, say, who

ALONE = "{winners} wins with {points} points."
SHARED = "{winners} share the victory with {points} points."


def signed(number: int) -> str:
    """``+3``, ``−3``, ``±0``."""
    return f"{number:+d}".replace("-", "−") if number else "±0"


def victory(seats: Sequence[int], points: int, alone: LiteralString = ALONE, shared: LiteralString = SHARED) -> Text:
    """Who won, alone or together."""
    return say(alone if len(seats) == 1 else shared, winners=tuple(map(who, seats)), points=points)
