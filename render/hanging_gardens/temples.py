"""Draw temples: the same columned sign on the board, in supplies, in heads of columns and in lines of text (R10.6)."""

from __future__ import annotations

from render.canvas import Picture
from render.hanging_gardens.inks import CARD_EDGE_INK, CARD_RIM_INK, SEAT_INKS
from render.palette import INK, Ink, mix
from render.shape import shape
from rules.game import Seat

TEMPLE_SHARE = 0.74  # of a square's side


def temple(tone: Ink, wide: int) -> Picture:
    """Return a temple with a gable of this colour, ``wide`` pixels across."""
    return shape("hanging_gardens/temple", wide, edge=CARD_EDGE_INK, marble=CARD_RIM_INK, gable=tone, cella=mix(tone, INK, 0.25))


def temple_of(seat: Seat, size: int) -> Picture:
    """Return a temple in its seat's colour for a square of ``size`` pixels."""
    return temple(SEAT_INKS[seat], round(size * TEMPLE_SHARE))
