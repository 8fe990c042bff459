"""Round numbers for an axis, and numbers as the reader's language writes them."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import NamedTuple

from render.plots.data import Axis, Look
from render.writing import Words, literal

ROUND = (1, 2, 5, 10)  # steps between numbers of an axis, times a power of ten
MINUS = "−"


class Scale(NamedTuple):
    """The numbers written on an axis, in steps of ``step``, ascending; the first and the last are its ends."""

    numbers: tuple[float, ...]
    step: float

    def share(self, value: float) -> float:
        """Return where a value lies from the start (0) to the end (1) of the axis."""
        low, high = self.numbers[0], self.numbers[-1]
        return (value - low) / (high - low)

    def words(self, look: Look) -> list[Words]:
        """Return its numbers as they are written."""
        places = max(0, -floor(log10(self.step) + 1e-9))
        return [number(value, places, look) for value in self.numbers]


def scale(low: float, high: float, axis: Axis, most: int) -> Scale:
    """Return about ``most`` round numbers or fewer that enclose all values from ``low`` to ``high``."""
    if axis.from_zero:
        low, high = min(low, 0), max(high, 0)
    if low == high:
        low, high = (0, max(1.0, high)) if low >= 0 else (low, 0)
    step = round_step((high - low) / most, axis.whole)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return Scale(tuple(number * step for number in range(first, max(last, first + 1) + 1)), step)


def round_step(least: float, whole: bool) -> float:
    """Return the smallest round step that is not below ``least``."""
    power = 10.0 ** floor(log10(least))
    step = next((each * power for each in ROUND if each * power >= least * (1 - 1e-9)), 10 * power)
    return max(step, 1.0) if whole else step


def number(value: float, places: int, look: Look) -> Words:
    """Return a number with this many decimals."""
    told = f"{abs(value):,.{places}f}"
    sign = MINUS if value < 0 and any(digit not in "0.," for digit in told) else ""
    whole, _, rest = told.partition(".")
    return literal(sign + whole.replace(",", look.group) + (look.point + rest if rest else ""))
