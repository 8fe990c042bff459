"""The table in both pictures: the map with carpet and trees beside or below it, and at the end the result."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from render.canvas import WIDE, Picture
from render.grids import Hexes
from render.ishtar import carpet, trees
from render.ishtar.board import draw_board, fit_with_letters, whole_map
from render.ishtar.heads import draw_result, result_height
from render.ishtar.places import LARGEST_CELL_PX
from render.ishtar.traces import draw_traces, revealed
from render.layout import EDGE, GAP, Box
from render.teller import Teller
from rules.game import Event
from rules.ishtar.garden import land_of
from rules.ishtar.parts import OPEN_TREES
from rules.ishtar.state import View

LEAST_HEIGHT_PX, MOST_HEIGHT_PX = 1120, 1400  # of a picture: from 5:4 to square
ROOM_PX = WIDE - 2 * EDGE
COLUMN_PX = 384  # beside the map
CARPET_CELL_PX = 52  # a tile's cell on the carpet


class Layout(NamedTuple):
    """The map if it is dealt; the box of carpet or result, and its columns; the box of trees, and how many in a row; the end."""

    plot: Hexes | None
    rug: Box
    columns: int
    row: Box
    across: int
    foot: int


def arranged(view: View, top: int, foot: int, usual: int) -> Layout:
    """Return the layout below ``top`` and ``foot`` pixels above the end of the picture.

    It takes the arrangement with the larger cells, by the state of play, so that it stays the same all game long.

    :param usual: pixels below the table that suffice most of the time.
    """
    if not land_of(view.garden).grid.cells:
        return Layout(None, (EDGE, top, ROOM_PX, 0), 6, (EDGE, top, ROOM_PX, 0), OPEN_TREES, LEAST_HEIGHT_PX - foot)
    playing = replace(view, phase="select")
    below, beside = (
        _below(playing, top, MOST_HEIGHT_PX - usual),
        _beside(playing, top, LEAST_HEIGHT_PX - usual, MOST_HEIGHT_PX - usual),
    )
    if _cell_size(beside) <= _cell_size(below):
        return _below(view, top, MOST_HEIGHT_PX - foot)
    end = beside.foot + usual - foot
    return _below(view, top, end) if view.phase == "over" else _beside(view, top, end, end)


def _cell_size(layout: Layout) -> int:
    return layout.plot.size if layout.plot else 0


def _below(view: View, top: int, end: int) -> Layout:
    """Return a layout with carpet and trees, or the result, below the map."""
    over = view.phase == "over"
    rug = result_height(view) if over else carpet.carpet_height(CARPET_CELL_PX, 6)
    row = 0 if over else trees.LINE_PX + GAP
    y = end - GAP - row - rug
    plot = fit_with_letters(whole_map(view.garden), (EDGE, top, ROOM_PX, y - GAP - top), LARGEST_CELL_PX)
    plot = replace(plot, top=plot.top + (y - GAP - plot.top - plot.high) // 2)
    return Layout(plot, (EDGE, y, ROOM_PX, rug), 6, (EDGE, y + rug + GAP, ROOM_PX, trees.LINE_PX), OPEN_TREES, end)


def _beside(view: View, top: int, least: int, most: int) -> Layout:
    """Return a layout with carpet and trees beside the map, which ends where it can."""
    left = EDGE + ROOM_PX - COLUMN_PX
    plot = fit_with_letters(whole_map(view.garden), (EDGE, top, ROOM_PX - COLUMN_PX - GAP, most - GAP - top), LARGEST_CELL_PX)
    rug = carpet.carpet_height(CARPET_CELL_PX, 2)
    column = top + rug + GAP + trees.rows_height(OPEN_TREES, 1, trees.LINE_PX)
    end = max(plot.top + plot.high + GAP, column + GAP, least)
    plot = replace(plot, top=plot.top + (end - GAP - plot.top - plot.high) // 2)
    row = (left + (COLUMN_PX - trees.CARD_WIDTH_LIMIT_PX) // 2, top + rug + GAP, trees.CARD_WIDTH_LIMIT_PX, trees.LINE_PX)
    return Layout(plot, (left, top, COLUMN_PX, rug), 2, row, 1, end)


def draw_table(picture: Picture, view: View, teller: Teller, layout: Layout, last: tuple[Event, ...]) -> None:
    """Draw the map, and carpet and trees or the result."""
    if layout.plot:
        draw_board(picture, view.garden, view.seats, layout.plot)
        draw_traces(picture, view.garden, layout.plot, last)
    if view.phase == "over":
        draw_result(picture, view, teller, layout.rug)
    elif view.stacks:
        carpet.draw_carpet(picture, view, teller, layout.rug, layout.columns, CARPET_CELL_PX, fresh=revealed(last))
        trees.draw_trees(picture, view.row, layout.row, layout.across)
