"""The public picture: head, map, carpet, tree row, and a panel for every seat (R10.1)."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from render.canvas import Picture
from render.ishtar import carpet, trees
from render.ishtar.board import draw_board, placed, whole
from render.ishtar.heads import PANEL, draw_panel, draw_result, draw_strip
from render.ishtar.places import Plot
from render.ishtar.traces import draw_traces, revealed
from render.layout import EDGE, GAP, Box
from render.palette import PAPER
from rules.game import Event
from rules.ishtar.ground import land
from rules.ishtar.parts import ROW
from rules.ishtar.state import View

WIDE = 1600
HIGHEST = 1600
STRIP = 84
TOP = EDGE + STRIP
COLUMN = 440  # pixels beside the map
STACK = 150  # pixels of a stack's height
CELL = {3: 38, 6: 32}  # pixels of a cell of a tile on the carpet, by stacks in a row
LARGEST = 68  # pixels of a cell of the map
WORTH, RESULT_WORTH = 1.3, 1.1  # so much larger the cells must be for the carpet, or the result, to lie below the map
RESULT = {3: 420, 6: 350}


class Layout(NamedTuple):
    """The height of the picture; the map if there is one yet; carpet and trees or the result; all panels."""

    high: int
    plot: Plot | None
    rug: Box
    row: tuple[int, int]
    columns: int
    panels: tuple[Box, ...]


def draw(view: View, names: tuple[str, ...], last: tuple[Event, ...]) -> Picture:
    """What everybody may see."""
    layout = arranged(view)
    picture = Image.new("RGB", (WIDE, layout.high), PAPER)
    draw_strip(picture, view, names, (EDGE + 8, EDGE // 2, WIDE - 2 * EDGE - 16, STRIP))
    if layout.plot:
        draw_board(picture, view.garden, view.seats, layout.plot)
        draw_traces(picture, view.garden, layout.plot, last)
    if view.phase == "over":
        draw_result(picture, view, names, layout.rug)
    elif view.stacks:
        carpet.draw_carpet(picture, view, layout.rug, layout.columns, CELL[layout.columns], fresh=revealed(last))
        across = ROW if layout.columns == 6 else 3
        trees.draw_row(picture, view.row, layout.row, across)
        trees.draw_left(picture, view, layout.row, across)
    for seat, box in enumerate(layout.panels):
        draw_panel(picture, view, seat, names[seat], box)
    return picture


def arranged(view: View) -> Layout:
    """Carpet and trees beside the map, or below it where that makes its cells clearly larger."""
    if not land(view.garden).grid.cells:
        return _beside(view, None)
    part = whole(view.garden)
    low = HIGHEST - TOP - PANEL - GAP - EDGE
    beside = placed(part, (EDGE, TOP, WIDE - 2 * EDGE - GAP - COLUMN, low), LARGEST)
    band = (RESULT[6] if view.phase == "over" else carpet.high(STACK, 6)) + 2 * GAP
    below = placed(part, (EDGE, TOP, WIDE - 2 * EDGE, low - band), LARGEST)
    worth = RESULT_WORTH if view.phase == "over" else WORTH
    return _below(view, below) if below.size > beside.size * worth else _beside(view, beside)


def _panels(view: View, top: int) -> tuple[Box, ...]:
    wide = (WIDE - 2 * EDGE - GAP * (view.seats - 1)) // view.seats
    return tuple((EDGE + seat * (wide + GAP), top, wide, PANEL) for seat in range(view.seats))


def _beside(view: View, plot: Plot | None) -> Layout:
    left = WIDE - EDGE - COLUMN
    rug = RESULT[3] if view.phase == "over" else carpet.high(STACK, 3)
    column = TOP + rug + (0 if view.phase == "over" else 2 * GAP + trees.row_high(3))
    foot = max(column, plot.top + plot.high if plot else 0) + GAP
    row = left + (COLUMN - trees.row_wide(3)) // 2, TOP + rug + 2 * GAP
    return Layout(foot + PANEL + EDGE, plot, (left, TOP, COLUMN, rug), row, 3, _panels(view, foot))


def _below(view: View, plot: Plot) -> Layout:
    top = plot.top + plot.high + GAP + 8
    if view.phase == "over":
        rug = (EDGE, top, WIDE - 2 * EDGE, RESULT[6])
    else:
        rug = (EDGE, top, WIDE - 2 * EDGE - GAP - trees.row_wide(ROW), carpet.high(STACK, 6))
    foot = top + rug[3] + GAP
    row = WIDE - EDGE - trees.row_wide(ROW), top + (rug[3] - trees.row_high(ROW)) // 2
    return Layout(foot + PANEL + EDGE, plot, rug, row, 6, _panels(view, foot))
