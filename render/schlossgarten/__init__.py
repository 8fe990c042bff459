"""Pictures of Schlossgarten: the garden with everybody's points, or a seat's own picture with its answers."""

from __future__ import annotations

from render.canvas import Picture
from render.schlossgarten import pawns, private, public
from render.schlossgarten.larger import detail, details
from render.schlossgarten.public import draw_final
from render.sketch import PromptSketch
from render.teller import Teller
from rules.game import Event, Seat
from rules.schlossgarten.state import View
from rules.schlossgarten.story import ElementBuilt

__all__ = ["detail", "details", "draw", "draw_final", "medal_of"]


def draw(view: View, *, teller: Teller, asked: PromptSketch, last: tuple[Event, ...]) -> Picture:
    """Draw the public picture, or that of the seat whose view it is; 1400 pixels wide."""
    return public.draw(view, teller, last) if view.me is None else private.draw(view, view.me, teller, asked, last)


def shows_together(stories: tuple[tuple[Event, ...], ...]) -> bool:
    """Return whether each of these turns builds something, which a small garden shows."""
    return all(any(isinstance(event.data, ElementBuilt) for event in story) for story in stories)


def medal_of(view: View, seat: Seat, size: int) -> Picture:
    """Return the sign of a seat's side."""
    return pawns.medal(view.sides[seat], size)
