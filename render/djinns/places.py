"""Compute the geometry of the ring of spaces around the lake, in pixels.

Spaces count from 0, clockwise; space 0 is right of the middle of the top row.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from math import copysign, cos, dist, hypot, pi, sin

from render.canvas import Point
from render.layout import font_sizes
from rules.djinns.parts import SPACES

WIDE, HIGH = 1080, 1040  # pixels: between square and 5:4, as large as possible on phones and on desks
SIZES = font_sizes(WIDE)
CENTRE = (WIDE / 2, 534)
RADII = (440.0, 424.0)
OVAL_POWER = 2 / 9  # of a superellipse: 1 is an ellipse, less is boxier
COLUMNS, ROWS = 10, 8  # of the grid whose outermost cells are the stones
CORNER_BEND = 0.045  # share of the radius by which corners are drawn in
WATER_Y_PX = (184, 872)  # plates and cards lie between
OVAL_SAMPLES = 1 << 11  # points from which evenly spaced ones are interpolated


def oval(turn: float, inset: float = 0) -> Point:
    """Return a point on the oval of spaces around the lake, in pixels.

    :param turn: 0 is the top, 1 once around clockwise.
    :param inset: pixels towards the lake.
    """
    angle = 2 * pi * turn - pi / 2
    x, y = cos(angle), sin(angle)
    return (
        CENTRE[0] + (RADII[0] - inset) * copysign(abs(x) ** OVAL_POWER, x),
        CENTRE[1] + (RADII[1] - inset) * copysign(abs(y) ** OVAL_POWER, y),
    )


def _evenly(inset: float, count: int) -> tuple[Point, ...]:
    """Return evenly spaced points along the oval, clockwise; the first is half a step right of the top."""
    fine = [oval(i / OVAL_SAMPLES, inset) for i in range(OVAL_SAMPLES + 1)]
    return spread(fine, [(k + 0.5) / count for k in range(count)])


def spread(line: Sequence[Point], shares: Iterable[float]) -> tuple[Point, ...]:
    """Return the points of a line at these shares of its length, 0 to 1."""
    lengths = [*accumulate((dist(*pair) for pair in pairwise(line)), initial=0.0)]
    return tuple(_along(line, lengths, share * lengths[-1]) for share in shares)


def _along(line: Sequence[Point], lengths: Sequence[float], length: float) -> Point:
    """Return the point of a line after ``length`` pixels.

    :param lengths: the length of the line up to each of its points.
    """
    i = min(bisect(lengths, length), len(line) - 1)
    part = (length - lengths[i - 1]) / (lengths[i] - lengths[i - 1])
    (x, y), (u, v) = line[i - 1], line[i]
    return x + (u - x) * part, y + (v - y) * part


TRAIL_STEPS = 8  # dots of a trail from one space to the next
SHORE = _evenly(92, SPACES * TRAIL_STEPS)


def _spot(column: int, row: int) -> Point:
    """Return the middle of a stone: rows are far enough apart that no stack hides the stone above it."""
    u, v = 2 * column / (COLUMNS - 1) - 1, 2 * row / (ROWS - 1) - 1
    return (
        CENTRE[0] + RADII[0] * u * (1 - CORNER_BEND * v**6),
        CENTRE[1] + RADII[1] * v * (1 - CORNER_BEND * u**6),
    )


def _spots() -> tuple[Point, ...]:
    """Return the middles of the stones, clockwise from space 0."""
    right, low = COLUMNS - 1, ROWS - 1
    upper, lower = [(column, 0) for column in range(COLUMNS)], [(column, low) for column in reversed(range(COLUMNS))]
    down, up = [(right, row) for row in range(1, low)], [(0, row) for row in reversed(range(1, low))]
    middle = COLUMNS // 2
    return tuple(_spot(*at) for at in (*upper[middle:], *down, *lower, *up, *upper[:middle]))


SPOTS = _spots()


def outward(space: int) -> Point:
    """Return the direction away from the lake at a space, a vector of length 1."""
    before, after = SPOTS[space - 1], SPOTS[(space + 1) % SPACES]
    x, y = after[0] - before[0], after[1] - before[1]
    return y / hypot(x, y), -x / hypot(x, y)


def beside(space: int) -> bool:
    """Return whether a space is left or right of the lake, and no corner."""
    return abs(outward(space)[1]) <= 0.5


def number_at(space: int) -> Point:
    """Return the middle of a space's number: below the stone, or outside if another stack rises there."""
    x, y = SPOTS[space]
    below = abs(x - CENTRE[0]) < 0.9 * RADII[0] or y > CENTRE[1] + 0.9 * RADII[1]
    return (x, y + 52) if below else (x + copysign(70, x - CENTRE[0]), y - 2)


def on_water(space: int) -> bool:
    """Return whether the number of a space is written on the lake, which has the same colours in all themes."""
    return SPOTS[space][1] < number_at(space)[1] < CENTRE[1]


def inner_at(space: int, floors: int, gap: float) -> Point:
    """Return a point on the lake's side of a stack, ``gap`` pixels away from it."""
    x, y = SPOTS[space]
    away = outward(space)
    if beside(space):
        return x - copysign(46 + gap, away[0]), y - 14
    if away[1] > 0:
        return x - 10 * away[0], y - max(stack_height(floors), 40) - gap
    return x - 10 * away[0], y + 68 + gap


def trail_end(space: int, floors: int, gap: float, side: int) -> Point:
    """Return the end of a trail beside a stack, ``gap`` pixels away from it.

    :param side: 1 if the trail passes the number of a stack in the top row on its right, -1 on its left, 0 below it.
    """
    x, y = SPOTS[space]
    corner = abs(x - CENTRE[0]) > 0.9 * RADII[0]
    if beside(space) or y > CENTRE[1] or not (corner or side):
        return inner_at(space, floors, gap)
    return (
        (x - copysign(30 + gap / 2, x - CENTRE[0]), y + 40 + gap / 2) if corner else (x + side * (38 + gap / 2), y + 30 + gap / 2)
    )


def stack_height(floors: int) -> int:
    """Return the pixels that a stack rises above the middle of its stone."""
    return FLOOR_PX * (floors - 1) + DOME_PX - BASE_DROP_PX if floors else 0


BASE_DROP_PX = 9  # from the middle of a stone down to the base of its stack
FLOOR_PX = 30  # height of a floor below the top
DOME_PX = 47  # height of the top dome
