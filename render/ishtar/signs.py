"""Signs over the map and beside it: cards, rims, and lines around cells."""

from __future__ import annotations

from collections.abc import Container, Iterable
from math import ceil, floor

from render.cache import sprites
from render.canvas import Brush, Picture, sprite
from render.ishtar.places import Plot, cell_height, hexagon
from render.palette import GOLD, INK, Ink, mix
from rules.ishtar.hexes import neighbours
from rules.ishtar.parts import Cell


@sprites.keep
def card(wide: int, high: int, fill: Ink, rim: Ink, thick: float) -> Picture:
    """Return a small blank card with round corners, ``wide`` x ``high`` pixels."""

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, high - 1), 12, mix(rim, INK, 0.55))
        brush.block((1.5, 1.5, wide - 2.5, high - 2.5), 11, rim)
        brush.block((thick, thick, wide - 1 - thick, high - 1 - thick), 10, fill)

    return sprite(wide, high, paint)


def rim(picture: Picture, plot: Plot, cell: Cell, sides: Iterable[bool], ink: Ink, thick: float) -> None:
    """Draw a line on some of the six sides of a cell, from the eastern one clockwise; the ink hides the ground."""
    x, y = plot.middle(cell)
    left, above = round(x - plot.size / 2), round(y - cell_height(plot.size) / 2)
    for turn, drawn in enumerate(sides):
        if drawn:
            line, right, down = _side(plot.size, turn, ink, thick)
            picture.paste(line, (left + right, above + down), line)


@sprites.keep
def _side(size: int, turn: int, ink: Ink, thick: float) -> tuple[Picture, int, int]:
    """Return a line on one side of a cell, and its offset from the cell's upper left corner."""
    corners = hexagon(size)
    ends, room = (corners[turn], corners[(turn + 1) % 6]), round(thick) + 2
    left, above = (floor(min(axis)) - room for axis in zip(*ends, strict=True))
    right, below = (ceil(max(axis)) + room for axis in zip(*ends, strict=True))

    def paint(brush: Brush) -> None:
        brush.line([(x - left, y - above) for x, y in ends], ink, thick)

    return sprite(right - left, below - above, paint), left, above


def outline(
    picture: Picture,
    plot: Plot,
    cells: Iterable[Cell],
    ink: Ink = GOLD,
    thick: float = 4,
    *,
    under: Ink | None = INK,
    only: Container[Cell] | None = None,
) -> None:
    """Draw a line around adjacent cells, over a thicker one in ``under``; ``only`` limits the cells drawn."""
    inside = frozenset(cells)
    tones: list[tuple[Ink, float]] = [(under, thick + 3)] if under else []
    for tone, wide in (*tones, (ink, thick)):
        for cell in inside:
            if only is None or cell in only:
                rim(picture, plot, cell, (other not in inside for other in neighbours(cell)), tone, wide)


@sprites.keep
def site(size: int) -> Picture:
    """Return a golden rim within a cell on offer."""

    def paint(brush: Brush) -> None:
        for inset, ink, thick in ((size * 0.06, INK, size * 0.09), (size * 0.06, GOLD, size * 0.06)):
            corners = hexagon(size, inset)
            brush.line([*corners, corners[0]], ink, thick)

    return sprite(size, cell_height(size), paint)
