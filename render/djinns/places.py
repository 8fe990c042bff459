"""Where things are: the ring of spaces around the lake, in pixels."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import copysign, cos, dist, hypot, pi, sin

from render.canvas import Point
from render.layout import readable
from rules.djinns.parts import SPACES

WIDE, HIGH = 1080, 1040  # between square and 5:4, so that it is as large as it can be on phones and desks alike
READ = readable(WIDE)  # the smallest font
CENTRE = (WIDE / 2, 534)
RADII = (440.0, 424.0)
POWER = 2 / 9  # of the lake: 1 would be an ellipse, less is boxier
COLUMNS, ROWS = 10, 8  # of stones, which stand around them; the first is right of the middle of the upper row
BEND = 0.045  # by which corners are drawn in
SHORELINE = 240  # from the picture's side to the cards
FINE = 1 << 11  # points between which evenly spaced ones are taken


def oval(turn: float, inset: float = 0) -> Point:
    """A point of the oval; ``turn`` 0 is its top and 1 once around clockwise; ``inset`` pixels towards the lake."""
    angle = 2 * pi * turn - pi / 2
    x, y = cos(angle), sin(angle)
    return (
        CENTRE[0] + (RADII[0] - inset) * copysign(abs(x) ** POWER, x),
        CENTRE[1] + (RADII[1] - inset) * copysign(abs(y) ** POWER, y),
    )


def _evenly(inset: float, count: int) -> tuple[Point, ...]:
    """Evenly spaced points along the oval, clockwise, the first half a step right of the top."""
    fine = [oval(i / FINE, inset) for i in range(FINE + 1)]
    lengths = [*accumulate((dist(*pair) for pair in pairwise(fine)), initial=0.0)]
    step = lengths[-1] / count
    return tuple(_along(fine, lengths, (k + 0.5) * step) for k in range(count))


def _along(line: Sequence[Point], lengths: Sequence[float], length: float) -> Point:
    """Where one is on a line after so many pixels; ``lengths`` are those of its points."""
    i = bisect(lengths, length)
    part = (length - lengths[i - 1]) / (lengths[i] - lengths[i - 1])
    (x, y), (u, v) = line[i - 1], line[i]
    return x + (u - x) * part, y + (v - y) * part


TRAIL_STEPS = 8  # dots of a trail from one space to the next
SHORE = _evenly(92, SPACES * TRAIL_STEPS)


def _spot(column: int, row: int) -> Point:
    """The middle of a stone: far enough below another that no stack hides what lies there."""
    u, v = 2 * column / (COLUMNS - 1) - 1, 2 * row / (ROWS - 1) - 1
    return (
        CENTRE[0] + RADII[0] * u * (1 - BEND * v**6),
        CENTRE[1] + RADII[1] * v * (1 - BEND * u**6),
    )


def _spots() -> tuple[Point, ...]:
    """The stones, clockwise."""
    right, low = COLUMNS - 1, ROWS - 1
    upper, lower = [(column, 0) for column in range(COLUMNS)], [(column, low) for column in reversed(range(COLUMNS))]
    down, up = [(right, row) for row in range(1, low)], [(0, row) for row in reversed(range(1, low))]
    middle = COLUMNS // 2
    return tuple(_spot(*at) for at in (*upper[middle:], *down, *lower, *up, *upper[:middle]))


SPOTS = _spots()


def outward(space: int) -> Point:
    """The direction away from the lake at a space, of length 1."""
    before, after = SPOTS[space - 1], SPOTS[(space + 1) % SPACES]
    x, y = after[0] - before[0], after[1] - before[1]
    return y / hypot(x, y), -x / hypot(x, y)


def beside(space: int) -> bool:
    """Is it left or right of the lake, and no corner?"""
    return abs(outward(space)[1]) <= 0.5


def number_at(space: int) -> Point:
    """Where a space's number stands: below it, or outside where another stack rises there."""
    x, y = SPOTS[space]
    below = abs(x - CENTRE[0]) < 0.9 * RADII[0] or y > CENTRE[1] + 0.9 * RADII[1]
    return (x, y + 48) if below else (x + copysign(70, x - CENTRE[0]), y - 2)


def inner_at(space: int, floors: int, gap: float) -> Point:
    """A point on the lake's side of a stack, ``gap`` pixels away from what stands there."""
    x, y = SPOTS[space]
    away = outward(space)
    if beside(space):
        return x - copysign(46 + gap, away[0]), y - 14
    if away[1] > 0:
        return x - 10 * away[0], y - max(stack_height(floors), 40) - gap
    return x - 10 * away[0], y + 68 + gap


def stack_height(floors: int) -> int:
    """How far a stack rises above the middle of its stone."""
    return FLOOR * (floors - 1) + DOME - BASE if floors else 0


BASE = 9  # how far below the middle of its stone a stack stands
FLOOR = 30  # of a floor below the top
DOME = 47  # of the top dome, above its base
