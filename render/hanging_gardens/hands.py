"""A seat's own tiles by kind: what they are worth, what they may become, and how far a set is."""

from __future__ import annotations

from collections import Counter

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, put, sprite
from render.fonts import fit, width, write
from render.hanging_gardens.icons import LEAF, eye, icon
from render.layout import Box
from render.palette import CREAM, EARTH, INK, PAPER, mix
from render.teller import Teller
from render.writing import Words, literal
from rules.game import Seat
from rules.hanging_gardens.names import TILE_NAMES
from rules.hanging_gardens.parts import FIVE, PERSONS, SERIES
from rules.hanging_gardens.score import Line, Next, lines, next_worth
from rules.hanging_gardens.state import View
from rules.text import say

LINE = 50
WIDE = 467  # pixels of a line
FONT = 28
NAME, POINTS, ARROW, NEXT, REST = 54, 272, 290, 342, 362  # where these begin, or end, in a line
PALE = mix(INK, EARTH, 0.4)


def high(view: View, seat: Seat, wide: int) -> int:
    """Pixels that a seat's tiles take in a box so wide."""
    shown = _shown(view, seat)
    return LINE * -(-shown // _across(wide)) + (24 if shown else 0)


def _shown(view: View, seat: Seat) -> int:
    return len(lines(view.known[seat])) + bool(view.fives[seat])


def _across(wide: int) -> int:
    return wide // WIDE


def draw(picture: Picture, view: View, seat: Seat, teller: Teller, box: Box) -> None:
    """The tiles in columns, those that only the seat has seen with an eye; fives last."""
    left, top, wide, _ = box
    shown = _shown(view, seat)
    if not shown:
        return
    ImageDraw.Draw(picture).line((left, top + 8, left + wide, top + 8), mix(PAPER, EARTH, 0.6), 3)
    secret = frozenset[str]() if view.over else frozenset(view.hidden[seat])
    counts = Counter(view.known[seat])
    across = _across(wide)
    rows, step = -(-shown // across), (wide - WIDE) // max(1, across - 1)
    spots = [(left + i // rows * step, top + 24 + i % rows * LINE + LINE // 2) for i in range(shown)]
    for line, at in zip(lines(view.known[seat]), spots, strict=False):
        _line(picture, line, teller.told(TILE_NAMES[line.tile]), at, secret=line.tile in secret)
        ahead = next_worth(line.tile, counts)
        if ahead and not view.over:
            _next(picture, line.tile, ahead, teller, at)
        _sets(picture, line, teller, at, whole=ahead is None)
    if view.fives[seat]:
        _fives(picture, view.fives[seat], teller, spots[-1])


def _line(picture: Picture, line: Line, name: Words, at: tuple[int, int], *, secret: bool) -> None:
    x, y = at
    draw = ImageDraw.Draw(picture)
    put(picture, icon(line.tile, 44), (x + 22, y))
    name, _ = fit(name, POINTS - NAME - round(width(literal(line.points), 34)) - (44 if secret else 8), FONT, FONT)
    write(draw, (x + NAME, y), name, FONT, INK)
    if secret:
        put(picture, eye(28), (x + NAME + width(name, FONT) + 18, y))
    write(draw, (x + POINTS, y), literal(line.points), 34, INK, anchor="r")


def _next(picture: Picture, tile: str, ahead: Next, teller: Teller, at: tuple[int, int]) -> None:
    """What comes next, and with how many of its series if it is a person."""
    x, y = at
    draw = ImageDraw.Draw(picture)
    write(draw, (x + ARROW, y), literal("→"), FONT, PALE, anchor="m")
    write(draw, (x + NEXT, y), literal(ahead.points), FONT, PALE, anchor="r")
    if tile in PERSONS:
        text = teller.told(say("with {number}", number=ahead.company))
        write(draw, (x + REST, y), text, FONT, PALE)
        put(picture, icon(PERSONS[tile].series, 30), (x + REST + width(text, FONT) + 17, y))


def _sets(picture: Picture, line: Line, teller: Teller, at: tuple[int, int], *, whole: bool) -> None:
    """A tick for every full set, or for a person that cannot bring more, and how far the next set is."""
    full = SERIES[line.tile].full if line.tile in SERIES else 0
    sets, left = divmod(line.number, full) if full else (int(whole), 0)
    for i in range(sets):
        put(picture, tick(30), (at[0] + REST + 15 + 38 * i, at[1]))
    if left:
        text = teller.told(say("{number} of {whole}", number=left, whole=full))
        write(ImageDraw.Draw(picture), (at[0] + REST + 38 * sets, at[1]), text, FONT, PALE)


def _fives(picture: Picture, fives: int, teller: Teller, at: tuple[int, int]) -> None:
    draw = ImageDraw.Draw(picture)
    x, y = at
    write(draw, (x, y), teller.told(say("instead of tiles")), FONT, INK)
    write(draw, (x + POINTS, y), literal(FIVE * fives), 34, INK, anchor="r")
    write(draw, (x + REST, y), literal(f"{fives} × {FIVE}"), FONT, PALE)


@sprites.keep
def tick(size: int) -> Picture:
    """The sign of a full set."""

    def paint(brush: Brush) -> None:
        brush.disc((size / 2, size / 2), size / 2, size / 2, mix(LEAF, INK, 0.35))
        brush.line([(size * 0.27, size * 0.52), (size * 0.44, size * 0.7), (size * 0.74, size * 0.32)], CREAM, size * 0.12)

    return sprite(size, size, paint)
