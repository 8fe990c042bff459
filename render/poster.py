"""The poster of a game that is over: who won, the last board, everybody's points by kind, how long it was, its best turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image, ImageDraw

from render import colours, paint
from render.canvas import Picture, encode, put, reduced, scaled
from render.fonts import fit, width, write
from render.layout import PALE, draw_sheet
from render.memory import hand_back_later
from render.palette import INK, PAPER, SAND
from render.paragraph import paragraph
from render.signs import laurel, wreath
from render.sketch import Sketch
from render.writing import Words, literal
from rules.text import Text

WIDE, TALL, LEAST = 1080, 1350, 1080  # pixels: from 4:5 to square
EDGE = 36
READABLE = 28  # font size of what must be read, at 1080 pixels across
RESULT, NAME, POINTS = 60, 42, 46  # other font sizes
HEAD, FACT = 34, 34
ROW, TITLES = 62, 52  # pixels of a seat, and of what the columns are called
DIGITS, GAP = 76, 30  # of a column, and between two of them


class Line(NamedTuple):
    """A seat: its place, who sat there, points by kind, and in all."""

    place: int
    name: Text
    kinds: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Poster:
    """All that a poster shows, told to those for whom the board is drawn; seats in the order of their places."""

    board: Sketch
    title: Text
    number: Text
    result: Text
    kinds: tuple[Text, ...]
    seats: tuple[Line, ...]
    facts: tuple[Text, ...]


def drawn(poster: Poster) -> bytes:
    """The poster as a PNG, 1080 pixels wide and between square and 4:5, at most 300 kB."""
    hand_back_later()
    return encode(reduced(painted(poster), colours(poster.board.game)))


def painted(poster: Poster) -> Picture:
    """The same before it is encoded."""
    facts, size = paragraph(map(poster.board.teller.told, poster.facts), WIDE - 2 * EDGE, 3, FACT, READABLE)
    above, below = 166, TITLES + ROW * len(poster.seats) + 44 + round(len(facts) * size * 1.3) + 24
    board = _fitted(paint(poster.board), WIDE - 2 * EDGE, TALL - above - below)
    high = max(LEAST, above + board.height + below)
    picture = Image.new("RGB", (WIDE, high), PAPER)
    _head(picture, poster)
    picture.paste(board, ((WIDE - board.width) // 2, above + (high - above - below - board.height) // 2))
    top = high - below + 24
    _table(picture, poster, top)
    draw = ImageDraw.Draw(picture)
    for number, line in enumerate(facts):
        y = top + TITLES + ROW * len(poster.seats) + 20 + (number + 0.5) * size * 1.3
        write(draw, (WIDE / 2, y), line, size, INK, anchor="m")
    return picture


def _fitted(board: Picture, wide: int, high: int) -> Picture:
    share = min(wide / board.width, high / board.height)
    return scaled(board.convert("RGB"), (round(board.width * share), round(board.height * share)))


def _head(picture: Picture, poster: Poster) -> None:
    """The game and its table, and who won."""
    draw = ImageDraw.Draw(picture)
    teller = poster.board.teller
    write(draw, (EDGE, 46), teller.told(poster.title), HEAD, PALE)
    write(draw, (WIDE - EDGE, 46), teller.told(poster.number), HEAD, PALE, anchor="r")
    told, size = fit(teller.told(poster.result), WIDE - 2 * EDGE - 84, RESULT, READABLE)
    put(picture, wreath(72), (EDGE + 36, 116))
    write(draw, (EDGE + 84, 116), told, size, INK)


def _table(picture: Picture, poster: Poster, top: float) -> None:
    """A row for each seat, a column for each kind of points and for all of them."""
    draw_sheet(picture, (EDGE, round(top), WIDE - 2 * EDGE, TITLES + ROW * len(poster.seats)))
    told = poster.board.teller.told
    kinds = tuple(map(told, poster.kinds))
    draw, (left, *columns) = ImageDraw.Draw(picture), _columns(kinds)
    for title, x in zip(kinds, columns, strict=False):
        write(draw, (x, top + TITLES / 2 + 4), title, READABLE, PALE, anchor="m")
    for number, line in enumerate(poster.seats):
        y = top + TITLES + ROW * (number + 0.5) - 4
        draw.line((EDGE + 20, y - ROW / 2, WIDE - EDGE - 20, y - ROW / 2), SAND, 2)
        if line.place == 1:
            put(picture, laurel(60), (EDGE + 50, y))
        write(draw, (EDGE + 50, y), literal(line.place), FACT, INK, anchor="m")
        name, size = fit(told(line.name), round(left) - EDGE - 96, NAME, READABLE)
        write(draw, (EDGE + 90, y), name, size, INK)
        for points, x in zip(line.kinds, columns, strict=False):
            write(draw, (x, y), literal(points), FACT, PALE, anchor="m")
        write(draw, (columns[-1], y), literal(line.points), POINTS, INK, anchor="m")


def _columns(kinds: Sequence[Words]) -> list[float]:
    """Where the columns begin, and the middle of each; that of all points comes last."""
    wide = [*(max(width(title, READABLE), DIGITS) for title in kinds), DIGITS]
    left = WIDE - EDGE - GAP - sum(wide) - GAP * len(kinds)
    return [left, *(left + sum(wide[:number]) + GAP * number + each / 2 for number, each in enumerate(wide))]
