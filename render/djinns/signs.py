"""Draw signs over the ring: options, the chosen space, and the last move."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import dist

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, Point, arrowhead, heading, put, smooth, sprite
from render.djinns.places import CENTRE, SHORE, SPOTS, TRAIL_STEPS, beside, inner_at, number_at, outward
from render.fonts import width, write
from render.palette import CREAM, GOLD, INK, SEATS, Ink
from render.signs import burst
from render.sketch import Mark
from render.writing import Words, literal
from rules.djinns.parts import SPACES
from rules.djinns.state import State
from rules.djinns.story import Lifted, Tower
from rules.game import Event

HOOP_SIZE_PX = (106, 80)
DOT_STEP_PX = 24  # from dot to dot of a trail
STRAIGHT_END_PX = 28  # of a trail, in front of its target
TRAIL_GAP_PX, ARROW_PX = 20, 46  # from a stack to its trail; width of the arrow at its end


@sprites.keep
def hoop(inner: Ink, outer: Ink, thick: int) -> Picture:
    """Return an oval ring around a stone, in two colours so that it shows on every ground."""
    wide, high = HOOP_SIZE_PX
    middle = (wide / 2, high / 2)

    def paint(brush: Brush) -> None:
        brush.hoop(middle, wide / 2, high / 2, outer, thick + 5)
        brush.hoop(middle, wide / 2 - 2.5, high / 2 - 2.5, inner, thick)

    return sprite(wide, high, paint)


def ring_spaces(picture: Picture, offered: Iterable[int], chosen: int | None) -> None:
    """Draw rings under the stacks: golden for spaces on offer, dark for the chosen one."""
    for space in offered:
        put(picture, hoop(GOLD, INK, 6), SPOTS[space])
    if chosen is not None:
        put(picture, hoop(INK, CREAM, 9), SPOTS[chosen])


@sprites.keep
def badge(text: Words, fill: Ink, ink: Ink) -> Picture:
    """Return a number on a pill, 44 pixels high."""
    wide = round(max(52, width(text, 36) + 22))

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, 43), 21, INK)
        brush.block((3, 3, wide - 4, 40), 18, fill)

    piece = sprite(wide, 44, paint)
    write(ImageDraw.Draw(piece), (wide / 2, 22), text, 36, ink, anchor="m")
    return piece


def number_spaces(picture: Picture, marks: tuple[Mark, ...], chosen: int | None) -> None:
    """Draw the numbers of spaces on offer in gold, with a star if a tower is completed; the chosen one in ink."""
    starred = {mark.at for mark in marks if mark.star}
    for at in dict.fromkeys(mark.at for mark in marks):
        space = space_of(at)
        if space is not None:
            x, y = number_at(space)
            put(picture, badge(literal(at), GOLD, INK), (x, y))
            if at in starred and chosen is None:
                put(picture, star(44), (x + 40, y - 6) if not beside(space) else (x, y - 38))
    if chosen is not None:
        put(picture, badge(literal(chosen + 1), INK, CREAM), number_at(chosen))


@sprites.keep
def dot(colour: str) -> Picture:
    """Return a dot of the trail of a colour."""

    def paint(brush: Brush) -> None:
        brush.disc((10, 10), 10, 10, CREAM)
        brush.disc((10, 10), 8.5, 8.5, INK)
        brush.disc((10, 10), 6, 6, SEATS[colour])

    return sprite(20, 20, paint)


@lru_cache(maxsize=256)
def trail_dots(start: Point, end: Point, spaces: tuple[int, int], way: str) -> tuple[Point, ...]:
    """Return evenly spaced points of a curve along the shore between two points.

    :param spaces: the spaces that the points belong to.
    :param way: ``clockwise``, or else the other way around.
    """
    count = len(SHORE)
    first, final = map(_nearest, spaces)
    ahead = (final - first) % count
    step = 1 if way == "clockwise" else -1
    length = ahead if step == 1 else count - ahead
    between = range(TRAIL_STEPS, length - TRAIL_STEPS + 1, TRAIL_STEPS) if length > TRAIL_STEPS else ()
    bends = [SHORE[(first + step * i) % count] for i in between] or [_mid(start, end)]
    away = outward(spaces[1])
    stops = [start, start, *bends, (end[0] - STRAIGHT_END_PX * away[0], end[1] - STRAIGHT_END_PX * away[1]), end, end]
    curve = smooth(stops, 24)[24 : 24 * (len(stops) - 2)]
    dots = [curve[0]]
    for point in curve:
        if dist(point, dots[-1]) >= DOT_STEP_PX:
            dots.append(point)
    return tuple(point for point in dots if dist(point, end) >= ARROW_PX * 0.6)


def _mid(start: Point, end: Point) -> Point:
    """Return the point halfway, drawn a little towards the middle of the lake."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    return x + (CENTRE[0] - x) * 0.06, y + (CENTRE[1] - y) * 0.08


def _nearest(space: int) -> int:
    x, y = SPOTS[space]
    return min(range(len(SHORE)), key=lambda i: (SHORE[i][0] - x) ** 2 + (SHORE[i][1] - y) ** 2)


def _lifts(last: tuple[Event, ...]) -> list[Lifted]:
    """Return the moves among events."""
    return [event.data for event in last if isinstance(event.data, Lifted)]


def draw_rings(picture: Picture, last: tuple[Event, ...]) -> None:
    """Draw rings under the stacks at both ends of the last move."""
    for lift in _lifts(last):
        for space in (lift.space, lift.target):
            put(picture, hoop(CREAM, INK, 6), SPOTS[space])


def draw_trail(picture: Picture, state: State, last: tuple[Event, ...]) -> None:
    """Draw dots along the shore from source to target of the last move, and a star on each space that lost a tower."""
    for event in last:
        if isinstance(event.data, Tower):
            put(picture, star(64), SPOTS[event.data.space])
    for lift in _lifts(last):
        start, end, colour = lift.space, lift.target, lift.domes[-1].colour
        tail, tip = (inner_at(space, len(state.ring[space]), TRAIL_GAP_PX) for space in (start, end))
        for point in trail_dots(tail, tip, (start, end), lift.way):
            put(picture, dot(colour), point)
        angle = round(heading((0, 0), outward(end)) / 15) * 15
        put(picture, arrowhead(SEATS[colour], INK, angle, ARROW_PX), tip)


@sprites.keep
def star(size: int) -> Picture:
    """Return the star of a dream tower, ``size`` pixels wide: on its space, or on an option that completes it."""

    def paint(brush: Brush) -> None:
        burst(brush, size, GOLD)
        brush.disc((size / 2, size / 2), size / 8, size / 8, CREAM)

    return sprite(size, size, paint)


def space_of(at: str) -> int | None:
    """Return the space of a mark, counted from 0; None if it is on no space."""
    return int(at) - 1 if at.isdecimal() and 1 <= int(at) <= SPACES else None


@sprites.keep
def bright_star() -> Picture:
    """Return a star in colours that are visible on a golden ground."""
    return sprite(40, 40, lambda brush: burst(brush, 40, CREAM))
