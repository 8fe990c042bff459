"""Ishtar: the gardens with everybody's panel, or one seat's view and what it is asked."""

from __future__ import annotations

from render.canvas import Picture
from render.ishtar import private, public
from render.ishtar.larger import changed, detail, details
from render.sketch import Asked
from render.teller import Teller
from rules.game import Event
from rules.ishtar.state import View

__all__ = ["changed", "detail", "details", "draw"]


def draw(view: View, *, teller: Teller, asked: Asked, last: tuple[Event, ...]) -> Picture:
    """The public picture, or what the seat sees whose view it is."""
    return public.draw(view, teller, last) if view.me is None else private.draw(view, view.me, teller, asked, last)
