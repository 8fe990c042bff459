"""Positions that come again (R5.2)."""

from __future__ import annotations

from functools import cache

from rules.djinns.parts import DOMES
from rules.djinns.state import Ring, Seen, Stack
from rules.game import Seat

LETTER = {dome: chr(ord("a") + place) for place, dome in enumerate(dict.fromkeys(DOMES))}


@cache
def spelt(stack: Stack) -> str:
    """A stack in letters, one a kind of dome."""
    return "".join(LETTER[dome] for dome in stack)


def digest(ring: Ring, turn: Seat) -> str:
    """A position with the player to move, in short (R5.2)."""
    return f"{turn}:{'/'.join(map(spelt, ring))}"


def counted(seen: Seen, ring: Ring, turn: Seat) -> Seen:
    """The positions seen with how often, the present one last (R5.2)."""
    times = dict(seen)
    position = digest(ring, turn)
    now = times.pop(position, 0) + 1
    return (*times.items(), (position, now))
