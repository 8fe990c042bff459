"""Draw The Hanging Gardens: everybody's gardens, or one seat's garden with its hand and its question."""

from __future__ import annotations

from render.canvas import Picture
from render.hanging_gardens import private, public
from render.hanging_gardens.larger import detail, details
from render.sketch import PromptSketch
from render.teller import Teller
from rules.game import Event
from rules.hanging_gardens.state import View

__all__ = ["detail", "details", "draw"]


def draw(view: View, *, teller: Teller, asked: PromptSketch, last: tuple[Event, ...]) -> Picture:
    """Return the public picture, or the picture of the view's own seat; at the end of the game everybody gets the result."""
    if view.me is None or view.over:
        return public.draw(view, teller, last)
    return private.draw(view, view.me, teller, asked, last)
