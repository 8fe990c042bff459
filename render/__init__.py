"""A view in, a picture out. Pure functions; safe to call from several threads."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from render import fonts, plain
from render.canvas import Picture, encode
from render.sketch import Mark, Sketch, marks
from rules import game
from rules.text import seat_name

__all__ = ["Mark", "Sketch", "marks", "picture"]

MOST_SEATS = 12


@lru_cache(maxsize=64)
def picture(sketch: Sketch) -> bytes:
    """The sketch as a PNG, 1400 pixels wide; the same bytes for an equal sketch."""
    art = _art(sketch.game)
    return encode(paint(sketch), art.palette() if art else None)


def paint(sketch: Sketch) -> Picture:
    """The sketch before it is encoded; a game without art gets its text board."""
    names = _names(sketch.names)
    art = _art(sketch.game)
    if art is None:
        return plain.sheet(plain.board(_rules(sketch.game), sketch.view, names))
    return art.draw(sketch.view, names=names, marks=sketch.marks, chosen=sketch.chosen, last=sketch.last)


def _names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names that can be drawn; a seat without one is called by its number."""
    padded = (*names, *[""] * (MOST_SEATS - len(names)))
    return tuple(fonts.clean(name) or seat_name(seat) for seat, name in enumerate(padded))


@lru_cache(maxsize=64)
def _art(key: str) -> ModuleType | None:
    """A game's art is found by its folder: `draw` and `palette` of ``render.<game>``."""
    return import_module(f"render.{key}") if find_spec(f"render.{key}") else None


def _rules(key: str) -> game.AnyGame:
    return import_module(f"rules.{key}").GAME
