"""The table in both pictures: the map with carpet and trees beside or below it, and at the end the result."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from render.canvas import WIDE, Picture
from render.grids import Hexes
from render.ishtar import carpet, trees
from render.ishtar.board import SHADOW_PX, fit_with_letters, whole_map
from render.ishtar.heads import draw_result, result_height
from render.ishtar.places import LARGEST_CELL_PX
from render.ishtar.traces import draw_map, revealed
from render.layout import EDGE, GAP, Box
from render.teller import Teller
from rules.game import Event
from rules.ishtar.garden import land_of
from rules.ishtar.parts import OPEN_TREES
from rules.ishtar.state import View

LEAST_HEIGHT_PX, MOST_HEIGHT_PX = 1120, 1400  # of a picture: from 5:4 to square
ROOM_PX = WIDE - 2 * EDGE
COLUMN_PX = 344  # beside the map
BESIDE_GAP_PX = 8  # from the letters of the rows to the column, and to the picture's edge
CARPET_CELL_PX, COLUMN_CELL_PX = 50, 48  # a tile's cell on the carpet below the map, and beside it


class Layout(NamedTuple):
    """The map if it is dealt; the box of carpet or result, and its columns; the box of trees, and how many in a row; the end."""

    plot: Hexes | None
    rug: Box
    columns: int
    row: Box
    across: int
    foot: int


def arranged(view: View, top: int, foot: int, usual: int, full: int) -> Layout:
    """Return the layout below ``top`` and ``foot`` pixels above the end of the picture.

    It takes the arrangement with the larger cells, by the state of play, so that it stays the same all game long. Beside the
    column, cells and picture keep their sizes, too, until more than ``full`` pixels are needed.

    :param usual: pixels below the table that suffice most of the time.
    :param full: pixels below the table that suffice nearly always.
    """
    if not land_of(view.garden).grid.cells:
        return Layout(None, (EDGE, top, ROOM_PX, 0), 6, (EDGE, top, ROOM_PX, 0), OPEN_TREES, LEAST_HEIGHT_PX - foot)
    if view.phase == "over":
        return _over(view, top, LEAST_HEIGHT_PX - foot, MOST_HEIGHT_PX - foot)
    below, beside = (
        _below(view, top, MOST_HEIGHT_PX - usual),
        _beside(view, top, LEAST_HEIGHT_PX - usual, MOST_HEIGHT_PX - usual),
    )
    if _cell_size(beside) <= _cell_size(below):
        return _below(view, top, MOST_HEIGHT_PX - foot)
    end = min(MOST_HEIGHT_PX, beside.foot + full) - foot
    return _beside(view, top, end, end)


def _cell_size(layout: Layout) -> int:
    return layout.plot.size if layout.plot else 0


def _below(view: View, top: int, end: int) -> Layout:
    """Return a layout with carpet and trees below the map."""
    rug = carpet.carpet_height(CARPET_CELL_PX, 6)
    y = end - 2 * GAP - trees.LINE_PX - rug
    plot = fit_with_letters(whole_map(view.garden), (EDGE, top, ROOM_PX, y - GAP - top), LARGEST_CELL_PX)
    plot = _move_to_middle(plot, y)
    return Layout(plot, (EDGE, y, ROOM_PX, rug), 6, (EDGE, y + rug + GAP, ROOM_PX, trees.LINE_PX), OPEN_TREES, end)


def _beside(view: View, top: int, least: int, most: int) -> Layout:
    """Return a layout with carpet and trees beside the map, which ends where it can."""
    left = EDGE + ROOM_PX - COLUMN_PX
    room = (BESIDE_GAP_PX, top, left - 2 * BESIDE_GAP_PX, most - GAP - top)
    plot = fit_with_letters(whole_map(view.garden), room, LARGEST_CELL_PX)
    rug = carpet.carpet_height(COLUMN_CELL_PX, 2)
    column = top + rug + GAP + trees.rows_height(OPEN_TREES, 1, trees.LINE_PX)
    end = max(min(plot.top + plot.high + SHADOW_PX + GAP, most), column + GAP, least)
    line = (end - column) // OPEN_TREES + trees.LINE_PX - trees.CARD_GAP_PX // 2
    row = (left, top + rug + GAP, COLUMN_PX, max(trees.LINE_PX, min(trees.HIGH_LINE_PX, line)))
    return Layout(_move_to_middle(plot, end), (left, top, COLUMN_PX, rug), 2, row, 1, end)


def _over(view: View, top: int, least: int, most: int) -> Layout:
    """Return a layout with the result below the map, which ends where it can."""
    high = result_height(view)
    room = (EDGE, top, ROOM_PX, most - high - 2 * GAP - top)
    plot = fit_with_letters(whole_map(view.garden), room, LARGEST_CELL_PX)
    end = max(plot.top + plot.high + SHADOW_PX + high + 2 * GAP, least)
    y = end - high - GAP
    return Layout(_move_to_middle(plot, y), (EDGE, y, ROOM_PX, high), 6, (EDGE, end, ROOM_PX, 0), OPEN_TREES, end)


def _move_to_middle(plot: Hexes, end: int) -> Hexes:
    """Return a plot moved down into the middle between its top and ``end``, with a gap below it."""
    return replace(plot, top=plot.top + max(0, end - GAP - SHADOW_PX - plot.top - plot.high) // 2)


def draw_table(picture: Picture, view: View, teller: Teller, layout: Layout, last: tuple[Event, ...]) -> None:
    """Draw the map, and carpet and trees or the result."""
    if layout.plot:
        draw_map(picture, view.garden, view.seats, layout.plot, teller.theme, last)
    if view.phase == "over":
        draw_result(picture, view, teller, layout.rug)
    elif view.stacks:
        cell = CARPET_CELL_PX if layout.columns == 6 else COLUMN_CELL_PX
        carpet.draw_carpet(picture, view, teller, layout.rug, layout.columns, cell, fresh=revealed(last))
        trees.draw_trees(picture, view.row, layout.row, layout.across, widest=layout.row[2])
