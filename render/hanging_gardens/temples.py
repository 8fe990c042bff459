"""Paint temples: the same columned sign on the board, in supplies, in heads of columns and in lines of text (R10.6)."""

from __future__ import annotations

from collections.abc import Iterable

from render.cache import sprites
from render.canvas import Brush, Picture, Point, sprite
from render.hanging_gardens.inks import CARD_EDGE_INK, CARD_RIM_INK, SEAT_INKS
from render.palette import INK, Ink, mix
from rules.game import Seat

TEMPLE_SHARE = 0.74  # of a square's side
COLUMNS = (0.2, 0.4, 0.6, 0.8)  # the middle of each column, in shares of a temple's width
SMALL_PX = 28  # width of a temple whose outline is thicker


@sprites.keep
def temple(seat: Seat, size: int) -> Picture:
    """Return a temple in its seat's colour for a square of ``size`` pixels."""
    whole = round(size * TEMPLE_SHARE)
    return sprite(whole, whole, lambda brush: paint_temple(brush, whole, SEAT_INKS[seat]))


def paint_temple(brush: Brush, whole: float, tone: Ink) -> None:
    """Paint a gable of this colour on white columns and a step, ``whole`` pixels wide."""
    rim = 0.045 if whole > SMALL_PX else 0.065

    def block(left: float, top: float, right: float, bottom: float, ink: Ink) -> None:
        brush.block((left * whole, top * whole, right * whole, bottom * whole), 0, ink)

    def gable(points: Iterable[Point], ink: Ink) -> None:
        brush.shape([(x * whole, y * whole) for x, y in points], ink)

    gable(((0.0, 0.36), (0.5, 0.0), (1.0, 0.36)), CARD_EDGE_INK)
    block(0.02, 0.34, 0.98, 0.46 + rim, CARD_EDGE_INK)
    block(0.07, 0.4, 0.93, 0.9, CARD_EDGE_INK)
    block(0.0, 0.82, 1.0, 1.0, CARD_EDGE_INK)
    gable(((2.4 * rim, 0.36 - rim), (0.5, 1.5 * rim), (1 - 2.4 * rim, 0.36 - rim)), tone)
    block(0.02 + rim, 0.36, 0.98 - rim, 0.44, CARD_RIM_INK)
    block(0.07 + rim, 0.46 + rim, 0.93 - rim, 0.84, mix(tone, INK, 0.25))
    for x in COLUMNS:
        block(x - 0.055, 0.46 + rim, x + 0.055, 0.84, CARD_RIM_INK)
    block(rim, 0.82 + rim, 1 - rim, 1 - rim, CARD_RIM_INK)
