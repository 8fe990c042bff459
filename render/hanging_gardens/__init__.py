"""The Hanging Gardens: everybody's gardens, or one seat's garden with what it holds and what it is asked."""

from __future__ import annotations

from render.canvas import Picture
from render.hanging_gardens import private, public
from render.hanging_gardens.larger import detail, details
from render.sketch import Asked
from render.teller import Teller
from rules.game import Event
from rules.hanging_gardens.state import View

__all__ = ["detail", "details", "draw"]


def draw(view: View, *, teller: Teller, asked: Asked, last: tuple[Event, ...]) -> Picture:
    """The public picture, or what the seat sees whose view it is; at the end the result for everybody."""
    if view.me is None or view.over:
        return public.draw(view, teller, last)
    return private.draw(view, view.me, teller, asked, last)
