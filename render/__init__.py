"""A view in, a picture out. Pure functions; safe to call from several threads, and in other processes."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from PIL import Image

from render import plain
from render.cache import pictures
from render.canvas import Picture, encode, reduced, scaled
from render.memory import hand_back_later
from render.sketch import NOTHING, Asked, Detail, Mark, Sketch, asked, scene
from render.teller import Teller
from rules import GAMES
from rules.game import Event, deal

__all__ = [
    "NOTHING",
    "Asked",
    "Detail",
    "Mark",
    "Sketch",
    "Teller",
    "asked",
    "changed",
    "colours",
    "cover",
    "details",
    "drawn",
    "load_art",
    "picture",
    "scene",
    "thumbnail",
]

SMALL = 560  # pixels
FOLDER = Path(__file__).parent


@pictures.keep
def picture(sketch: Sketch) -> bytes:
    """The sketch as a PNG, 1080 to 1400 pixels wide; the same bytes for an equal sketch."""
    return drawn(sketch)


def thumbnail(sketch: Sketch) -> bytes:
    """The sketch as a small PNG, `SMALL` pixels wide: a look at a game, not a board to choose from."""
    hand_back_later()
    large = paint(sketch)
    small = scaled(large, (SMALL, round(large.height * SMALL / large.width)))
    return encode(reduced(small, colours(sketch.game)))


def drawn(sketch: Sketch) -> bytes:
    """The same as `picture`, drawn anew."""
    hand_back_later()
    return encode(reduced(paint(sketch), colours(sketch.game)))


def cover(game: str, seats: int, teller: Teller) -> bytes:
    """The picture of a game that waits for its players: a table of that size, freshly laid."""
    rules = GAMES[game]
    state = rules.setup(seats, frozenset())
    for move in deal(rules, state, Random(1)):
        state = move.step.state
    return drawn(Sketch(game, rules.view(state, None), teller))


@lru_cache(maxsize=64)
def colours(key: str) -> Picture | None:
    """The 256 colours of a game's pictures, kept in a file, as to find them takes seconds; None where there is none."""
    file = FOLDER / key / "colours.png"
    if not file.is_file():
        return None
    with Image.open(file) as chart:
        chart.load()
        return chart


def paint(sketch: Sketch) -> Picture:
    """The sketch before it is encoded; a game without art gets its text board."""
    art = _art(sketch.game)
    if art is None:
        return plain.sheet(GAMES[sketch.game], sketch.view, sketch.teller)
    if sketch.detail:
        return art.detail(sketch.view, sketch.detail, teller=sketch.teller, last=sketch.last)
    return art.draw(sketch.view, teller=sketch.teller, asked=sketch.asked, last=sketch.last)


def details(key: str, view: Any) -> tuple[Detail, ...]:
    """The parts of a game's picture that can be shown larger; none where the art has none."""
    art = _art(key)
    return art.details(view) if art and hasattr(art, "details") else ()


def changed(key: str, view: Any, last: tuple[Event, ...]) -> str:
    """Which of those parts shows what was done last, where that is hard to see in the whole; '' if none does."""
    art = _art(key)
    return art.changed(view, last) if art and hasattr(art, "changed") else ""


def load_art() -> None:
    """Import the art of every game: later it would be done by the first to ask for a detail."""
    for key in GAMES:
        _art(key)


@lru_cache(maxsize=64)
def _art(key: str) -> ModuleType | None:
    """A game's art is found by its folder: `draw`, perhaps `details`, `detail` and `changed`, of ``render.<game>``."""
    return import_module(f"render.{key}") if find_spec(f"render.{key}") else None
