"""Draw the top of a leaderboard: a line for each person, with place, name and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.canvas import Picture, put
from render.fonts import fit, width, write
from render.layout import draw_sheet, font_sizes
from render.memory import trim_heap_later
from render.palette import Theme
from render.png import encode
from render.signs import laurel
from render.teller import Teller, drawn_names
from render.writing import literal
from rules.text import Text, say, verbatim

WIDE, EDGE = 1080, 36  # pixels of the picture, and of its margin
SIZES = font_sizes(WIDE)
HEAD_PX, TITLES_PX, LINE_PX = 72, 50, 66  # heights of the head, of the columns' titles and of a line
PLACE_X, NAME_X = EDGE + 48, EDGE + 104  # the middle of the place, and the left end of the name
COLUMN_GAP_PX, MIN_COLUMN_PX, LAST_PX = 36, 72, 28  # between columns, the least of one, and right of the last one
MAX_BYTES = 150_000  # of the file with ten lines
COLOURS = 64  # of the file: few hues, and the smooth edges of letters
UNNAMED = say("a player")


class Line(NamedTuple):
    """A person's line: place from 1, name, and a number for each column. If the name is empty or `undrawable`: “a player”."""

    place: int
    name: str
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The content of the picture. Its teller translates it; the people of equal names are not told apart.

    :param columns: titles of the numbers. The first one decides the place.
    """

    title: Text
    note: Text
    columns: tuple[Text, ...]
    lines: tuple[Line, ...]
    teller: Teller

    @property
    def theme(self) -> Theme:
        """Return the colours of the background and of the words on it."""
        return self.teller.theme


def undrawable(names: Iterable[str]) -> frozenset[str]:
    """Return those of these names of which no letter can be drawn; it may search the fonts of the machine."""
    return frozenset(name for name in names if not drawn_names((name,))[0])


def drawn(board: Leaderboard) -> bytes:
    """Return the leaderboard as a PNG, 1080 pixels wide; with up to ten lines it has at most `MAX_BYTES`."""
    trim_heap_later()
    return encode(paint_leaderboard(board).quantize(COLOURS, dither=Image.Dither.NONE))


def paint_leaderboard(board: Leaderboard) -> Picture:
    """Return the leaderboard as an image in full colour, before it is encoded."""
    high = TITLES_PX + LINE_PX * len(board.lines)
    picture = Image.new("RGB", (WIDE, HEAD_PX + high + EDGE), board.theme.ground)
    draw_sheet(picture, (EDGE, HEAD_PX, WIDE - 2 * EDGE, high), board.theme)
    _head(picture, board)  # after the sheet, whose shadow reaches into the head
    draw, told, ends = ImageDraw.Draw(picture), board.teller.told, _column_ends(board)
    for title, x in zip(board.columns, ends, strict=True):
        write(draw, (x, HEAD_PX + TITLES_PX / 2 + 2), told(title), SIZES.tiny, board.theme.pale, anchor="r")
    for number, line in enumerate(board.lines):
        _draw_line(picture, board, line, ends, HEAD_PX + TITLES_PX + LINE_PX * number)
    return picture


def _head(picture: Picture, board: Leaderboard) -> None:
    """Write the title and the note."""
    draw, told = ImageDraw.Draw(picture), board.teller.told
    title, size = fit(told(board.title), round(WIDE * 0.6), SIZES.text, SIZES.small)
    write(draw, (EDGE, HEAD_PX / 2 + 2), title, size, board.theme.text)
    room = WIDE - 2 * EDGE - 40 - round(width(title, size))
    write(
        draw, (WIDE - EDGE, HEAD_PX / 2 + 4), *fit(told(board.note), room, SIZES.tiny, SIZES.tiny), board.theme.pale, anchor="r"
    )


def _draw_line(picture: Picture, board: Leaderboard, line: Line, ends: Sequence[float], top: int) -> None:
    """Draw a person's place, name and numbers."""
    draw, theme, y = ImageDraw.Draw(picture), board.theme, top + LINE_PX / 2
    draw.line((EDGE + 20, top, WIDE - EDGE - 20, top), theme.rule, 2)
    if line.place == 1:
        put(picture, laurel(58), (PLACE_X, y))
    write(draw, (PLACE_X, y), literal(line.place), SIZES.small, theme.text, anchor="m")
    left = ends[0] - max(width(literal(each.numbers[0]), SIZES.large) for each in board.lines)
    name, ink = (UNNAMED, theme.pale) if undrawable([line.name]) else (verbatim(line.name), theme.text)
    write(draw, (NAME_X, y), *fit(board.teller.told(name), round(left - COLUMN_GAP_PX - NAME_X), SIZES.text, SIZES.small), ink)
    for number, (text, x) in enumerate(zip(line.numbers, ends, strict=True)):
        size, colour = (SIZES.small, theme.pale) if number else (SIZES.large, theme.text)
        write(draw, (x, y), literal(text), size, colour, anchor="r")


def _column_ends(board: Leaderboard) -> list[float]:
    """Return the right end of each column in pixels."""
    ends, right = list[float](), float(WIDE - EDGE - LAST_PX)
    for number in reversed(range(len(board.columns))):
        size = SIZES.small if number else SIZES.large
        texts = [width(literal(line.numbers[number]), size) for line in board.lines]
        ends.insert(0, right)
        right -= max(MIN_COLUMN_PX, width(board.teller.told(board.columns[number]), SIZES.tiny), *texts) + COLUMN_GAP_PX
    return ends
