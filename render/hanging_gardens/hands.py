"""Draw a seat's tiles by kind: their points, the points that one more brings, and full sets."""

from __future__ import annotations

from collections import Counter

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, put, sprite
from render.fonts import fit, width, write
from render.hanging_gardens.icons import eye, icon
from render.hanging_gardens.inks import LEAF_INK
from render.hanging_gardens.places import SIZES
from render.layout import Box
from render.palette import CREAM, EARTH, GOLD, INK, Ink, Theme, mix
from render.signs import pill
from render.teller import Teller
from render.writing import literal
from rules.game import Event, Seat
from rules.hanging_gardens.names import TILE_NAMES, so_many
from rules.hanging_gardens.parts import FIVE, PERSONS, SERIES
from rules.hanging_gardens.score import Line, Next, lines, next_worth
from rules.hanging_gardens.state import View
from rules.hanging_gardens.story import TileTaken
from rules.text import say
from rules.wording import signed

LINE_HEIGHT_PX, LINE_WIDTH_PX = 50, 514
NAME_X, POINTS_X, NEXT_X = 50, 310, 320  # pixels from a line's left end
TICK_PX = 26
NEXT_ICON_PX = 30


def _pale(theme: Theme) -> Ink:
    return mix(theme.text, EARTH, 0.4)


def height(view: View, seat: Seat, wide: int) -> int:
    """Return the height in pixels that a seat's tiles take in a box of this width."""
    shown = _shown(view, seat)
    return LINE_HEIGHT_PX * -(-shown // _across(wide)) + (24 if shown else 0)


def _shown(view: View, seat: Seat) -> int:
    return len(lines(view.known[seat])) + bool(view.fives[seat])


def _across(wide: int) -> int:
    return wide // LINE_WIDTH_PX


def draw(picture: Picture, view: View, seat: Seat, teller: Teller, box: Box, last: tuple[Event, ...] = ()) -> None:
    """Draw the tiles in columns; an eye marks those that only their owner knows. Points instead of tiles come last.

    :param last: the events of the last move; the tile that the seat took in it is on gold.
    """
    left, top, wide, _ = box
    shown = _shown(view, seat)
    if not shown:
        return
    ImageDraw.Draw(picture).line((left, top + 8, left + wide, top + 8), teller.theme.line, 3)
    secret = frozenset[str]() if view.over else frozenset(view.hidden[seat])
    fresh = {event.data.tile for event in last if isinstance(event.data, TileTaken) and event.data.seat == seat}
    counts = Counter(view.known[seat])
    across = _across(wide)
    rows, step = -(-shown // across), (wide - LINE_WIDTH_PX) // max(1, across - 1)
    spots = [(left + i // rows * step, top + 24 + i % rows * LINE_HEIGHT_PX + LINE_HEIGHT_PX // 2) for i in range(shown)]
    for line, at in zip(lines(view.known[seat]), spots, strict=False):
        if line.tile in fresh:
            put(picture, _gleam(teller.theme), (at[0] + POINTS_X / 2, at[1]))
        _line(picture, line, teller, at, secret=line.tile in secret)
        ahead = next_worth(line.tile, counts)
        if ahead and not view.over:
            _next(picture, line, ahead, teller, at)
        _ticks(picture, line, at, whole=ahead is None)
    if view.fives[seat]:
        _fives(picture, view.fives[seat], teller, spots[-1])


@sprites.keep
def _gleam(theme: Theme) -> Picture:
    """Return the golden ground of a tile just taken."""
    wide, high = POINTS_X + 16, LINE_HEIGHT_PX
    return sprite(wide, high, lambda brush: brush.block((0, 0, wide - 1, high - 1), 14, mix(theme.ground, GOLD, 0.45)))


def _line(picture: Picture, line: Line, teller: Teller, at: tuple[int, int], *, secret: bool) -> None:
    x, y = at
    draw, ink = ImageDraw.Draw(picture), teller.theme.text
    name = teller.told(so_many(TILE_NAMES[line.tile], line.number))
    put(picture, icon(line.tile, 44), (x + 22, y))
    name, _ = fit(name, POINTS_X - NAME_X - _points(line.points).width - (44 if secret else 8), SIZES.tiny, SIZES.tiny)
    write(draw, (x + NAME_X, y), name, SIZES.tiny, ink)
    if secret:
        put(picture, eye(28), (x + NAME_X + width(name, SIZES.tiny) + 18, y))
    points = _points(line.points)
    put(picture, points, (x + POINTS_X - points.width / 2, y))


def _points(points: int) -> Picture:
    return pill(literal(points), SIZES.small, CREAM)


def _next(picture: Picture, line: Line, ahead: Next, teller: Teller, at: tuple[int, int]) -> None:
    """Write what one more tile of the series brings; for a person, the number of its series that brings it."""
    more, draw, (x, y) = literal(signed(ahead.points - line.points)), ImageDraw.Draw(picture), at
    if line.tile in PERSONS:
        text = teller.told(say("{points} with {number}", points=more, number=ahead.company))
        series, end = PERSONS[line.tile].series, ""
    else:
        text, series, end = teller.told(say("next:")), line.tile, more
    write(draw, (x + NEXT_X, y), text, SIZES.tiny, _pale(teller.theme))
    right = x + NEXT_X + width(text, SIZES.tiny) + 4
    put(picture, icon(series, NEXT_ICON_PX), (right + NEXT_ICON_PX / 2, y))
    write(draw, (right + NEXT_ICON_PX + 4, y), literal(end), SIZES.tiny, _pale(teller.theme))


def _ticks(picture: Picture, line: Line, at: tuple[int, int], *, whole: bool) -> None:
    """Draw a tick for each full set, or for a person that cannot bring more."""
    sets = line.number // SERIES[line.tile].full if line.tile in SERIES else int(whole)
    for i in range(sets):
        put(picture, tick(TICK_PX), (at[0] + LINE_WIDTH_PX - TICK_PX / 2 - (TICK_PX + 4) * i, at[1]))


def _fives(picture: Picture, fives: int, teller: Teller, at: tuple[int, int]) -> None:
    draw = ImageDraw.Draw(picture)
    x, y = at
    write(draw, (x, y), teller.told(say("instead of tiles")), SIZES.tiny, teller.theme.text)
    points = _points(FIVE * fives)
    put(picture, points, (x + POINTS_X - points.width / 2, y))
    write(draw, (x + NEXT_X, y), literal(f"{fives} × {FIVE}"), SIZES.tiny, _pale(teller.theme))


@sprites.keep
def tick(size: int) -> Picture:
    """Return the sign of a full set."""

    def paint(brush: Brush) -> None:
        brush.disc((size / 2, size / 2), size / 2, size / 2, mix(LEAF_INK, INK, 0.35))
        brush.line([(size * 0.27, size * 0.52), (size * 0.44, size * 0.7), (size * 0.74, size * 0.32)], CREAM, size * 0.12)

    return sprite(size, size, paint)
