"""Draw a seat's tiles by kind: their points, the points with one more, and the progress of each set."""

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

LINE_HEIGHT_PX, LINE_WIDTH_PX = 50, 467
FONT_PX = 28
NAME_X, POINTS_X, ARROW_X, NEXT_X, REST_X = 54, 272, 290, 342, 362  # pixels from a line's left end
PALE_INK = mix(INK, EARTH, 0.4)


def height(view: View, seat: Seat, wide: int) -> int:
    """Return the height in pixels that a seat's tiles take in a box of this width."""
    shown = _shown(view, seat)
    return LINE_HEIGHT_PX * -(-shown // _across(wide)) + (24 if shown else 0)


def _shown(view: View, seat: Seat) -> int:
    return len(lines(view.known[seat])) + bool(view.fives[seat])


def _across(wide: int) -> int:
    return wide // LINE_WIDTH_PX


def draw(picture: Picture, view: View, seat: Seat, teller: Teller, box: Box) -> None:
    """Draw the tiles in columns; an eye marks those that only their owner knows. Points instead of tiles come last."""
    left, top, wide, _ = box
    shown = _shown(view, seat)
    if not shown:
        return
    ImageDraw.Draw(picture).line((left, top + 8, left + wide, top + 8), mix(PAPER, EARTH, 0.6), 3)
    secret = frozenset[str]() if view.over else frozenset(view.hidden[seat])
    counts = Counter(view.known[seat])
    across = _across(wide)
    rows, step = -(-shown // across), (wide - LINE_WIDTH_PX) // max(1, across - 1)
    spots = [(left + i // rows * step, top + 24 + i % rows * LINE_HEIGHT_PX + LINE_HEIGHT_PX // 2) for i in range(shown)]
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
    name, _ = fit(name, POINTS_X - NAME_X - round(width(literal(line.points), 34)) - (44 if secret else 8), FONT_PX, FONT_PX)
    write(draw, (x + NAME_X, y), name, FONT_PX, INK)
    if secret:
        put(picture, eye(28), (x + NAME_X + width(name, FONT_PX) + 18, y))
    write(draw, (x + POINTS_X, y), literal(line.points), 34, INK, anchor="r")


def _next(picture: Picture, tile: str, ahead: Next, teller: Teller, at: tuple[int, int]) -> None:
    """Write the points with one more tile; for a person, the number of its series that brings them."""
    x, y = at
    draw = ImageDraw.Draw(picture)
    write(draw, (x + ARROW_X, y), literal("→"), FONT_PX, PALE_INK, anchor="m")
    write(draw, (x + NEXT_X, y), literal(ahead.points), FONT_PX, PALE_INK, anchor="r")
    if tile in PERSONS:
        text = teller.told(say("with {number}", number=ahead.company))
        write(draw, (x + REST_X, y), text, FONT_PX, PALE_INK)
        put(picture, icon(PERSONS[tile].series, 30), (x + REST_X + width(text, FONT_PX) + 17, y))


def _sets(picture: Picture, line: Line, teller: Teller, at: tuple[int, int], *, whole: bool) -> None:
    """Draw a tick for each full set, or for a person that cannot bring more; and the progress of the next set."""
    full = SERIES[line.tile].full if line.tile in SERIES else 0
    sets, left = divmod(line.number, full) if full else (int(whole), 0)
    for i in range(sets):
        put(picture, tick(30), (at[0] + REST_X + 15 + 38 * i, at[1]))
    if left:
        text = teller.told(say("{number} of {whole}", number=left, whole=full))
        write(ImageDraw.Draw(picture), (at[0] + REST_X + 38 * sets, at[1]), text, FONT_PX, PALE_INK)


def _fives(picture: Picture, fives: int, teller: Teller, at: tuple[int, int]) -> None:
    draw = ImageDraw.Draw(picture)
    x, y = at
    write(draw, (x, y), teller.told(say("instead of tiles")), FONT_PX, INK)
    write(draw, (x + POINTS_X, y), literal(FIVE * fives), 34, INK, anchor="r")
    write(draw, (x + REST_X, y), literal(f"{fives} × {FIVE}"), FONT_PX, PALE_INK)


@sprites.keep
def tick(size: int) -> Picture:
    """Return the sign of a full set."""

    def paint(brush: Brush) -> None:
        brush.disc((size / 2, size / 2), size / 2, size / 2, mix(LEAF, INK, 0.35))
        brush.line([(size * 0.27, size * 0.52), (size * 0.44, size * 0.7), (size * 0.74, size * 0.32)], CREAM, size * 0.12)

    return sprite(size, size, paint)
