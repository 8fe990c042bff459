"""Places of hexagons on a picture, and the part of the map that is shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import floor

from render.grids import HEIGHT_SHARE, ROW_SHARE, Hexes, cell_height, column_of
from render.layout import EDGE, font_sizes
from rules.ishtar.parts import Cell

HEAD_PX = 116  # the head of the private picture
MARGIN_PX = 40  # beside the map, for row letters
RULER_PX = 44  # above it, for numbers
LARGEST_CELL_PX = 96  # on a whole map
QUESTION_PX = 1080  # the width of a question's picture, about the pixels of a phone, so that it is sent no larger than shown
QUESTION_ROOM_PX = QUESTION_PX - 2 * EDGE
QUESTION_SIZES = font_sizes(QUESTION_PX)


def plot_around(cells: Iterable[Cell], more: int = 0) -> Hexes:
    """Return the plot of these cells and ``more`` cells on every side, a pixel for each cell."""
    xs, ys = zip(*((column_of(cell), cell[1]) for cell in cells), strict=True)
    west, north = min(xs) - more, min(ys) - more
    return Hexes(0, 0, 1, west, north, max(xs) - west + 1 + more, max(ys) - north + 1 + more)


def clip(part: Hexes, all_: Hexes) -> Hexes:
    """Return the section of a part that lies on the map."""
    west, north = max(part.west, all_.west), max(part.north, all_.north)
    east, south = min(part.west + part.columns, all_.west + all_.columns), min(part.north + part.rows, all_.north + all_.rows)
    return replace(part, west=west, north=north, columns=east - west, rows=south - north)


def fill_room(wanted: Hexes, all_: Hexes, room: tuple[int, int], largest: int) -> Hexes:
    """Return a part of the map as large as it can be shown, and as much around it as there is room for."""
    wide, high = room
    plot = replace(wanted, size=fitting_cell_size(wanted, room, largest))
    columns = min(all_.columns, int(2 * wide / plot.size) / 2)
    rows = min(all_.rows, 1 + (high - cell_height(plot.size)) // plot.pitch)
    west = _between(all_.west, wanted.west + (wanted.columns - columns) / 2, all_.west + all_.columns - columns)
    north = _between(all_.north, wanted.north + (wanted.rows - rows) / 2, all_.north + all_.rows - rows)
    return replace(plot, west=floor(2 * west) / 2, north=floor(north), columns=columns, rows=rows)


def _between(least: float, value: float, most: float) -> float:
    return max(least, min(value, most))


def fitting_cell_size(part: Hexes, room: tuple[int, int], largest: int = LARGEST_CELL_PX) -> int:
    """Return the width of a cell with which a part fits into the room.

    It is even, so that shifted rows lie on whole pixels. Large sizes come in steps, as each size is drawn anew.
    """
    wide, high = room
    size = int(min(largest, wide / part.columns, high / ((part.rows - 1) * ROW_SHARE + HEIGHT_SHARE)))
    step = 2 if size < 64 else 4 if size < 80 else 8
    return size // step * step
