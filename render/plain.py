"""The board as text: for screen readers, and for a game that has no art yet."""

from __future__ import annotations

from typing import Any

from PIL import Image, ImageDraw

from render import fonts
from render.canvas import WIDE, Picture
from render.palette import INK, PAPER
from render.teller import Teller
from render.writing import Words, literal
from rules.game import AnyGame
from rules.text import Text, sentences, story

LINE = 44  # pixels
SIZE = 30
ROWS = 30


def board(game: AnyGame, view: Any, teller: Teller) -> str:
    """A view in words, a line for each thing; for a screen, on which all letters can be shown."""
    return story(game.describe(view), teller.called, teller.translate)


def alt(game: AnyGame, view: Any) -> Text:
    """The board in a few words, for whoever cannot see its picture."""
    return sentences(game.title, *game.summary(view))


def sheet(game: AnyGame, view: Any, teller: Teller) -> Picture:
    """A view in words as a picture, in as many columns as its lines need."""
    lines = [Words(line) for told in map(teller.told, game.describe(view)) for line in told.splitlines()] or [literal("")]
    columns = -(-len(lines) // ROWS)
    rows = -(-len(lines) // columns)
    picture = Image.new("RGB", (WIDE, rows * LINE + 96), PAPER)
    draw = ImageDraw.Draw(picture)
    column = (WIDE - 96) // columns
    for i, line in enumerate(lines):
        text, size = fonts.fit(line, column - 20, SIZE, SIZE)
        at = (48 + column * (i // rows), 48 + LINE * (i % rows + 0.5))
        fonts.write(draw, at, text, size, INK)
    return picture
