"""Pictures of Schlossgarten: the garden with everybody's points, or a seat's own picture with its answers."""

from __future__ import annotations

from render.canvas import Picture
from render.schlossgarten import private, public
from render.schlossgarten.larger import detail, details
from render.sketch import PromptSketch
from render.teller import Teller
from rules.game import Event
from rules.schlossgarten.state import View

__all__ = ["detail", "details", "draw"]


def draw(view: View, *, teller: Teller, asked: PromptSketch, last: tuple[Event, ...]) -> Picture:
    """Draw the public picture, or that of the seat whose view it is; 1400 pixels wide."""
    return public.draw(view, teller, last) if view.me is None else private.draw(view, view.me, teller, asked, last)
