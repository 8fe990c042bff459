"""The map with traces of the last moves: the tile laid, new pieces on the map, and the stack turned up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from render.canvas import Picture, put
from render.grids import Hexes, draw_outline
from render.ishtar.board import cells_in, draw_beds, draw_board
from render.ishtar.fountains import draw_signs
from render.palette import CREAM, Theme
from render.signs import ring
from rules.game import Event
from rules.ishtar.parts import Cell
from rules.ishtar.state import Garden
from rules.ishtar.story import Assisted, Bloomed, Placed, Planted, Revealed

PIECE_DROP = {Assisted: 0.17, Planted: -0.02}  # below the middle of the cell, in half cells


def draw_map(
    picture: Picture,
    garden: Garden,
    seats: int,
    plot: Hexes,
    theme: Theme,
    last: Iterable[Event] = (),
    numbered: frozenset[Cell] = frozenset(),
) -> None:
    """Draw a part of the map with letters and numbers around it, the traces of the last moves, and the signs of fountains.

    :param numbered: as `place_fountains` has it.
    """
    draw_board(picture, garden, plot, theme)
    draw_traces(picture, garden, plot, last)
    draw_signs(picture, garden, seats, plot, numbered=numbered)


def draw_traces(picture: Picture, garden: Garden, plot: Hexes, last: Iterable[Event]) -> None:
    """Draw a pale line around new tiles and tokens, a ring around new assistants and trees."""
    shown = cells_in(garden, plot, wholly=True)
    done = [event.data for event in last]
    draw_pale(picture, garden, plot, [each.cells for each in done if isinstance(each, Placed | Bloomed)], shown)
    for each in done:
        if isinstance(each, Assisted | Planted) and each.cell in shown:
            x, y = plot.middle(each.cell)
            put(picture, ring(round(plot.size * 0.92)), (x, y + PIECE_DROP[type(each)] * plot.size * 0.5))


def draw_pale(picture: Picture, garden: Garden, plot: Hexes, groups: Iterable[Sequence[Cell]], shown: frozenset[Cell]) -> None:
    """Draw a pale line around groups of cells, under the lines of beds."""
    for group in filter(None, groups):
        draw_outline(picture, plot, group, CREAM, plot.size * 0.08, only=shown)
        draw_beds(picture, garden, plot, shown.intersection(group))


def revealed(last: Iterable[Event]) -> int | None:
    """Return the stack turned up last; None if none was."""
    return next((event.data.stack for event in reversed(tuple(last)) if isinstance(event.data, Revealed)), None)
