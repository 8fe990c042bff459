"""What the last moves did: the tile laid, who and what came to stand on the map, and the stack turned up."""

from __future__ import annotations

from collections.abc import Iterable

from render.canvas import Picture, put
from render.ishtar.places import Plot
from render.ishtar.signs import outline
from render.palette import CREAM
from render.signs import ring
from rules.game import Event
from rules.ishtar.ground import land
from rules.ishtar.state import Garden
from rules.ishtar.story import Assisted, Bloomed, Placed, Planted, Revealed

STANDING = {Assisted: 0.17, Planted: -0.02}  # how far below the middle of its cell it stands


def draw_traces(picture: Picture, garden: Garden, plot: Plot, last: Iterable[Event]) -> None:
    """A pale line around tiles and tokens, a ring around assistants and trees."""
    shown = {cell for cell in land(garden).grid.cells if plot.holds(cell)}
    done = [event.data for event in last]
    for each in done:
        if isinstance(each, Placed | Bloomed):
            outline(picture, plot, each.cells, CREAM, plot.size * 0.08, only=shown)
    for each in done:
        if isinstance(each, Assisted | Planted) and each.cell in shown:
            x, y = plot.middle(each.cell)
            put(picture, ring(round(plot.size * 0.92)), (x, y + STANDING[type(each)] * plot.size * 0.5))


def revealed(last: Iterable[Event]) -> int | None:
    """The stack that was turned up last; None if none was."""
    return next((event.data.stack for event in reversed(tuple(last)) if isinstance(event.data, Revealed)), None)
