"""Draw the poster of a finished game: the last board, a table of points by kind, and the best turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from render import colours, medal_of, paint_final
from render.canvas import Picture, put, quantized, scaled
from render.fonts import fit, width, write
from render.layout import draw_sheet, font_sizes
from render.memory import trim_heap_later
from render.palette import Theme
from render.paragraph import paragraph
from render.png import encode
from render.signs import laurel
from render.sketch import Sketch
from render.writing import Words, literal
from rules.game import Seat
from rules.text import Text

WIDE, MAX_HEIGHT_PX, MIN_HEIGHT_PX = 1080, 1350, 1080  # from 4:5 to square
EDGE = 36  # pixels of the margin
BOARD_EDGE, BOARD_GAP = 12, 16  # pixels beside the board, and above and below it
SIZES = font_sizes(WIDE)
BEST_SPACING = 1.25  # in font sizes
HEAD_PX, TITLES_PX = 62, 50  # heights of the head, and of the columns' titles
LINE_PX, ROW_PADDING_PX = 40, 18  # of a seat's row: height of a line, and pixels above and below all of them
PLACE_X, MEDAL_X, MEDAL_PX = EDGE + 44, EDGE + 86, 50  # the middle of the place, the left end of the medal, and its height
MIN_COLUMN_PX, COLUMN_GAP_PX = 76, 24


class Line(NamedTuple):
    """A seat's row: place from 1, seat, name, a note such as ``stand-in``, points by kind, and total."""

    place: int
    seat: Seat
    name: Text
    note: Text | None
    kinds: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Poster:
    """The content of a poster. The teller of ``board`` translates it. ``seats`` are in the order of their places.

    :param length: turns and time.
    :param best: the best turn, if the game can be replayed.
    :param decided: the game was played to its end, so the first seats have won.
    """

    board: Sketch
    title: Text
    number: Text
    decided: bool
    kinds: tuple[Text, ...]
    seats: tuple[Line, ...]
    length: Text
    best: Text | None

    @property
    def theme(self) -> Theme:
        """Return the colours of the background and of the words on it."""
        return self.board.teller.theme


class Row(NamedTuple):
    """The layout of a seat's row: the number of lines, and the line of the points. The name is on line 0, the note on line 1."""

    lines: int
    points: float

    @property
    def high(self) -> int:
        return LINE_PX * self.lines + ROW_PADDING_PX


class Table(NamedTuple):
    """The layout of the table: left end and font size of names, left end of the points, middle of each column, and the rows."""

    left: int
    size: int
    right: int
    columns: Sequence[float]
    rows: Sequence[Row]

    @property
    def high(self) -> int:
        return TITLES_PX + sum(row.high for row in self.rows)

    @property
    def name_room(self) -> int:
        """Return the pixels for a name above its points."""
        return round(self.columns[-1] - MIN_COLUMN_PX / 2 - COLUMN_GAP_PX) - self.left


def drawn(poster: Poster) -> bytes:
    """Return the poster as a PNG, 1080 pixels wide and between square and 4:5, at most 250 kB."""
    trim_heap_later()
    return encode(quantized(paint_poster(poster), colours(poster.board.game, poster.theme)))


def paint_poster(poster: Poster) -> Picture:
    """Return the poster as an image in full colour, before it is encoded."""
    best = () if poster.best is None else (poster.board.teller.told(poster.best),)
    told, size = paragraph(best, WIDE - 2 * EDGE, 2, SIZES.small, SIZES.tiny)
    table = _arranged(poster)
    below = table.high + BOARD_GAP + round(len(told) * size * BEST_SPACING) + BOARD_GAP
    board = _fitted(poster.board, WIDE - 2 * BOARD_EDGE, MAX_HEIGHT_PX - HEAD_PX - BOARD_GAP - below)
    high = max(MIN_HEIGHT_PX, HEAD_PX + board.height + BOARD_GAP + below)
    picture, top = Image.new("RGB", (WIDE, high), poster.theme.ground), high - below
    _head(picture, poster)
    picture.paste(board, ((WIDE - board.width) // 2, (HEAD_PX + top - BOARD_GAP - board.height) // 2))
    _draw_table(picture, poster, table, top)
    for number, line in enumerate(told):
        y = top + table.high + BOARD_GAP + (number + 0.5) * size * BEST_SPACING
        write(ImageDraw.Draw(picture), (WIDE / 2, y), line, size, poster.theme.text, anchor="m")
    return picture


def _fitted(sketch: Sketch, wide: int, high: int) -> Picture:
    """Return the board without its margins, as large as it fits."""
    board = paint_final(sketch, wide / high).convert("RGB")
    board = board.crop(ImageChops.difference(board, Image.new("RGB", board.size, sketch.teller.theme.ground)).getbbox())
    share = min(wide / board.width, high / board.height)
    return scaled(board, (round(board.width * share), round(board.height * share)))


def _head(picture: Picture, poster: Poster) -> None:
    """Write the game and its length."""
    draw, told, pale = ImageDraw.Draw(picture), poster.board.teller.told, poster.theme.pale
    title = told(poster.title)
    write(draw, (EDGE, HEAD_PX / 2 + 2), title, SIZES.small, pale)
    room = WIDE - 2 * EDGE - 40 - round(width(title, SIZES.small))
    write(draw, (WIDE - EDGE, HEAD_PX / 2 + 2), *fit(told(poster.length), room, SIZES.small, SIZES.tiny), pale, anchor="r")


def _arranged(poster: Poster) -> Table:
    """Return the layout of the table. All names have one size; a name that is too long stands above its points."""
    told = poster.board.teller.told
    right, *columns = _columns(tuple(map(told, poster.kinds)))
    medals = max((medal.width + 14 for line in poster.seats if (medal := _medal(poster, line))), default=0)
    table = Table(MEDAL_X + medals, SIZES.text, round(right), columns, ())
    names, beside = [told(line.name) for line in poster.seats], table.right - table.left
    size = min(fit(name, beside, SIZES.text, SIZES.tiny)[1] for name in names)
    if size < SIZES.small:
        size = min(fit(name, table.name_room, SIZES.small, SIZES.tiny)[1] for name in names)
    notes = (width(told(line.note), SIZES.tiny) if line.note else 0 for line in poster.seats)
    rows = (_row(width(name, size) <= beside, note, beside) for name, note in zip(names, notes, strict=True))
    return table._replace(size=size, rows=tuple(rows))


def _row(fits: bool, note: float, beside: int) -> Row:
    """Return the layout of a row.

    :param fits: the name has room beside the points.
    :param note: the width of the note, 0 if there is none; ``beside`` is its room beside the points.
    """
    lines = 2 if note else 1
    if fits:
        return Row(lines, (lines - 1) / 2 if note <= beside else 0)
    return Row(2, 1) if note <= beside else Row(3, 2)


def _medal(poster: Poster, line: Line) -> Picture | None:
    return medal_of(poster.board.game, poster.board.view, line.seat, MEDAL_PX)


def _draw_table(picture: Picture, poster: Poster, table: Table, top: int) -> None:
    """Draw a row for each seat, with a column for each kind of points and for the total."""
    draw_sheet(picture, (EDGE, top, WIDE - 2 * EDGE, table.high), poster.theme)
    draw, told, y = ImageDraw.Draw(picture), poster.board.teller.told, top + TITLES_PX / 2 + 2
    number = told(poster.number)
    if EDGE + 24 + width(number, SIZES.tiny) < table.right:
        write(draw, (EDGE + 24, y), number, SIZES.tiny, poster.theme.pale)
    for title, x in zip(map(told, poster.kinds), table.columns, strict=False):
        write(draw, (x, y), title, SIZES.tiny, poster.theme.pale, anchor="m")
    above = top + TITLES_PX
    for line, row in zip(poster.seats, table.rows, strict=True):
        draw.line((EDGE + 20, above, WIDE - EDGE - 20, above), poster.theme.rule, 2)
        _draw_seat(picture, poster, line, table, row, above)
        above += row.high


def _draw_seat(picture: Picture, poster: Poster, line: Line, table: Table, row: Row, top: int) -> None:
    """Draw a seat's place, medal, name, note and points."""
    draw, told, middle = ImageDraw.Draw(picture), poster.board.teller.told, top + row.high / 2
    text, pale = poster.theme.text, poster.theme.pale
    if line.place == 1 and poster.decided:
        put(picture, laurel(58), (PLACE_X, middle))
    write(draw, (PLACE_X, middle), literal(line.place), SIZES.small, text, anchor="m")
    if medal := _medal(poster, line):
        put(picture, medal, (MEDAL_X + medal.width / 2, middle))
    first = top + ROW_PADDING_PX / 2 + LINE_PX / 2  # the middle of line 0
    write(draw, (table.left, first), *fit(told(line.name), table.name_room, table.size, table.size), text)
    if line.note:
        note = fit(told(line.note), table.name_room, SIZES.tiny, SIZES.tiny)
        write(draw, (table.left, first + LINE_PX), *note, pale)
    for points, x in zip(line.kinds, table.columns, strict=False):
        write(draw, (x, first + LINE_PX * row.points), literal(points), SIZES.small, pale, anchor="m")
    write(draw, (table.columns[-1], middle), literal(line.points), SIZES.large, text, anchor="m")


def _columns(kinds: Sequence[Words]) -> list[float]:
    """Return the left end of the columns, and the middle of each in pixels; the total comes last."""
    wide = [*(max(width(title, SIZES.tiny), MIN_COLUMN_PX) for title in kinds), MIN_COLUMN_PX]
    left = WIDE - EDGE - COLUMN_GAP_PX - sum(wide) - COLUMN_GAP_PX * len(kinds)
    return [left, *(left + sum(wide[:number]) + COLUMN_GAP_PX * number + each / 2 for number, each in enumerate(wide))]
