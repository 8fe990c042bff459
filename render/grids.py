"""Place square and hexagonal cells on a picture, and draw lines around groups of cells.

Cells are (column, row); rows count downwards. Sides and neighbours count clockwise from the east; side n joins corners n and
n + 1. In a hexagonal grid (axial coordinates) each row lies half a cell further to the right than the row above it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, cos, floor, pi, sin
from typing import ClassVar

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, Point, sprite
from render.palette import INK, Ink

Cell = tuple[int, int]
ROW_SHARE = 0.866  # pixels from one row of hexagons to the next, for each pixel of a cell's width: √3 / 2
HEIGHT_SHARE = 1.1547  # height of a hexagon, for each pixel of its width: 2 / √3
REACH_SHARE = 0.57735  # from the middle of a hexagon to a corner: 1 / √3


@dataclass(frozen=True, slots=True)
class Squares:
    """A square grid.

    :param left: of the cell in column ``west`` and row ``north``, in pixels; ``top`` alike.
    :param size: pixels of a side of a cell.
    """

    left: int
    top: int
    size: int
    west: int = 0
    north: int = 0
    rim_px: ClassVar[float] = 2  # of an outline, on either side

    def corner(self, cell: Cell) -> tuple[int, int]:
        """Return the upper left corner of a cell in pixels."""
        return self.left + (cell[0] - self.west) * self.size, self.top + (cell[1] - self.north) * self.size

    def middle(self, cell: Cell) -> Point:
        """Return the middle of a cell in pixels."""
        x, y = self.corner(cell)
        return x + self.size / 2, y + self.size / 2

    def corners(self, cell: Cell) -> Sequence[Point]:
        """Return the corners of a cell in pixels, clockwise from the upper right one."""
        x, y = self.corner(cell)
        return (x + self.size, y), (x + self.size, y + self.size), (x, y + self.size), (x, y)

    def neighbours(self, cell: Cell) -> Sequence[Cell]:
        """Return the cells across each side of a cell."""
        column, row = cell
        return (column + 1, row), (column, row + 1), (column - 1, row), (column, row - 1)

    def draw_sides(self, picture: Picture, sides: Iterable[tuple[Cell, int]], ink: Ink, thick: float) -> None:
        """Draw crisp lines of ``thick`` pixels on sides of cells, with square ends."""
        draw, half = ImageDraw.Draw(picture), thick / 2
        for cell, side in sides:
            corners = self.corners(cell)
            (x, y), (u, v) = sorted((corners[side], corners[(side + 1) % 4]))
            draw.rectangle((x - half, y - half, u + half - 1, v + half - 1), ink)


@dataclass(frozen=True, slots=True)
class Hexes:
    """A hexagonal grid, and the part of it that is shown; the corners of its cells point up and down.

    :param left: of the part that is shown, in pixels; ``top`` alike.
    :param size: the width of a cell in pixels; it is even, so that shifted rows lie on whole pixels.
    :param west: the least x that is shown, in cells (`column_of`); ``north`` is the least row.
    :param columns: how many are shown; it may end in the middle of a cell.
    """

    left: int
    top: int
    size: int
    west: float
    north: int
    columns: float
    rows: int
    rim_px: ClassVar[float] = 1.5  # of an outline, on either side

    @property
    def pitch(self) -> int:
        """Return the pixels from one row to the next."""
        return round(self.size * ROW_SHARE)

    @property
    def wide(self) -> int:
        """Return the pixels of the columns shown."""
        return round(self.columns * self.size)

    @property
    def high(self) -> int:
        """Return the pixels of the rows shown."""
        return (self.rows - 1) * self.pitch + cell_height(self.size)

    def corner(self, cell: Cell) -> tuple[int, int]:
        """Return the upper left corner of the sprite of a cell, in pixels."""
        x, y = self.middle(cell)
        return round(x - self.size / 2), round(y - cell_height(self.size) / 2)

    def middle(self, cell: Cell) -> Point:
        """Return the middle of a cell in pixels."""
        x = self.left + (column_of(cell) - self.west + 0.5) * self.size
        return x, self.top + (cell[1] - self.north) * self.pitch + cell_height(self.size) / 2

    def corners(self, cell: Cell) -> Sequence[Point]:
        """Return the corners of a cell in pixels, clockwise from the upper right one."""
        left, top = self.corner(cell)
        return [(left + x, top + y) for x, y in hexagon(self.size)]

    def neighbours(self, cell: Cell) -> Sequence[Cell]:
        """Return the cells across each side of a cell."""
        column, row = cell
        above, below = row - 1, row + 1
        return (column + 1, row), (column, below), (column - 1, below), (column - 1, row), (column, above), (column + 1, above)

    def draw_sides(self, picture: Picture, sides: Iterable[tuple[Cell, int]], ink: Ink, thick: float) -> None:
        """Draw smooth lines of ``thick`` pixels on sides of cells, with round ends."""
        lines = [_side(self.size, side, ink, thick) for side in range(6)]
        for cell, side in sides:
            (left, top), (line, right, down) = self.corner(cell), lines[side]
            picture.paste(line, (left + right, top + down), line)

    def shows(self, cell: Cell) -> bool:
        """Return whether a cell is at least partly in the part that is shown."""
        x, y = column_of(cell) - self.west, cell[1] - self.north
        return -1 < x < self.columns and -2 < y <= self.rows

    def holds(self, cell: Cell) -> bool:
        """Return whether a whole cell is in the part that is shown."""
        x, y = column_of(cell) - self.west, cell[1] - self.north
        return 0 <= x <= self.columns - 1 and 0 <= y < self.rows


Grid = Squares | Hexes


def column_of(cell: Cell) -> float:
    """Return the x of a cell of a hexagonal grid, in cells."""
    return cell[0] + cell[1] / 2


def cell_height(size: int) -> int:
    """Return the height of a hexagon of this width."""
    return round(size * HEIGHT_SHARE)


def hex_corner(turn: float, reach: float) -> Point:
    """Return a corner of a hexagon around (0, 0); ``turn`` counts sixths clockwise from the upper right corner."""
    return reach * cos((turn - 0.5) * pi / 3), reach * sin((turn - 0.5) * pi / 3)


def hexagon(size: float, inset: float = 0) -> list[Point]:
    """Return the corners of a hexagon in a sprite ``size`` wide, ``inset`` pixels within its edge."""
    middle, reach = (size / 2, cell_height(round(size)) / 2), size * REACH_SHARE - inset
    return [(middle[0] + x, middle[1] + y) for x, y in (hex_corner(turn, reach) for turn in range(6))]


@sprites.keep
def _side(size: int, side: int, ink: Ink, thick: float) -> tuple[Picture, int, int]:
    """Return a line on one side of a hexagon, and its offset from the upper left corner of the cell's sprite."""
    corners = hexagon(size)
    ends, room = (corners[side], corners[(side + 1) % 6]), round(thick) + 2
    left, above = (floor(min(axis)) - room for axis in zip(*ends, strict=True))
    right, below = (ceil(max(axis)) + room for axis in zip(*ends, strict=True))

    def paint(brush: Brush) -> None:
        brush.line([(x - left, y - above) for x, y in ends], ink, thick)

    line = sprite(right - left, below - above, paint)
    x, y, *_ = box = line.getbbox() or (0, 0, *line.size)
    return line.crop(box), left + x, above + y


def edges(grid: Grid, cells: Iterable[Cell]) -> Iterator[tuple[Cell, int]]:
    """Yield each side of a cell where these cells meet others: the cell, and the number of the side."""
    inside = frozenset(cells)
    return ((cell, side) for cell in inside for side, other in enumerate(grid.neighbours(cell)) if other not in inside)


def draw_outline(
    picture: Picture,
    grid: Grid,
    cells: Iterable[Cell],
    ink: Ink,
    thick: float,
    *,
    under: Ink | None = INK,
    only: Container[Cell] | None = None,
) -> None:
    """Draw a line around cells that belong together, over a thicker one.

    :param thick: pixels of the line without its rim.
    :param under: the colour of the rim; None for none.
    :param only: the cells whose sides are drawn.
    """
    sides = [(cell, side) for cell, side in edges(grid, cells) if only is None or cell in only]
    rim: list[tuple[Ink, float]] = [(under, thick + 2 * grid.rim_px)] if under else []
    for tone, wide in (*rim, (ink, thick)):
        grid.draw_sides(picture, sides, tone, wide)
