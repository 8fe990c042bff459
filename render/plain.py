"""Describe the board in words: for screen readers, and for games without art."""

from __future__ import annotations

from typing import Any

from PIL import Image, ImageDraw

from render import fonts
from render.canvas import WIDE, Picture
from render.layout import SIZES
from render.teller import Teller
from render.writing import Words, literal
from rules.game import AnyGame
from rules.text import Text, sentences, story

LINE_PX = 50
MAX_ROWS = 30  # of a column


def board(game: AnyGame, view: Any, teller: Teller) -> str:
    """Return the view in words, a line for each thing, with all letters of the names: a message can show them."""
    return story(game.describe(view), teller.called, teller.translate)


def alt(game: AnyGame, view: Any, *facts: Text) -> Text:
    """Return the board in a few words, as the alternative text of its picture.

    :param facts: sentences that come first, as the end of a long text is cut.
    """
    return sentences(game.title, *facts, *game.summary(view))


def sheet(game: AnyGame, view: Any, teller: Teller) -> Picture:
    """Draw the view in words, in as many columns as its lines need."""
    lines = [Words(line) for told in map(teller.told, game.describe(view)) for line in told.splitlines()] or [literal("")]
    columns = -(-len(lines) // MAX_ROWS)
    rows = -(-len(lines) // columns)
    picture = Image.new("RGB", (WIDE, rows * LINE_PX + 96), teller.theme.ground)
    draw = ImageDraw.Draw(picture)
    column = (WIDE - 96) // columns
    for i, line in enumerate(lines):
        text, size = fonts.fit(line, column - 20, SIZES.tiny, SIZES.tiny)
        at = (48 + column * (i // rows), 48 + LINE_PX * (i % rows + 0.5))
        fonts.write(draw, at, text, size, teller.theme.text)
    return picture
