"""The board as text: for screen readers, and for a game that has no art yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PIL import Image, ImageDraw

from render import fonts
from render.canvas import WIDE, Picture
from render.palette import INK, PAPER
from rules.game import AnyGame
from rules.text import seat_name, story

ALT_LONGEST = 1024  # Discord's limit
LINE = 44  # pixels
SIZE = 30
ROWS = 30


def board(game: AnyGame, view: Any, names: tuple[str, ...]) -> str:
    """A view in words, a line for each thing."""
    return story(game.describe(view), _named(names))


def alt(game: AnyGame, view: Any, names: tuple[str, ...]) -> str:
    """The board in at most 1024 characters."""
    text = "; ".join((str(game.title), *story(game.summary(view), _named(names)).splitlines()))
    return text if len(text) <= ALT_LONGEST else text[: ALT_LONGEST - 1] + "…"


def _named(names: tuple[str, ...]) -> Callable[[int], str]:
    return lambda seat: names[seat] if seat < len(names) else seat_name(seat)


def sheet(text: str) -> Picture:
    """A text as a picture, in as many columns as its lines need."""
    lines = text.splitlines() or [""]
    columns = -(-len(lines) // ROWS)
    rows = -(-len(lines) // columns)
    picture = Image.new("RGB", (WIDE, rows * LINE + 96), PAPER)
    draw = ImageDraw.Draw(picture)
    column = (WIDE - 96) // columns
    for i, line in enumerate(lines):
        text, size = fonts.fit(fonts.clean(line), column - 20, SIZE, SIZE)
        at = (48 + column * (i // rows), 48 + LINE * (i % rows + 0.5))
        fonts.write(draw, at, text, size, INK)
    return picture
