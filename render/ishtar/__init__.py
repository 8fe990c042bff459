"""Ishtar: the gardens with all panels, or one seat's view with its question."""

from __future__ import annotations

from render.canvas import Picture
from render.ishtar import emblems, private, public
from render.ishtar.larger import changed, detail, details
from render.ishtar.places import QUESTION_PX
from render.ishtar.public import draw_final
from render.sketch import PromptSketch
from render.teller import Teller
from rules.game import Event, Seat
from rules.ishtar.state import View

__all__ = ["changed", "detail", "details", "draw", "draw_final", "medal_of", "size"]


def size(view: View, *, teller: Teller, asked: PromptSketch) -> tuple[int, int]:
    """Return the width and height of a question's picture in pixels."""
    return QUESTION_PX, private.arranged(view, asked, teller).high


def draw(view: View, *, teller: Teller, asked: PromptSketch, last: tuple[Event, ...]) -> Picture:
    """Return the public picture, or the private picture of the seat whose view it is."""
    return public.draw(view, teller, last) if view.me is None else private.draw(view, view.me, teller, asked, last)


def medal_of(view: View, seat: Seat, size: int) -> Picture:
    """Return the medal of a seat."""
    return emblems.medal(seat, size)
