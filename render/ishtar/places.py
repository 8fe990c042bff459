"""Places of hexagons on a picture, the part of the map that is shown, and the inks of this game."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, floor, pi, sin
from typing import NamedTuple

from render.canvas import Point
from render.layout import EDGE
from render.palette import Ink
from rules.ishtar.parts import Cell

HEAD_PX = 116  # the head of the private picture
MARGIN_PX = 42  # beside the map, for row letters
RULER_PX = 44  # above it, for numbers
LARGEST_CELL_PX = 96  # on a whole map
QUESTION_PX = 1080  # the width of a question's picture, about the pixels of a phone, so that it is sent no larger than shown
QUESTION_ROOM_PX = QUESTION_PX - 2 * EDGE
SIGN_PX = 30  # the smallest font there: 9 pixels where a phone shows the picture 340 wide

SEAT_INKS: tuple[Ink, ...] = ((242, 194, 48), (47, 111, 193), (226, 98, 156), (232, 116, 28))
GEM_INKS: dict[str, Ink] = {"p": (126, 63, 160), "r": (200, 50, 43), "w": (250, 250, 252)}
GRASS: Ink = (172, 208, 112)
BLOOM: Ink = (86, 146, 72)
GROUND: Ink = (236, 217, 172)
ROCK: Ink = (196, 176, 146)
STONE: Ink = (122, 113, 106)
WATER: Ink = (98, 180, 208)


class Plot(NamedTuple):
    """A map on a picture: its upper left corner, the width of a cell in pixels, and the part that is shown.

    ``west`` is the least x, in cells, and ``north`` the least row; ``columns`` and ``rows`` may be parts of the map.
    """

    left: int
    top: int
    size: int
    west: float
    north: int
    columns: float
    rows: int

    @property
    def pitch(self) -> int:
        """Return the pixels from one row to the next."""
        return round(self.size * 0.866)

    @property
    def wide(self) -> int:
        """Return the pixels of the columns shown."""
        return round(self.columns * self.size)

    @property
    def high(self) -> int:
        """Return the pixels of the rows shown."""
        return (self.rows - 1) * self.pitch + cell_height(self.size)

    def middle(self, cell: Cell) -> Point:
        """Return the middle of a cell."""
        x = self.left + (column_of(cell) - self.west + 0.5) * self.size
        return x, self.top + (cell[1] - self.north) * self.pitch + cell_height(self.size) / 2

    def shows(self, cell: Cell) -> bool:
        """Return whether a cell is at least partly in the part that is shown."""
        x, y = column_of(cell) - self.west, cell[1] - self.north
        return -1 < x < self.columns and -2 < y <= self.rows

    def holds(self, cell: Cell) -> bool:
        """Return whether a whole cell is in the part that is shown."""
        x, y = column_of(cell) - self.west, cell[1] - self.north
        return 0 <= x <= self.columns - 1 and 0 <= y < self.rows


def column_of(cell: Cell) -> float:
    """Return the x of a cell, in cells: each row lies half a cell further to the right."""
    return cell[0] + cell[1] / 2


def cell_height(size: int) -> int:
    """Return the height of a cell of this width."""
    return round(size * 1.1547)


def corner(turn: float, reach: float) -> Point:
    """Return a corner of a hexagon around (0, 0); ``turn`` counts sixths clockwise from the upper right corner."""
    return reach * cos((turn - 0.5) * pi / 3), reach * sin((turn - 0.5) * pi / 3)


def hexagon(size: float, inset: float = 0) -> list[Point]:
    """Return the corners of a cell in a sprite ``size`` wide, ``inset`` pixels within its edge."""
    middle, reach = (size / 2, cell_height(round(size)) / 2), size * 0.57735 - inset
    return [(middle[0] + x, middle[1] + y) for x, y in (corner(turn, reach) for turn in range(6))]


def plot_around(cells: Iterable[Cell], more: int = 0) -> Plot:
    """Return the plot of these cells and ``more`` cells on every side, a pixel for each cell."""
    xs, ys = zip(*((column_of(cell), cell[1]) for cell in cells), strict=True)
    west, north = min(xs) - more, min(ys) - more
    return Plot(0, 0, 1, west, north, max(xs) - west + 1 + more, max(ys) - north + 1 + more)


def clip(part: Plot, all_: Plot) -> Plot:
    """Return the section of a part that lies on the map."""
    west, north = max(part.west, all_.west), max(part.north, all_.north)
    east, south = min(part.west + part.columns, all_.west + all_.columns), min(part.north + part.rows, all_.north + all_.rows)
    return part._replace(west=west, north=north, columns=east - west, rows=south - north)


def fill_room(wanted: Plot, all_: Plot, room: tuple[int, int], largest: int) -> Plot:
    """Return a part of the map as large as it can be shown, and as much around it as there is room for."""
    wide, high = room
    plot = wanted._replace(size=fitting_cell_size(wanted, room, largest))
    columns = min(all_.columns, int(2 * wide / plot.size) / 2)
    rows = min(all_.rows, 1 + (high - cell_height(plot.size)) // plot.pitch)
    west = _between(all_.west, wanted.west + (wanted.columns - columns) / 2, all_.west + all_.columns - columns)
    north = _between(all_.north, wanted.north + (wanted.rows - rows) / 2, all_.north + all_.rows - rows)
    return plot._replace(west=floor(2 * west) / 2, north=floor(north), columns=columns, rows=rows)


def _between(least: float, value: float, most: float) -> float:
    return max(least, min(value, most))


def fitting_cell_size(part: Plot, room: tuple[int, int], largest: int = LARGEST_CELL_PX) -> int:
    """Return the width of a cell with which a part fits into the room.

    It is even, so that shifted rows lie on whole pixels. Large sizes come in steps, as each size is drawn anew.
    """
    wide, high = room
    size = int(min(largest, wide / part.columns, high / ((part.rows - 1) * 0.866 + 1.1547)))
    step = 2 if size < 48 else 4 if size < 80 else 8
    return size // step * step
