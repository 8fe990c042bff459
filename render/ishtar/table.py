"""What all have in common: the map with carpet and trees beside it or below, and at the end the result."""

from __future__ import annotations

from typing import NamedTuple

from render.canvas import WIDE, Picture
from render.ishtar import carpet, trees
from render.ishtar.board import draw_board, placed, whole
from render.ishtar.heads import draw_result, result_high
from render.ishtar.places import LARGEST, Plot
from render.ishtar.traces import draw_traces, revealed
from render.layout import EDGE, GAP, Box
from rules.game import Event
from rules.ishtar.ground import land
from rules.ishtar.parts import ROW
from rules.ishtar.state import View

LOWEST, HIGHEST = 1120, 1400  # pixels of a picture: from 5:4 to square
ROOM = WIDE - 2 * EDGE
COLUMN = 384  # pixels beside the map
CELL = 52  # pixels of a cell of a tile on the carpet
FOOT = 200  # pixels below all that, about


class Layout(NamedTuple):
    """The map if there is one yet; carpet, or result, and its columns; trees, and how many in a row; where all that ends."""

    plot: Plot | None
    rug: Box
    columns: int
    row: Box
    across: int
    foot: int


def arranged(view: View, top: int, foot: int) -> Layout:
    """Below ``top`` and above so many pixels: what makes the cells of the map larger, all game long."""
    if not land(view.garden).grid.cells:
        return Layout(None, (EDGE, top, ROOM, 0), 6, (EDGE, top, ROOM, 0), ROW, LOWEST - foot)
    beside = view.phase != "over" and _cell(_beside(view, top, FOOT)) > _cell(_below(view, top, FOOT))
    return (_beside if beside else _below)(view, top, foot)


def _cell(layout: Layout) -> int:
    return layout.plot.size if layout.plot else 0


def _below(view: View, top: int, foot: int) -> Layout:
    over = view.phase == "over"
    rug = result_high(view) if over else carpet.high(CELL, 6)
    row = 0 if over else trees.LINE + GAP
    plot = placed(whole(view.garden), (EDGE, top, ROOM, HIGHEST - top - foot - rug - row - 2 * GAP), LARGEST)
    used = plot.high + rug + row + 2 * GAP
    spare = max(0, LOWEST - top - foot - used - (plot.top - top))
    plot = plot._replace(top=plot.top + spare // 2)
    y = plot.top + plot.high + spare - spare // 2 + GAP
    row_box = (EDGE, y + rug + GAP, ROOM, trees.LINE)
    return Layout(plot, (EDGE, y, ROOM, rug), 6, row_box, ROW, y + rug + row + GAP)


def _beside(view: View, top: int, foot: int) -> Layout:
    left = EDGE + ROOM - COLUMN
    plot = placed(whole(view.garden), (EDGE, top, ROOM - COLUMN - GAP, HIGHEST - top - foot - GAP), LARGEST)
    rug = carpet.high(CELL, 2)
    column = rug + GAP + trees.row_high(ROW, 1, trees.LINE)
    end = max(plot.top + plot.high, top + column, LOWEST - foot - GAP)
    plot = plot._replace(top=plot.top + (end - plot.top - plot.high) // 2)
    row = (left + (COLUMN - trees.WIDEST) // 2, top + rug + GAP, trees.WIDEST, trees.LINE)
    return Layout(plot, (left, top, COLUMN, rug), 2, row, 1, end + GAP)


def draw_table(picture: Picture, view: View, names: tuple[str, ...], layout: Layout, last: tuple[Event, ...]) -> None:
    """The map, and carpet and trees or the result."""
    if layout.plot:
        draw_board(picture, view.garden, view.seats, layout.plot)
        draw_traces(picture, view.garden, layout.plot, last)
    if view.phase == "over":
        draw_result(picture, view, names, layout.rug)
    elif view.stacks:
        carpet.draw_carpet(picture, view, layout.rug, layout.columns, CELL, fresh=revealed(last))
        trees.draw_trees(picture, view.row, layout.row, layout.across)
