"""Compute which part of a garden is shown, how large, and where its squares lie."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from render.canvas import Point
from render.layout import Box, readable
from rules.hanging_gardens.garden import key
from rules.hanging_gardens.state import Square

SIDE = 1080  # pixels of every picture, in width and height
MIN_FONT_PX = readable(SIDE)
MAX_SQUARE_PX = 132


class Plot(NamedTuple):
    """The part of a garden's plane that is shown: first column and row, width and height in squares."""

    column: int
    row: int
    wide: int
    high: int


def letters(column: int) -> str:
    """Return the letters of a column: ``m`` for 13."""
    return key((column, 1))[:-1]


class Grid(NamedTuple):
    """A plot on a picture: left and top of its first square, and the side of a square, in pixels."""

    plot: Plot
    left: int
    top: int
    size: int

    def corner(self, square: Square) -> tuple[int, int]:
        """Return the upper left corner of a square in pixels."""
        column, row = square
        return self.left + (column - self.plot.column) * self.size, self.top + (row - self.plot.row) * self.size

    def middle(self, square: Square) -> Point:
        """Return the middle of a square in pixels."""
        x, y = self.corner(square)
        return x + self.size / 2, y + self.size / 2

    @property
    def box(self) -> Box:
        """Return the box of the plot in pixels."""
        return self.left, self.top, self.plot.wide * self.size, self.plot.high * self.size


def fitted(squares: Iterable[Square], box: Box, margin: int = 0) -> Grid:
    """Return a grid with these squares as large as possible in a box, filled up with the squares around them.

    A square has at most `MAX_SQUARE_PX`.

    :param margin: squares to show on every side at least.
    :raises ValueError: if there are no squares.
    """
    columns, rows = zip(*squares, strict=True)
    left, top, wide, high = box
    across, down = (max(used) - min(used) + 1 + 2 * margin for used in (columns, rows))
    size = max(1, min(wide // across, high // down, MAX_SQUARE_PX))
    more, lower = wide // size - across, high // size - down
    plot = Plot(min(columns) - margin - more // 2, min(rows) - margin - lower // 2, across + more, down + lower)
    return Grid(plot, left + wide % size // 2, top + high % size // 2, size)
