"""Draw the poster of a finished game: its result, the last board, a table of points by kind, and some facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image, ImageDraw

from render import colours, paint
from render.canvas import Picture, encode, put, quantized, scaled
from render.fonts import fit, width, write
from render.layout import PALE, draw_sheet
from render.memory import trim_heap_later
from render.palette import INK, PAPER, SAND
from render.paragraph import paragraph
from render.signs import laurel, wreath
from render.sketch import Sketch
from render.writing import Words, literal
from rules.text import Text

WIDE, MAX_HEIGHT_PX, MIN_HEIGHT_PX = 1080, 1350, 1080  # from 4:5 to square
EDGE = 36  # pixels of the margin
READABLE = 28  # font size of words that must be read, at 1080 pixels across
RESULT_FONT_PX, NAME_FONT_PX, POINTS_FONT_PX = 60, 42, 46
HEAD_FONT_PX, FACT_FONT_PX = 34, 34
ROW_PX, TITLES_PX = 62, 52  # heights of a seat's row, and of the columns' titles
MIN_COLUMN_PX, COLUMN_GAP_PX = 76, 30


class Line(NamedTuple):
    """A seat's row: place from 1, name, points by kind, and total."""

    place: int
    name: Text
    kinds: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Poster:
    """The content of a poster. The teller of ``board`` translates it. ``seats`` are in the order of their places."""

    board: Sketch
    title: Text
    number: Text
    result: Text
    kinds: tuple[Text, ...]
    seats: tuple[Line, ...]
    facts: tuple[Text, ...]


def drawn(poster: Poster) -> bytes:
    """Return the poster as a PNG, 1080 pixels wide and between square and 4:5, at most 300 kB."""
    trim_heap_later()
    return encode(quantized(paint_poster(poster), colours(poster.board.game)))


def paint_poster(poster: Poster) -> Picture:
    """Return the poster as an image in full colour, before it is encoded."""
    facts, size = paragraph(map(poster.board.teller.told, poster.facts), WIDE - 2 * EDGE, 3, FACT_FONT_PX, READABLE)
    above, below = 166, TITLES_PX + ROW_PX * len(poster.seats) + 44 + round(len(facts) * size * 1.3) + 24
    board = _fitted(paint(poster.board), WIDE - 2 * EDGE, MAX_HEIGHT_PX - above - below)
    high = max(MIN_HEIGHT_PX, above + board.height + below)
    picture = Image.new("RGB", (WIDE, high), PAPER)
    _head(picture, poster)
    picture.paste(board, ((WIDE - board.width) // 2, above + (high - above - below - board.height) // 2))
    top = high - below + 24
    _table(picture, poster, top)
    draw = ImageDraw.Draw(picture)
    for number, line in enumerate(facts):
        y = top + TITLES_PX + ROW_PX * len(poster.seats) + 20 + (number + 0.5) * size * 1.3
        write(draw, (WIDE / 2, y), line, size, INK, anchor="m")
    return picture


def _fitted(board: Picture, wide: int, high: int) -> Picture:
    share = min(wide / board.width, high / board.height)
    return scaled(board.convert("RGB"), (round(board.width * share), round(board.height * share)))


def _head(picture: Picture, poster: Poster) -> None:
    """Write the game, the table's number, and the result."""
    draw = ImageDraw.Draw(picture)
    teller = poster.board.teller
    write(draw, (EDGE, 46), teller.told(poster.title), HEAD_FONT_PX, PALE)
    write(draw, (WIDE - EDGE, 46), teller.told(poster.number), HEAD_FONT_PX, PALE, anchor="r")
    told, size = fit(teller.told(poster.result), WIDE - 2 * EDGE - 84, RESULT_FONT_PX, READABLE)
    put(picture, wreath(72), (EDGE + 36, 116))
    write(draw, (EDGE + 84, 116), told, size, INK)


def _table(picture: Picture, poster: Poster, top: float) -> None:
    """Draw a row for each seat, with a column for each kind of points and for the total."""
    draw_sheet(picture, (EDGE, round(top), WIDE - 2 * EDGE, TITLES_PX + ROW_PX * len(poster.seats)))
    told = poster.board.teller.told
    kinds = tuple(map(told, poster.kinds))
    draw, (left, *columns) = ImageDraw.Draw(picture), _columns(kinds)
    for title, x in zip(kinds, columns, strict=False):
        write(draw, (x, top + TITLES_PX / 2 + 4), title, READABLE, PALE, anchor="m")
    for number, line in enumerate(poster.seats):
        y = top + TITLES_PX + ROW_PX * (number + 0.5) - 4
        draw.line((EDGE + 20, y - ROW_PX / 2, WIDE - EDGE - 20, y - ROW_PX / 2), SAND, 2)
        if line.place == 1:
            put(picture, laurel(60), (EDGE + 50, y))
        write(draw, (EDGE + 50, y), literal(line.place), FACT_FONT_PX, INK, anchor="m")
        name, size = fit(told(line.name), round(left) - EDGE - 96, NAME_FONT_PX, READABLE)
        write(draw, (EDGE + 90, y), name, size, INK)
        for points, x in zip(line.kinds, columns, strict=False):
            write(draw, (x, y), literal(points), FACT_FONT_PX, PALE, anchor="m")
        write(draw, (columns[-1], y), literal(line.points), POINTS_FONT_PX, INK, anchor="m")


def _columns(kinds: Sequence[Words]) -> list[float]:
    """Return the left end of the columns, and the middle of each in pixels; the total comes last."""
    wide = [*(max(width(title, READABLE), MIN_COLUMN_PX) for title in kinds), MIN_COLUMN_PX]
    left = WIDE - EDGE - COLUMN_GAP_PX - sum(wide) - COLUMN_GAP_PX * len(kinds)
    return [left, *(left + sum(wide[:number]) + COLUMN_GAP_PX * number + each / 2 for number, each in enumerate(wide))]
