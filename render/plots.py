"""Outline square cells on a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PIL import ImageDraw

from render.canvas import Picture, Point
from render.palette import INK, Ink

Cell = tuple[int, int]  # column and row, downwards
# right and down to each neighbour, and the two ends of the side between (x, y, x, y)
NEIGHBOUR_SIDES = (
    (1, 0, (1, 0, 1, 1)),
    (-1, 0, (0, 0, 0, 1)),
    (0, 1, (0, 1, 1, 1)),
    (0, -1, (0, 0, 1, 0)),
)


def outline(
    picture: Picture, cells: Iterable[Cell], corner: Callable[[Cell], Point], size: int, ink: Ink, thick: float = 5
) -> None:
    """Draw a line with a dark rim around cells that belong together.

    :param corner: returns the upper left corner of a cell, in pixels.
    :param size: pixels of a side of a cell.
    :param thick: pixels of the line without its rim of 2.
    """
    inside = frozenset(cells)
    draw = ImageDraw.Draw(picture)
    lines: list[tuple[float, float, float, float]] = []
    for column, row in inside:
        left, top = corner((column, row))
        for right, down, (x, y, u, v) in NEIGHBOUR_SIDES:
            if (column + right, row + down) not in inside:
                lines.append((left + x * size, top + y * size, left + u * size, top + v * size))
    for half, tone in ((thick / 2 + 2, INK), (thick / 2, ink)):
        for x, y, u, v in lines:
            draw.rectangle((x - half, y - half, u + half - 1, v + half - 1), fill=tone)
