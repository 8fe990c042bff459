"""Draw bars in groups, lying or upright."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from PIL import ImageDraw

from render.canvas import Brush, Picture, Point, put, sprite
from render.fonts import fit, width, write
from render.layout import Box
from render.palette import Ink
from render.plots.data import BarPlot
from render.plots.frame import (
    LABEL_GAP,
    LABELS_PX,
    SIZES,
    blank,
    draw_legend,
    draw_numbers,
    legend_of,
    legend_px,
    numbers_room,
    write_below,
)
from render.plots.inks import SERIES_INKS
from render.plots.ticks import number, scale
from render.writing import Words, literal

LYING_PX = 36  # thickness of a lying bar
GROUP_GAP, BAR_GAP = 22, 4  # pixels between groups, and between bars of a group
CATEGORY_SHARE = 0.38  # of the sheet's width, at most, for the names of categories
AREA_PX = 430  # height of upright bars
MAX_UPRIGHT_PX = 90  # thickness of an upright bar
SLOT_SHARE = 0.8  # of the width of an upright group, for its bars
VALUE_PX = 40  # height of a value above an upright bar
NUMBERS_UP = 5  # steps of the axis, about
FEW_CATEGORIES = 12  # upright groups of which each has its word, cut if need be
NO_VALUE = literal("–")
ROUNDING = 6  # radius of corners in pixels


class Bar(NamedTuple):
    """A bar by the numbers of its group and of its kind, with its value."""

    group: int
    kind: int
    value: float | None


def paint_bars(plot: BarPlot) -> Picture:
    """Return a plot of bars as an image in full colour."""
    legend = legend_of(plot.axis, [bars.name for bars in plot.bars])
    head = legend_px(legend)
    inner = AREA_PX + LABELS_PX if plot.upright else max(1, len(plot.categories)) * _group_px(plot) - GROUP_GAP
    picture, (left, top, wide, _) = blank(plot.title, head + inner, plot.look)
    draw_legend(picture, legend, (left, top), lambda _: _block, plot.look)
    draw = _draw_upright if plot.upright else _draw_lying
    draw(picture, plot, (left, top + head, wide, inner))
    return picture


def _block(brush: Brush, at: Point, ink: Ink) -> None:
    """Paint the sign of bars in a legend."""
    brush.block((at[0] - 18, at[1] - 13, at[0] + 18, at[1] + 13), ROUNDING, ink)


def _bars(plot: BarPlot) -> Iterator[Bar]:
    for kind, bars in enumerate(plot.bars):
        for group, value in enumerate(bars.values):
            yield Bar(group, kind, value)


def _ends(plot: BarPlot) -> tuple[float, float]:
    """Return the least and the largest value; 0 is between them."""
    values = [bar.value for bar in _bars(plot) if bar.value is not None]
    return min([0, *values]), max([0, *values])


def _word(plot: BarPlot, bar: Bar) -> Words:
    """Return the value beside a bar, with one decimal if values are not whole."""
    return NO_VALUE if bar.value is None else number(bar.value, 0 if plot.axis.whole else 1, plot.look)


def _group_px(plot: BarPlot) -> int:
    """Return the height of a group of lying bars with the gap below it."""
    return max(1, len(plot.bars)) * (LYING_PX + BAR_GAP) - BAR_GAP + GROUP_GAP


def _draw_bar(picture: Picture, bar: Bar, box: tuple[float, float, float, float], plot: BarPlot) -> None:
    """Draw a bar from left, top to right, bottom; nothing if it has no length."""
    left, top, right, bottom = map(round, box)
    wide, high = right - left, bottom - top
    if wide > 0 and high > 0:
        ink, radius = SERIES_INKS[plot.look.theme.name][bar.kind], min(ROUNDING, wide / 2, high / 2)
        piece = sprite(wide, high, lambda brush: brush.block((0, 0, wide - 0.25, high - 0.25), radius, ink))
        put(picture, piece, (left + wide / 2, top + high / 2))


def _draw_lying(picture: Picture, plot: BarPlot, box: Box) -> None:
    """Draw groups of lying bars: the category before them, the value beyond the end of each."""
    left, top, wide, high = box
    draw, theme = ImageDraw.Draw(picture), plot.look.theme
    column = min(CATEGORY_SHARE * wide, max((width(each, SIZES.small) for each in plot.categories), default=0))
    beyond = max((width(_word(plot, bar), SIZES.tiny) for bar in _bars(plot)), default=0) + 14
    low, most = _ends(plot)
    start, end = left + column + 20 + (beyond if low < 0 else 0), left + wide - beyond
    per_unit = (end - start) / (most - low or 1)
    zero = start - low * per_unit
    for group, category in enumerate(plot.categories):
        middle = top + group * _group_px(plot) + (_group_px(plot) - GROUP_GAP) / 2
        write(draw, (left, middle), *fit(category, round(column) + 1, SIZES.small, SIZES.tiny), theme.text)
    draw.line((zero, top - 6, zero, top + high + 6), theme.rule, 3)
    for bar in _bars(plot):
        y = top + bar.group * _group_px(plot) + bar.kind * (LYING_PX + BAR_GAP)
        edge, below = zero + (bar.value or 0) * per_unit, (bar.value or 0) < 0
        _draw_bar(picture, bar, (min(zero, edge), y, max(zero, edge), y + LYING_PX), plot)
        at = edge + (-12 if below else 12), y + LYING_PX / 2
        write(draw, at, _word(plot, bar), SIZES.tiny, theme.text, anchor="r" if below else "l")


def _draw_upright(picture: Picture, plot: BarPlot, box: Box) -> None:
    """Draw groups of upright bars over lines with numbers; values are written above bars that are wide enough."""
    left, top, wide, _ = box
    draw, theme = ImageDraw.Draw(picture), plot.look.theme
    slot_wide = (wide - 80) / max(1, len(plot.categories))
    thick = min(MAX_UPRIGHT_PX, slot_wide * SLOT_SHARE / max(1, len(plot.bars)))
    words = [_word(plot, bar) for bar in _bars(plot)]
    told = all(width(word, SIZES.tiny) <= thick for word in words)
    found = scale(*_ends(plot), replace(plot.axis, from_zero=True), NUMBERS_UP)
    room = numbers_room([found], plot.look)
    above = VALUE_PX if told else 8
    high, slot = AREA_PX - above, (wide - room) / max(1, len(plot.categories))
    draw_numbers(picture, found, (left + room, top + above, wide - room, high), plot.look)
    for bar, word in zip(_bars(plot), words, strict=True):
        x = left + room + slot * (bar.group + 0.5) + thick * (bar.kind - len(plot.bars) / 2)
        zero, edge = (top + above + high * (1 - found.share(value)) for value in (0, bar.value or 0))
        _draw_bar(picture, bar, (x + 1, min(zero, edge), x + thick - 1, max(zero, edge)), plot)
        if told:
            write(draw, (x + thick / 2, min(zero, edge) - 20), word, SIZES.tiny, theme.text, anchor="m")
    _write_categories(picture, plot, (left + room, top + AREA_PX, wide - room, LABELS_PX))


def _write_categories(picture: Picture, plot: BarPlot, box: tuple[float, float, float, float]) -> None:
    """Write the words of upright bars below them: all of a few, cut if need be; of many as many as fit."""
    left, top, wide, high = box
    slot = wide / max(1, len(plot.categories))
    words, few = plot.categories, len(plot.categories) <= FEW_CATEGORIES
    if few:
        words = tuple(fit(word, round(slot - LABEL_GAP / 2), SIZES.tiny, SIZES.tiny)[0] for word in words)
    placed = [(left + slot * (group + 0.5), word) for group, word in enumerate(words)]
    write_below(picture, placed, top + high / 2 + 4, (left, left + wide), plot.look, thin=not few)
