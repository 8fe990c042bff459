"""The content of plots: frozen values and translated words, all that a drawing process needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite

from render.palette import LIGHT, Theme
from render.writing import Words

MAX_SERIES = 4  # lines or bars that people can tell apart
MAX_LYING = 32  # bars that lie, as the picture grows with them
NO_WORDS = Words("")


@dataclass(frozen=True, slots=True)
class Look:
    """The theme of a plot, and how the reader's language writes numbers: ``1,234.5``."""

    theme: Theme = LIGHT
    point: str = "."
    group: str = ","


@dataclass(frozen=True, slots=True)
class Axis:
    """The axis of the values.

    :param title: what the values are, such as ``hours``.
    :param from_zero: start at 0 even if all values are far from it.
    :param whole: the values are whole numbers.
    :param downwards: small values are on top, as for places. Only lines can do that.
    :param encloses: values that the axis reaches in any case. Only lines can do that.
    """

    title: Words = NO_WORDS
    from_zero: bool = True
    whole: bool = True
    downwards: bool = False
    encloses: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Series:
    """A line.

    :param points: x and y, in the order of x; None for y breaks the line.
    :param spread: of each point, how far a pale band reaches above and below it, such as an uncertainty; empty for no band.
    :raises ValueError: when a number is not finite, or when points and ``spread`` differ in number.
    """

    name: Words
    points: tuple[tuple[float, float | None], ...]
    spread: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        _require_finite(x for x, _ in self.points)
        _require_finite(y for _, y in self.points if y is not None)
        _require_finite(self.spread)
        if self.spread and len(self.spread) != len(self.points):
            raise ValueError(f"{len(self.points)} points, but a spread of {len(self.spread)}")


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines that share an axis of values.

    :raises ValueError: when there are more than `MAX_SERIES`.
    """

    series: tuple[Series, ...]
    axis: Axis = Axis()

    def __post_init__(self) -> None:
        _require_few(len(self.series), MAX_SERIES)


@dataclass(frozen=True, slots=True)
class Tick:
    """A word below the axis of x, such as a date."""

    x: float
    word: Words


@dataclass(frozen=True, slots=True)
class LinePlot:
    """Areas with lines, one above the other, over one axis of x.

    :param ticks: the words below that axis in the order of x; as many are written as fit, and always the last. Without them,
        the axis has round numbers.
    :param x_title: what x is, such as ``games``.
    """

    title: Words
    lines: tuple[Lines, ...]
    ticks: tuple[Tick, ...] = ()
    x_title: Words = NO_WORDS
    look: Look = Look()


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar for each category; None for a category without a value.

    :raises ValueError: when a value is not finite.
    """

    name: Words
    values: tuple[float | None, ...]

    def __post_init__(self) -> None:
        _require_finite(value for value in self.values if value is not None)


@dataclass(frozen=True, slots=True)
class BarPlot:
    """Bars in groups, such as one's own beside the mean of all.

    :param upright: the bars stand side by side; else they lie one below the other, with room for long categories.
    :raises ValueError: when there are too many bars, or when the numbers of categories and values differ.
    """

    title: Words
    categories: tuple[Words, ...]
    bars: tuple[Bars, ...]
    axis: Axis = Axis()
    upright: bool = False
    look: Look = Look()

    def __post_init__(self) -> None:
        _require_few(len(self.bars), MAX_SERIES)
        if not self.upright:
            _require_few(len(self.categories) * len(self.bars), MAX_LYING)
        if any(len(each.values) != len(self.categories) for each in self.bars):
            raise ValueError(f"Not every bar has {len(self.categories)} values")


Plot = LinePlot | BarPlot


def _require_finite(values: Iterable[float]) -> None:
    if not all(map(isfinite, values)):
        raise ValueError("A plot shows finite numbers only")


def _require_few(count: int, most: int) -> None:
    if count > most:
        raise ValueError(f"{count} are too many for a plot: at most {most}")
