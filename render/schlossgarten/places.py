"""Positions and sizes on a picture: the garden, its squares, and the column beside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from render.canvas import WIDE, Point
from render.grids import Cell, Squares
from render.layout import EDGE
from rules.schlossgarten.parts import SIZE
from rules.schlossgarten.state import Square

TALL = 1280  # pixels of a question's height at most, so that its buttons stay in sight on a phone
GARDENS = 822  # pixels of width for little gardens beside cards
HEAD = 116  # pixels of the strip above the garden
SQUARE = 122  # pixels of a square
MARGIN = 53  # around the garden, for letters and numbers
BOARD = SIZE * SQUARE + 2 * MARGIN
TOP = EDGE + HEAD + 16
COLUMN = EDGE + BOARD + 20  # left edge of the column beside the garden
BESIDE = WIDE - COLUMN - EDGE
HIGH = TOP + BOARD + 8


class Plot(NamedTuple):
    """A garden on a picture: its upper left corner, the pixels of a square, and its first column and row, a7 for the whole."""

    left: int
    top: int
    size: int
    west: int = 0
    north: int = SIZE - 1

    @property
    def squares(self) -> Squares:
        """Return the grid of the cells (`cell_of`)."""
        return Squares(self.left, self.top, self.size, self.west, -self.north)

    def corner(self, square: Square) -> tuple[int, int]:
        """Return the upper left corner of a square."""
        return self.squares.corner(cell_of(square))

    def middle(self, square: Square) -> Point:
        """Return the middle of a square."""
        return self.squares.middle(cell_of(square))


def cell_of(square: Square) -> Cell:
    """Return the column and the row of a square; rows count downwards, so they are negative."""
    return square % SIZE, -(square // SIZE)


class Window(NamedTuple):
    """A square part of the garden: its western column, its northern row, and its columns."""

    west: int
    north: int
    shown: int

    def has(self, square: Square) -> bool:
        """Return whether a square is in this part of the garden."""
        row, column = divmod(square, SIZE)
        return 0 <= column - self.west < self.shown and 0 <= self.north - row < self.shown

    def plot(self, left: int, top: int, size: int) -> Plot:
        """Return the plot of this part, its upper left corner at ``left``, ``top``, with squares of ``size`` pixels."""
        return Plot(left, top, size, self.west, self.north)


WHOLE = Window(0, SIZE - 1, SIZE)


def window(places: Iterable[Square], least: int) -> Window:
    """Return the part around some squares, at least ``least`` columns wide."""
    rows, columns = zip(*(divmod(square, SIZE) for square in places), strict=True)
    shown = max(least, max(rows) - min(rows) + 1, max(columns) - min(columns) + 1)
    west = min(max((min(columns) + max(columns) + 1 - shown) // 2, 0), SIZE - shown)
    south = min(max((min(rows) + max(rows) + 1 - shown) // 2, 0), SIZE - shown)
    return Window(west, south + shown - 1, shown)


GARDEN = Plot(EDGE + MARGIN, TOP + MARGIN, SQUARE)
