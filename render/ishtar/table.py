"""What all have in common: the map with carpet and trees beside it or below, and at the end the result."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from render.canvas import WIDE, Picture
from render.ishtar import carpet, trees
from render.ishtar.board import draw_board, placed, whole
from render.ishtar.heads import draw_result, result_high
from render.ishtar.places import LARGEST, Plot
from render.ishtar.traces import draw_traces, revealed
from render.layout import EDGE, GAP, Box
from render.teller import Teller
from rules.game import Event
from rules.ishtar.garden import land_of
from rules.ishtar.parts import OPEN_TREES
from rules.ishtar.state import View

LOWEST, HIGHEST = 1120, 1400  # pixels of a picture: from 5:4 to square
ROOM = WIDE - 2 * EDGE
COLUMN = 384  # pixels beside the map
CELL = 52  # pixels of a cell of a tile on the carpet


class Layout(NamedTuple):
    """The map if there is one yet; carpet, or result, and its columns; trees, and how many in a row; where all that ends."""

    plot: Plot | None
    rug: Box
    columns: int
    row: Box
    across: int
    foot: int


def arranged(view: View, top: int, foot: int, usual: int) -> Layout:
    """Below ``top`` and above so many pixels: what makes the cells of the map larger, all game long, and as high all game long.

    :param usual: pixels below it that most of the time suffice.
    """
    if not land_of(view.garden).grid.cells:
        return Layout(None, (EDGE, top, ROOM, 0), 6, (EDGE, top, ROOM, 0), OPEN_TREES, LOWEST - foot)
    playing = replace(view, phase="select")
    below, beside = _below(playing, top, HIGHEST - usual), _beside(playing, top, LOWEST - usual, HIGHEST - usual)
    if _cell(beside) <= _cell(below):
        return _below(view, top, HIGHEST - foot)
    end = beside.foot + usual - foot
    return _below(view, top, end) if view.phase == "over" else _beside(view, top, end, end)


def _cell(layout: Layout) -> int:
    return layout.plot.size if layout.plot else 0


def _below(view: View, top: int, end: int) -> Layout:
    """Carpet and trees, or the result, below the map."""
    over = view.phase == "over"
    rug = result_high(view) if over else carpet.high(CELL, 6)
    row = 0 if over else trees.LINE + GAP
    y = end - GAP - row - rug
    plot = placed(whole(view.garden), (EDGE, top, ROOM, y - GAP - top), LARGEST)
    plot = plot._replace(top=plot.top + (y - GAP - plot.top - plot.high) // 2)
    return Layout(plot, (EDGE, y, ROOM, rug), 6, (EDGE, y + rug + GAP, ROOM, trees.LINE), OPEN_TREES, end)


def _beside(view: View, top: int, least: int, most: int) -> Layout:
    """Carpet and trees beside the map, which ends where it can."""
    left = EDGE + ROOM - COLUMN
    plot = placed(whole(view.garden), (EDGE, top, ROOM - COLUMN - GAP, most - GAP - top), LARGEST)
    rug = carpet.high(CELL, 2)
    column = top + rug + GAP + trees.row_high(OPEN_TREES, 1, trees.LINE)
    end = max(plot.top + plot.high + GAP, column + GAP, least)
    plot = plot._replace(top=plot.top + (end - GAP - plot.top - plot.high) // 2)
    row = (left + (COLUMN - trees.WIDEST) // 2, top + rug + GAP, trees.WIDEST, trees.LINE)
    return Layout(plot, (left, top, COLUMN, rug), 2, row, 1, end)


def draw_table(picture: Picture, view: View, teller: Teller, layout: Layout, last: tuple[Event, ...]) -> None:
    """The map, and carpet and trees or the result."""
    if layout.plot:
        draw_board(picture, view.garden, view.seats, layout.plot)
        draw_traces(picture, view.garden, layout.plot, last)
    if view.phase == "over":
        draw_result(picture, view, teller, layout.rug)
    elif view.stacks:
        carpet.draw_carpet(picture, view, teller, layout.rug, layout.columns, CELL, fresh=revealed(last))
        trees.draw_trees(picture, view.row, layout.row, layout.across)
