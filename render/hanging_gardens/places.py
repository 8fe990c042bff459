"""Compute which part of a garden is shown, how large, and where its squares lie."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from render.grids import Squares
from render.layout import Box, font_sizes
from rules.hanging_gardens.garden import key
from rules.hanging_gardens.state import Square

SIDE = 1080  # pixels of every picture in width, and at most in height
MIN_SIDE = 864  # pixels of a picture in height, at least
SIZES = font_sizes(SIDE)
MIN_FONT_PX = SIZES.tiny
MAX_SQUARE_PX = 132
LETTERS_HIGH_PX, NUMBERS_WIDE_PX = 36, 48  # above and left of a garden, for the keys of its columns and rows
LAWN_MARGIN_PX = 10  # least distance from a garden to the outer side of the hedge


def letters(column: int) -> str:
    """Return the letters of a column: ``m`` for 13."""
    return key((column, 1))[:-1]


@dataclass(frozen=True, slots=True)
class Grid(Squares):
    """The squares of a garden that are shown, and the box of the lawn around them."""

    columns: int = field(kw_only=True)
    rows: int = field(kw_only=True)
    lawn: Box = field(kw_only=True)

    def within(self, squares: Iterable[Square]) -> frozenset[Square]:
        """Return the squares that lie in the part of the garden that the grid shows."""
        return frozenset((x, y) for x, y in squares if 0 <= x - self.west < self.columns and 0 <= y - self.north < self.rows)

    @property
    def box(self) -> Box:
        """Return the box of the squares in pixels."""
        return self.left, self.top, self.columns * self.size, self.rows * self.size


def fitted(squares: Iterable[Square], box: Box, around: Iterable[Square] = ()) -> Grid:
    """Return a grid that shows these squares as large as possible in a box, with its keys above and on the left.

    :param around: squares to show as well, as far as there is room.
    :raises ValueError: if there are no squares.
    """
    shown = [*squares]
    inner, outer = spans(shown), spans((*shown, *around))
    lawn, size = _lawn(box), square_size(inner, box)
    (column, across), (row, down) = (
        _widened(core, whole, side // size) for core, whole, side in zip(inner, outer, _room(lawn), strict=True)
    )
    (left, wide), (top, high) = (_cropped((lawn[side], lawn[side + 2]), count, size) for side, count in enumerate((across, down)))
    first = left + (wide - across * size) // 2, top + (high - down * size) // 2
    return Grid(*first, size, column, row, columns=across, rows=down, lawn=(left, top, wide, high))


Span = tuple[int, int]  # first column or row, and how many


def spans(squares: Iterable[Square]) -> tuple[Span, Span]:
    """Return the columns and the rows that hold these squares."""
    columns, rows = zip(*squares, strict=True)
    return (min(columns), max(columns) - min(columns) + 1), (min(rows), max(rows) - min(rows) + 1)


def square_size(shown: tuple[Span, Span], box: Box) -> int:
    """Return the side of a square in pixels, at most `MAX_SQUARE_PX`, of a grid with these columns and rows in a box."""
    across, down = _room(_lawn(box))
    return max(1, min(MAX_SQUARE_PX, across // shown[0][1], down // shown[1][1]))


def fitted_height(squares: Iterable[Square], wide: int) -> int:
    """Return the height in pixels of a box of this width in which squares are as large as in any higher one."""
    shown = spans(squares)
    size = square_size(shown, (0, 0, wide, SIDE * SIDE))
    return shown[1][1] * size + LETTERS_HIGH_PX + 2 * LAWN_MARGIN_PX


def _lawn(box: Box) -> Box:
    """Return the part of a box that is right of and below the keys."""
    left, top, wide, high = box
    return left + NUMBERS_WIDE_PX, top + LETTERS_HIGH_PX, wide - NUMBERS_WIDE_PX, high - LETTERS_HIGH_PX


def _room(lawn: Box) -> tuple[int, int]:
    """Return the width and the height that a garden may have on a lawn."""
    return lawn[2] - 2 * LAWN_MARGIN_PX, lawn[3] - 2 * LAWN_MARGIN_PX


def _cropped(side: tuple[int, int], count: int, size: int) -> tuple[int, int]:
    """Return start and length of a lawn's side, cropped to this count of squares and one more at each end, all in pixels."""
    start, long = side
    cropped = min(long, (count + 2) * size + 2 * LAWN_MARGIN_PX)
    return start + (long - cropped) // 2, cropped


def _widened(core: Span, whole: Span, room: int) -> Span:
    """Return as much of the whole as there is room for, around the core."""
    count = min(room, whole[1])
    if count <= core[1]:
        return core
    first = core[0] - (count - core[1]) // 2
    return max(whole[0], min(first, whole[0] + whole[1] - count)), count
