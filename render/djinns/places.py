"""Where things are: the ring of spaces around the lake, in pixels."""

from __future__ import annotations

from itertools import pairwise
from math import copysign, cos, hypot, pi, sin

from render.canvas import WIDE, Point
from rules.djinns.parts import SPACES

HIGH = 1088
CENTRE = (WIDE / 2, 572)
RADII = (590.0, 420.0)
POWER = 2 / 3.4  # of the oval: 1 would be an ellipse, less is boxier
FINE = 2048  # points from which evenly spaced ones are taken


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
    lengths = [0.0]
    for one, other in pairwise(fine):
        lengths.append(lengths[-1] + hypot(other[0] - one[0], other[1] - one[1]))
    step = lengths[-1] / count
    points: list[Point] = []
    i = 0
    for k in range(count):
        while lengths[i] < (k + 0.5) * step:
            i += 1
        points.append(fine[i])
    return tuple(points)


TRAIL_STEPS = 8  # dots of a trail from one space to the next
SPOTS = _evenly(0, SPACES)
SHORE = _evenly(84, SPACES * TRAIL_STEPS)


def outward(space: int) -> Point:
    """The direction away from the lake at a space, of length 1."""
    before, after = SPOTS[space - 1], SPOTS[(space + 1) % SPACES]
    x, y = after[0] - before[0], after[1] - before[1]
    return y / hypot(x, y), -x / hypot(x, y)


def number_at(space: int, floors: int) -> Point:
    """Where a space's number stands: outside, and above a stack that rises there."""
    x, y = SPOTS[space]
    away = outward(space)
    if away[1] < -0.5:
        return x + 14 * away[0], y - max(stack_height(floors), 40) - 26
    if away[1] > 0.5:
        return x + 14 * away[0], y + 64
    return x + copysign(82, away[0]), y - 4


def inner_at(space: int, floors: int, gap: float) -> Point:
    """A point on the lake's side of a stack, ``gap`` pixels away from what stands there."""
    x, y = SPOTS[space]
    away = outward(space)
    if abs(away[0]) > 0.6:
        return x - copysign(60 + gap, away[0]), y - 20 - 40 * max(0, away[1])
    if away[1] > 0:
        return x - 10 * away[0], y - max(stack_height(floors), 46) - gap
    return x - 10 * away[0], y + 46 + gap


def stack_height(floors: int) -> int:
    """How far a stack rises above the middle of its stone."""
    return FLOOR * (floors - 1) + DOME - BASE if floors else 0


BASE = 10  # how far below the middle of its stone a stack stands
FLOOR = 28  # of a floor below the top
DOME = 48  # of the top dome, above its base
