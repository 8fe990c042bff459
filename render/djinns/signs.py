"""What lies over the ring: what is on offer, what is chosen, and the last move."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import hypot

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, Point, arrowhead, heading, put, smooth, sprite
from render.djinns.places import CENTRE, SHORE, SPOTS, TRAIL_STEPS, inner_at, number_at, outward
from render.fonts import width, write
from render.palette import CREAM, GOLD, INK, Ink, mix
from render.signs import burst
from render.sketch import Mark
from rules.djinns.parts import SPACES
from rules.djinns.state import State
from rules.djinns.story import Lifted, Tower
from rules.game import Event

RING = (122, 92)  # of a space on offer
STRIDE = 24  # pixels from dot to dot
LEAD = 40  # pixels that a trail runs straight at its target


@sprites.keep
def hoop(inner: Ink, outer: Ink, thick: int) -> Picture:
    """An oval ring around a stone, in two colours so that it shows on every ground."""
    wide, high = RING
    middle = (wide / 2, high / 2)

    def paint(brush: Brush) -> None:
        brush.hoop(middle, wide / 2, high / 2, outer, thick + 5)
        brush.hoop(middle, wide / 2 - 2.5, high / 2 - 2.5, inner, thick)

    return sprite(wide, high, paint)


def ring_spaces(picture: Picture, offered: Iterable[int], chosen: int | None) -> None:
    """Rings under the stacks: golden for what is on offer, dark for what was chosen."""
    for space in offered:
        put(picture, hoop(GOLD, INK, 6), SPOTS[space])
    if chosen is not None:
        put(picture, hoop(INK, CREAM, 9), SPOTS[chosen])


@sprites.keep
def badge(text: str, fill: Ink, ink: Ink) -> Picture:
    """A number on a pill."""
    wide = round(max(46, width(text, 30) + 22))

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, 39), 20, INK)
        brush.block((3, 3, wide - 4, 36), 17, fill)

    piece = sprite(wide, 40, paint)
    write(ImageDraw.Draw(piece), (wide / 2, 20), text, 30, ink, anchor="m")
    return piece


@sprites.keep
def numeral(text: str) -> Picture:
    """A space's number, with a pale rim."""
    piece = sprite(52, 40, lambda brush: None)
    write(ImageDraw.Draw(piece), (26, 20), text, 28, mix(INK, CREAM, 0.15), anchor="m", halo=CREAM, thick=3)
    return piece


def number_spaces(picture: Picture, state: State, offered: frozenset[int], chosen: int | None) -> None:
    """All numbers; on offer in gold, chosen in ink."""
    for space, stack in enumerate(state.ring):
        text = str(space + 1)
        piece = numeral(text)
        if space == chosen:
            piece = badge(text, INK, CREAM)
        elif space in offered:
            piece = badge(text, GOLD, INK)
        put(picture, piece, number_at(space, len(stack)))


@sprites.keep
def dot() -> Picture:
    """A step of the trail."""

    def paint(brush: Brush) -> None:
        brush.disc((8, 8), 8, 8, CREAM)
        brush.disc((8, 8), 5.5, 5.5, INK)

    return sprite(16, 16, paint)


@lru_cache(maxsize=256)
def path(start: Point, end: Point, spaces: tuple[int, int], way: str) -> tuple[Point, ...]:
    """Evenly spaced points of a curve along the shore between two points."""
    count = len(SHORE)
    first, final = map(_nearest, spaces)
    ahead = (final - first) % count
    step = 1 if way == "clockwise" else -1
    length = ahead if step == 1 else count - ahead
    between = range(TRAIL_STEPS, length - TRAIL_STEPS + 1, TRAIL_STEPS) if length > TRAIL_STEPS else ()
    bends = [SHORE[(first + step * i) % count] for i in between] or [_mid(start, end)]
    away = outward(spaces[1])
    stops = [start, start, *bends, (end[0] - LEAD * away[0], end[1] - LEAD * away[1]), end, end]
    curve = smooth(stops, 24)[24 : 24 * (len(stops) - 2)]
    dots = [curve[0]]
    for point in curve:
        if hypot(point[0] - dots[-1][0], point[1] - dots[-1][1]) >= STRIDE:
            dots.append(point)
    return tuple(dots)


def _mid(start: Point, end: Point) -> Point:
    """Halfway, drawn a little towards the middle of the lake."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    return x + (CENTRE[0] - x) * 0.06, y + (CENTRE[1] - y) * 0.08


def _nearest(space: int) -> int:
    x, y = SPOTS[space]
    return min(range(len(SHORE)), key=lambda i: (SHORE[i][0] - x) ** 2 + (SHORE[i][1] - y) ** 2)


def _lifts(last: tuple[Event, ...]) -> list[Lifted]:
    """The moves among events."""
    return [event.data for event in last if isinstance(event.data, Lifted)]


def draw_rings(picture: Picture, last: tuple[Event, ...]) -> None:
    """Rings under the stacks at both ends of the last move."""
    for lift in _lifts(last):
        for space in (lift.space, lift.target):
            put(picture, hoop(CREAM, INK, 6), SPOTS[space])


def draw_trail(picture: Picture, state: State, last: tuple[Event, ...]) -> None:
    """Dots along the shore from where domes were lifted to where they landed; and a star where a tower left."""
    for event in last:
        if isinstance(event.data, Tower):
            put(picture, star(), SPOTS[event.data.space])
    for lift in _lifts(last):
        start, end = lift.space, lift.target
        tail, tip = (inner_at(space, len(state.ring[space]), 30) for space in (start, end))
        dots = path(tail, tip, (start, end), lift.way)
        for point in dots[:-2]:
            put(picture, dot(), point)
        angle = round(heading((0, 0), outward(end)) / 15) * 15
        put(picture, arrowhead(INK, CREAM, angle, 50), tip)


@sprites.keep
def star() -> Picture:
    """Where a dream tower stood."""

    def paint(brush: Brush) -> None:
        burst(brush, 64, GOLD)
        brush.disc((32, 32), 8, 8, CREAM)

    return sprite(64, 64, paint)


def draw_offers(picture: Picture, state: State, marks: tuple[Mark, ...], chosen: int | None) -> None:
    """Pills beside each target: how many domes may land there, and the points."""
    pills: dict[int, int] = {}
    for mark in marks:
        space = place(mark.at)
        if space is not None and chosen is not None:
            away, above = outward(space), pills.setdefault(space, 0)
            piece = offer(mark.key.partition("-")[0], mark.note, mark.star)
            gap = 40 if abs(away[0]) <= 0.6 else piece.width / 2 + 4
            x, y = inner_at(space, len(state.ring[space]), gap)
            put(picture, piece, (x, y - 54 * above if away[1] > -0.6 else y + 54 * above))
            pills[space] += 1


def place(at: str) -> int | None:
    """The space that a mark is on, counted from 0."""
    return int(at) - 1 if at.isdecimal() and 1 <= int(at) <= SPACES else None


@sprites.keep
def offer(count: str, note: str, star: bool) -> Picture:
    """A target's pill: how many domes, and the points."""
    text = f"{count} {'dome' if count == '1' else 'domes'} {note}{' ★' if star else ''}".strip()
    wide = round(width(text, 40)) + 40

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, 51), 25, INK)
        brush.block((3, 3, wide - 4, 48), 22, GOLD)

    piece = sprite(wide, 52, paint)
    write(ImageDraw.Draw(piece), (20, 26), text, 40, INK)
    return piece
