"""The box: spaces, domes and markers (R1)."""

from __future__ import annotations

from typing import NamedTuple

SPACES = 32  # R1.2, a closed ring
COLOURS = ("red", "blue", "green", "yellow")
EMBLEMS = {"red": "flame", "blue": "wave", "green": "leaf", "yellow": "sun"}  # on domes and markers
STRENGTHS = (1, 2, 3, 4)
FLOORS = 4  # R4.1
MAX_MOVES = 200  # R5.2


class Dome(NamedTuple):
    """A dome of a colour. Its strength says how far it travels and, on top, how much it counts."""

    colour: str
    strength: int


DOMES = tuple(Dome(colour, strength) for colour in COLOURS for strength in STRENGTHS for _ in range(2))  # R1.3
