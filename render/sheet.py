"""Sheets of paper with a soft shadow, on which things are listed."""

from __future__ import annotations

from render.cache import sprites
from render.canvas import Brush, Picture, sprite
from render.palette import CREAM, EARTH, GOLD, PAPER, mix
from render.pieces import on_paper

Box = tuple[int, int, int, int]  # left, top, wide, high

BEND = 20  # pixels of a corner's radius


def draw_sheet(picture: Picture, box: Box, bright: bool = False) -> None:
    """A sheet with round corners and a soft shadow on the bare paper; the bright one has a golden rim."""
    left, top, wide, high = box
    piece = _sheet(wide, high, bright)
    picture.paste(piece, (left - (piece.width - wide) // 2, top - (piece.height - high) // 2))


@sprites.keep
def _sheet(wide: int, high: int, bright: bool) -> Picture:
    rim, thick = (GOLD, 5) if bright else (mix(PAPER, EARTH, 0.3), 2)
    bend = min(BEND, high // 4)

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, high - 1), bend, rim)
        brush.block((thick, thick, wide - 1 - thick, high - 1 - thick), bend - thick, CREAM)

    return on_paper(sprite(wide, high, paint), 0.3)
