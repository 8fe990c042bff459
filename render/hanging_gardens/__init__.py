"""The Hanging Gardens: everybody's gardens, or one seat's garden with what it holds and what it is asked."""

from __future__ import annotations

from render.canvas import Picture
from render.hanging_gardens import details as larger
from render.hanging_gardens import private, public
from render.hanging_gardens.swatch import swatch
from render.sketch import Asked
from rules.game import Event
from rules.hanging_gardens.state import View
from rules.text import Text

__all__ = ["detail", "details", "draw", "swatch"]


def draw(view: View, *, names: tuple[str, ...], asked: Asked, last: tuple[Event, ...]) -> Picture:
    """The public picture, 1600 pixels wide; or what the seat sees whose view it is, 1400 pixels wide."""
    if view.me is None:
        return public.draw(view, names, last)
    return private.draw(view, view.me, names, asked, last)


def details(view: View) -> tuple[tuple[str, Text], ...]:
    """The larger views on offer: their keys and labels."""
    return larger.offered(view)


def detail(view: View, key: str, *, names: tuple[str, ...], last: tuple[Event, ...]) -> Picture:
    """One of `details`."""
    return larger.draw(view, key, names, last)
