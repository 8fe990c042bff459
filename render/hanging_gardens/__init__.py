"""The Hanging Gardens: everybody's gardens, or one seat's garden with what it holds and what it is asked."""

from __future__ import annotations

from render.canvas import Picture
from render.hanging_gardens import private, public
from render.hanging_gardens.larger import detail, details
from render.sketch import Asked
from rules.game import Event
from rules.hanging_gardens.state import View

__all__ = ["detail", "details", "draw"]


def draw(view: View, *, names: tuple[str, ...], asked: Asked, last: tuple[Event, ...]) -> Picture:
    """The public picture, 1600 pixels wide; or what the seat sees whose view it is, 1400 pixels wide."""
    return public.draw(view, names, last) if view.me is None else private.draw(view, view.me, names, asked, last)
