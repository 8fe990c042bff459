"""Draw The Hanging Gardens: everybody's gardens, or one seat's garden with its hand and its question."""

from __future__ import annotations

from render.canvas import Picture
from render.hanging_gardens import private, public, squares
from render.hanging_gardens.larger import detail, details
from render.hanging_gardens.public import draw_final
from render.sketch import PromptSketch
from render.teller import Teller
from rules.game import Event, Seat
from rules.hanging_gardens.state import View

__all__ = ["detail", "details", "draw", "draw_final", "medal_of"]


def draw(view: View, *, teller: Teller, asked: PromptSketch, last: tuple[Event, ...]) -> Picture:
    """Return the public picture, or the picture of the view's own seat; at the end of the game everybody gets the result."""
    if view.me is None or view.over:
        return public.draw(view, teller, last)
    return private.draw(view, view.me, teller, asked, last)


def medal_of(view: View, seat: Seat, size: int) -> Picture:
    """Return the medal of a seat."""
    return squares.medal(seat, size)
