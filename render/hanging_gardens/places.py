"""Where things are: how much of a garden is shown, how large, and where its squares lie."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from render.canvas import Point
from render.fonts import width
from render.layout import Box
from rules.hanging_gardens.garden import MARGIN, key, top
from rules.hanging_gardens.state import Garden, Square

LEAST = 8  # squares of a garden shown, either way
PUBLIC = (44, 40, 36, 32, 28, 24, 20, 16)  # pixels of a square, R10.4
PRIVATE = (64, 56, 48, 40, 32, 28, 24)
FONT = 28  # of the lettering beside these


class Plot(NamedTuple):
    """The part of the sheet that is shown, in squares."""

    column: int
    row: int
    wide: int
    high: int


def plot(garden: Garden) -> Plot:
    """What is used and the squares around it on which a card may come to lie, at least 8 × 8 (R10.3)."""
    columns, rows = zip(*top(garden), strict=True)
    column, wide = _span(columns)
    row, high = _span(rows)
    return Plot(column, row, wide, high)


def _span(used: Iterable[int]) -> tuple[int, int]:
    low, high = min(used), max(used)
    missing = max(0, LEAST - (high - low + 1 + 2 * MARGIN))
    return low - MARGIN - missing // 2, high - low + 1 + 2 * MARGIN + missing


def letters(column: int) -> str:
    """``bm`` for column 65."""
    return key((column, 1))[:-1]


class Grid(NamedTuple):
    """A plot on a picture: where its first square begins, and the pixels of a square and of its lettering."""

    plot: Plot
    left: int
    top: int
    size: int
    font: int

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
        """The plot without its lettering."""
        return self.left, self.top, self.plot.wide * self.size, self.plot.high * self.size


def lanes(shown: Plot, size: int, font: int) -> tuple[int, int]:
    """In how many lines column letters and row numbers stand, so that neighbours do not touch."""
    widest = max(width(letters(shown.column + i), font) for i in range(shown.wide))
    return (1 if widest + 4 <= size else 2), (1 if font * 0.8 <= size else 2)


def rims(shown: Plot, size: int, font: int) -> tuple[int, int]:
    """Pixels that row numbers take on either side, and column letters above and below."""
    columns, rows = lanes(shown, size, font)
    number = width(str(shown.row + shown.high - 1), font)
    return round(rows * (number + 10)), round(columns * font * 1.15 + 6)


def extent(shown: Plot, size: int, font: int) -> tuple[int, int]:
    """The pixels that a plot with its lettering takes."""
    beside, above = rims(shown, size, font)
    return shown.wide * size + 2 * beside, shown.high * size + 2 * above


def centred(shown: Plot, size: int, font: int, box: Box) -> Grid:
    """A plot with its lettering in the middle of a box."""
    left, top_, wide, high = box
    return Grid(shown, left + (wide - shown.wide * size) // 2, top_ + (high - shown.high * size) // 2, size, font)


def largest(shown: Plot, room: tuple[int, int]) -> int:
    """The largest squares with which a plot fits into so many pixels; else the smallest there are."""
    for size in PRIVATE:
        wide, high = extent(shown, size, FONT)
        if wide <= room[0] and high <= room[1]:
            return size
    return PRIVATE[-1]
