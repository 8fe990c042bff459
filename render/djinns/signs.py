"""Draw signs over the ring: options, the chosen space, and the last move."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from math import dist
from typing import NamedTuple

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, Point, arrowhead, heading, put, smooth, sprite
from render.djinns.places import CENTRE, SHORE, SIZES, SPOTS, TRAIL_STEPS, beside, number_at, spread, trail_end
from render.fonts import width, write
from render.palette import CREAM, GOLD, INK, SEATS, Ink
from render.signs import burst
from render.sketch import Mark
from render.writing import Words, literal
from rules.djinns.parts import SPACES
from rules.djinns.state import State
from rules.djinns.story import Lifted, Tower
from rules.game import Event

HOOP_SIZE_PX = (100, 76)
DOT_STEP_PX = 24  # from dot to dot of a trail
TAIL_GAP_PX, TIP_GAP_PX = 8, 20  # from a stack to the first dot, and to the middle of the arrow
ARROW_PX = 46  # width of the arrow


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
    wide = round(max(52, width(text, SIZES.small) + 22))

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, 43), 21, INK)
        brush.block((3, 3, wide - 4, 40), 18, fill)

    piece = sprite(wide, 44, paint)
    write(ImageDraw.Draw(piece), (wide / 2, 22), text, SIZES.small, ink, anchor="m")
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


class Trail(NamedTuple):
    """The dots of a move's trail, the tip of its arrow, and the arrow's angle."""

    dots: tuple[Point, ...]
    tip: Point
    angle: float


@lru_cache(maxsize=256)
def trail(spaces: tuple[int, int], floors: tuple[int, int], way: str) -> Trail:
    """Return a curve along the shore from one stack to another.

    :param spaces: where it starts and ends, with the ``floors`` of the stacks there.
    :param way: ``clockwise``, or else the other way around.
    """
    count, step = len(SHORE), 1 if way == "clockwise" else -1
    first, final = map(_nearest, spaces)
    length = (final - first) * step % count
    side = step if length > TRAIL_STEPS * 1.5 else 0
    start = trail_end(spaces[0], floors[0], TAIL_GAP_PX, side)
    tip = trail_end(spaces[1], floors[1], TIP_GAP_PX, -side)
    between = range(TRAIL_STEPS, length - TRAIL_STEPS + 1, TRAIL_STEPS) if length > TRAIL_STEPS * 1.5 else ()
    bends = [SHORE[(first + step * i) % count] for i in between] or [_mid(start, tip)]
    stops = [start, start, *bends, tip, tip]
    curve = smooth(stops, 24)[24 : 24 * (len(stops) - 2)]
    tail = next(n for n, point in enumerate(curve) if dist(point, tip) < ARROW_PX * 0.65)
    line = list(dict.fromkeys(curve[: max(tail, 2)]))
    count = max(1, round(sum(dist(*pair) for pair in pairwise(line)) / DOT_STEP_PX))
    dots = spread(line, [n / count for n in range(count + 1)])
    return Trail(dots, tip, heading(dots[-1], SPOTS[spaces[1]]))


def _mid(start: Point, end: Point) -> Point:
    """Return the point halfway, drawn a little towards the middle of the lake."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    return x + (CENTRE[0] - x) * 0.06, y + (CENTRE[1] - y) * 0.08


def _nearest(space: int) -> int:
    x, y = SPOTS[space]
    return min(range(len(SHORE)), key=lambda i: (SHORE[i][0] - x) ** 2 + (SHORE[i][1] - y) ** 2)


def lifts_in(last: tuple[Event, ...]) -> list[Lifted]:
    """Return the moves among events."""
    return [event.data for event in last if isinstance(event.data, Lifted)]


def draw_rings(picture: Picture, last: tuple[Event, ...]) -> None:
    """Draw rings under the stacks at both ends of the last move."""
    for lift in lifts_in(last):
        for space in (lift.space, lift.target):
            put(picture, hoop(CREAM, INK, 6), SPOTS[space])


def draw_trail(picture: Picture, state: State, last: tuple[Event, ...]) -> None:
    """Draw dots along the shore from source to target of the last move, and a star on each space that lost a tower."""
    for event in last:
        if isinstance(event.data, Tower):
            put(picture, star(64), SPOTS[event.data.space])
    for lift in lifts_in(last):
        spaces, colour = (lift.space, lift.target), colour_of_mover(state, lift)
        dots, tip, angle = trail(spaces, (len(state.ring[lift.space]), len(state.ring[lift.target])), lift.way)
        for point in dots:
            put(picture, dot(colour), point)
        put(picture, arrowhead(SEATS[colour], INK, round(angle / 15) * 15, ARROW_PX), tip)


def draw_moves(picture: Picture, state: State, stories: tuple[tuple[Event, ...], ...]) -> None:
    """Draw several possible moves as trails from source to target, with their numbers from 1."""
    for story in stories:
        draw_rings(picture, story)
    for number, story in enumerate(stories, start=1):
        draw_trail(picture, state, story)
        for lift in lifts_in(story):
            dots = trail((lift.space, lift.target), (len(state.ring[lift.space]), len(state.ring[lift.target])), lift.way).dots
            put(picture, badge(literal(number), GOLD, INK), dots[len(dots) // 2])


def colour_of_mover(state: State, lift: Lifted) -> str:
    """Return the colour of the dome on top or, if that is neutral, of the djinn of the seat that moved."""
    colour, own = lift.domes[-1].colour, state.colours[lift.seat]
    return colour if colour in own else own[0]


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
