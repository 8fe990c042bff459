"""Where things are: how much of the sheet is shown, how large, and where its squares lie."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from render.canvas import Point
from render.layout import Box, readable
from rules.hanging_gardens.garden import key
from rules.hanging_gardens.state import Square

SIDE = 1080  # pixels of every picture, either way
READ = readable(SIDE)  # the smallest font
LARGEST = 132  # pixels of a square


class Plot(NamedTuple):
    """The part of the sheet that is shown, in squares."""

    column: int
    row: int
    wide: int
    high: int


def letters(column: int) -> str:
    """``m`` for column 13."""
    return key((column, 1))[:-1]


class Grid(NamedTuple):
    """A plot on a picture: where its first square begins, and the pixels of a square."""

    plot: Plot
    left: int
    top: int
    size: int

    def corner(self, square: Square) -> tuple[int, int]:
        """The upper left corner of a square."""
        column, row = square
        return self.left + (column - self.plot.column) * self.size, self.top + (row - self.plot.row) * self.size

    def middle(self, square: Square) -> Point:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + self.size / 2, y + self.size / 2

    @property
    def box(self) -> Box:
        """The plot in pixels."""
        return self.left, self.top, self.plot.wide * self.size, self.plot.high * self.size


def fitted(squares: Iterable[Square], box: Box, margin: int = 0) -> Grid:
    """These squares as large as they fit into a box, with as many others around them as it holds.

    :param margin: how many squares around them are wanted.
    """
    columns, rows = zip(*squares, strict=True)
    left, top, wide, high = box
    across, down = (max(used) - min(used) + 1 + 2 * margin for used in (columns, rows))
    size = max(1, min(wide // across, high // down, LARGEST))
    more, lower = wide // size - across, high // size - down
    plot = Plot(min(columns) - margin - more // 2, min(rows) - margin - lower // 2, across + more, down + lower)
    return Grid(plot, left + wide % size // 2, top + high % size // 2, size)
