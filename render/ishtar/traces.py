"""What the last moves did: the tile laid, who and what came to stand on the map, and the stack turned up."""

from __future__ import annotations

from collections.abc import Iterable

from render.canvas import Picture, put
from render.ishtar.places import Plot
from render.ishtar.signs import outline, ring
from render.palette import CREAM
from rules.game import Event
from rules.ishtar.garden import land
from rules.ishtar.state import Garden

STANDING = {"assistant": 0.17, "planted": -0.02}  # how far below the middle of its cell it stands


def draw_traces(picture: Picture, garden: Garden, plot: Plot, last: Iterable[Event]) -> None:
    """A pale line around tiles and tokens, a ring around assistants and trees."""
    named = land(garden).grid.named
    shown = {cell for cell in named.values() if plot.holds(cell)}
    for event in last:
        if event.kind in ("placed", "token"):
            outline(picture, plot, map(named.__getitem__, event["cells"]), CREAM, plot.size * 0.08, only=shown)
    for event in last:
        if event.kind in STANDING and (cell := named[event["cell"]]) in shown:
            x, y = plot.middle(cell)
            put(picture, ring(round(plot.size * 0.92)), (x, y + STANDING[event.kind] * plot.size * 0.5))


def revealed(last: Iterable[Event]) -> str:
    """The stack that was turned up last; empty if none was."""
    return next((event["stack"] for event in reversed(tuple(last)) if event.kind == "revealed"), "")
