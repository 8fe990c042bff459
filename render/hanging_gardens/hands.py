"""A seat's own tiles by kind: how far a set is, what it is worth, and what with one more."""

from __future__ import annotations

from collections import Counter

from PIL import ImageDraw

from render.canvas import Picture, put
from render.fonts import width, write
from render.hanging_gardens.icons import eye, icon
from render.hanging_gardens.places import Box
from render.palette import EARTH, INK, PAPER, mix
from rules.game import Seat
from rules.hanging_gardens.parts import FIVE, SERIES
from rules.hanging_gardens.score import Line, lines, series_worth
from rules.hanging_gardens.state import View

LINE = 50
WIDE = 396  # pixels of a line
FONT = 28
COUNT, POINTS, ARROW, NEXT = 276, 328, 348, WIDE  # where these end in a line
PALE = mix(INK, EARTH, 0.4)


def high(view: View, seat: Seat) -> int:
    """Pixels that a seat's tiles take, in two columns."""
    shown = len(lines(view.known[seat])) + bool(view.fives[seat])
    return LINE * -(-shown // 2) + (24 if shown else 0)


def draw(picture: Picture, view: View, seat: Seat, box: Box) -> None:
    """The tiles in two columns, hidden ones with an eye; fives last."""
    left, top, wide, _ = box
    held = lines(view.known[seat])
    shown = len(held) + bool(view.fives[seat])
    if not shown:
        return
    ImageDraw.Draw(picture).line((left, top + 8, left + wide, top + 8), mix(PAPER, EARTH, 0.6), 3)
    secret = Counter(view.hidden[seat])
    rows = -(-shown // 2)
    spots = [(left + i // rows * (wide - WIDE), top + 24 + i % rows * LINE + LINE // 2) for i in range(shown)]
    for line, at in zip(held, spots, strict=False):
        _line(picture, line, secret[line.tile], at)
    if view.fives[seat]:
        draw = ImageDraw.Draw(picture)
        x, y = spots[-1]
        write(draw, (x + 54, y), f"{view.fives[seat]} × {FIVE}", FONT, INK)
        write(draw, (x + POINTS, y), str(FIVE * view.fives[seat]), 34, INK, anchor="r")


def _line(picture: Picture, line: Line, secret: int, at: tuple[int, int]) -> None:
    draw = ImageDraw.Draw(picture)
    x, y = at
    put(picture, icon(line.tile, 44), (x + 22, y))
    write(draw, (x + 54, y), line.tile, FONT, INK)
    if secret:
        put(picture, eye(30), (x + 54 + width(line.tile, FONT) + 22, y))
    write(draw, (x + POINTS, y), str(line.points), 34, INK, anchor="r")
    if line.tile in SERIES:
        series = SERIES[line.tile]
        write(draw, (x + COUNT, y), f"{line.number} of {series.full}", FONT, PALE, anchor="r")
        if line.number < series.copies:
            write(draw, (x + ARROW, y), "→", FONT, PALE, anchor="m")
            write(draw, (x + NEXT, y), str(series_worth(line.tile, line.number + 1)), FONT, PALE, anchor="r")
