"""Draw the view of a game as a PNG. The functions are pure, and safe in several threads and processes.

A game's art is the package ``render.<game>``. It has ``draw``, and may have ``size``, ``details``, ``detail``, ``changed``,
``draw_final``, ``medal_of`` and ``shows_together``.
"""

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
from render.canvas import Picture, quantized, scaled
from render.memory import trim_heap_later
from render.palette import LIGHT, Theme
from render.png import encode
from render.sketch import NO_PROMPT, Detail, Mark, PromptSketch, Sketch, scene, sketch_prompt
from render.teller import Teller
from rules import GAMES
from rules.game import Event, Seat, deal

__all__ = [
    "NO_PROMPT",
    "Detail",
    "Mark",
    "PromptSketch",
    "Sketch",
    "Teller",
    "changed",
    "colours",
    "cover",
    "details",
    "drawn",
    "load_art",
    "medal_of",
    "paint_final",
    "picture",
    "scene",
    "shows_together",
    "size_of",
    "sketch_prompt",
    "thumbnail",
]

THUMBNAIL_WIDTH_PX = 560
FOLDER = Path(__file__).parent


@pictures.keep
def picture(sketch: Sketch) -> bytes:
    """Return the sketch as a PNG, 1080 to 1600 pixels wide. Equal sketches give the same bytes, which are cached."""
    return drawn(sketch)


def thumbnail(sketch: Sketch) -> bytes:
    """Return the sketch as a PNG of `THUMBNAIL_WIDTH_PX`, to recognise a game; its words are too small to read."""
    trim_heap_later()
    large = paint(sketch)
    small = scaled(large, (THUMBNAIL_WIDTH_PX, round(large.height * THUMBNAIL_WIDTH_PX / large.width)))
    return encode(quantized(small, colours(sketch.game, sketch.teller.theme)))


def drawn(sketch: Sketch) -> bytes:
    """Return the bytes of `picture` without the cache of finished pictures; sprites are still cached."""
    trim_heap_later()
    return encode(quantized(paint(sketch), colours(sketch.game, sketch.teller.theme)))


def cover(game: str, seats: int, teller: Teller) -> bytes:
    """Return a PNG for a game that waits for its players: the opening position for that many seats."""
    rules = GAMES[game]
    state = rules.setup(seats, frozenset())
    for move in deal(rules, state, Random(1)):
        state = move.step.state
    return drawn(Sketch(game, rules.view(state, None), teller))


@lru_cache(maxsize=64)
def colours(key: str, theme: Theme) -> Picture | None:
    """Return the 256 colours of a game's pictures in a theme as the palette of an image; None if the game has no such file.

    They are stored, as finding them takes seconds (`render.learn_palette`).
    """
    file = colours_file(key, theme)
    if not file.is_file():
        return None
    with Image.open(file) as chart:
        chart.load()
        return chart


def colours_file(key: str, theme: Theme) -> Path:
    """Return the path of a game's colours in a theme."""
    return FOLDER / key / ("colours.png" if theme == LIGHT else f"colours_{theme.name}.png")


def paint(sketch: Sketch) -> Picture:
    """Return the sketch as an image in full colour, before it is encoded; a game without art gets its text board."""
    art = _art(sketch.game)
    if art is None:
        return plain.sheet(GAMES[sketch.game], sketch.view, sketch.teller)
    if sketch.detail:
        return art.detail(sketch.view, sketch.detail, teller=sketch.teller, last=sketch.last, asked=sketch.asked)
    return art.draw(sketch.view, teller=sketch.teller, asked=sketch.asked, last=sketch.last)


def paint_final(sketch: Sketch, shape: float) -> Picture:
    """Return the last board of a game without names and points, which a table beside it tells; else the whole board.

    :param shape: width by height of the room for it, for boards that can be arranged in several ways.
    """
    art = _art(sketch.game)
    return art.draw_final(sketch.view, sketch.teller, shape) if art and hasattr(art, "draw_final") else paint(sketch)


def medal_of(game: str, view: Any, seat: Seat, size: int) -> Picture | None:
    """Return the sign of a seat on the final board, ``size`` pixels high; None if the board has the name of each seat."""
    art = _art(game)
    return art.medal_of(view, seat, size) if art and hasattr(art, "medal_of") else None


def size_of(sketch: Sketch) -> tuple[int, int]:
    """Return the width and height of a picture in pixels; a question is painted only if its art has no ``size``."""
    art = _art(sketch.game)
    if art is None or not sketch.asked.key or not hasattr(art, "size"):
        return paint(sketch).size
    return art.size(sketch.view, teller=sketch.teller, asked=sketch.asked)


def details(key: str, view: Any) -> tuple[Detail, ...]:
    """Return the parts of a game's picture that can be shown larger; none if the art has none."""
    art = _art(key)
    return art.details(view) if art and hasattr(art, "details") else ()


def changed(key: str, view: Any, last: tuple[Event, ...]) -> str:
    """Return the key of the detail that shows the last move, if that is hard to see on the board; else ''."""
    art = _art(key)
    return art.changed(view, last) if art and hasattr(art, "changed") else ""


def shows_together(key: str, stories: tuple[tuple[Event, ...], ...]) -> bool:
    """Return whether one picture can show these moves by number (`render.sketch.sketch_hints`): none hides another one.

    :param stories: the events that each move would cause.
    """
    art = _art(key)
    return bool(art and hasattr(art, "shows_together") and art.shows_together(stories))


def load_art() -> None:
    """Import the art of every game now, so that the first player who opens a detail need not wait."""
    for key in GAMES:
        _art(key)


@lru_cache(maxsize=64)
def _art(key: str) -> ModuleType | None:
    """Return the package ``render.<game>``; None if there is no such folder."""
    return import_module(f"render.{key}") if find_spec(f"render.{key}") else None
