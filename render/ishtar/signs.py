"""Signs over the map and beside it: cards, and rims of cells on offer."""

from __future__ import annotations

from render.cache import sprites
from render.canvas import Brush, Picture, sprite
from render.grids import cell_height, hexagon
from render.palette import GOLD, INK, Ink, mix


@sprites.keep
def card(wide: int, high: int, fill: Ink, rim: Ink, thick: float) -> Picture:
    """Return a small blank card with round corners, ``wide`` x ``high`` pixels."""

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, high - 1), 12, mix(rim, INK, 0.55))
        brush.block((1.5, 1.5, wide - 2.5, high - 2.5), 11, rim)
        brush.block((thick, thick, wide - 1 - thick, high - 1 - thick), 10, fill)

    return sprite(wide, high, paint)


@sprites.keep
def site(size: int) -> Picture:
    """Return a golden rim within a cell on offer."""

    def paint(brush: Brush) -> None:
        for inset, ink, thick in ((size * 0.06, INK, size * 0.09), (size * 0.06, GOLD, size * 0.06)):
            corners = hexagon(size, inset)
            brush.line([*corners, corners[0]], ink, thick)

    return sprite(size, cell_height(size), paint)
