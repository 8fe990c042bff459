"""Draw lines over time or over games, in areas one above the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from PIL import ImageDraw

from render.canvas import Brush, Picture, Point, put, sprite
from render.fonts import fit, write
from render.palette import Theme
from render.plots.data import Axis, LinePlot, Lines, Look, Tick
from render.plots.frame import (
    LABELS_PX,
    SIZES,
    SPRITE_EDGE,
    SWATCH_PX,
    Sign,
    blank,
    dot,
    draw_legend,
    draw_numbers,
    legend_of,
    legend_px,
    numbers_room,
    write_below,
)
from render.plots.inks import SERIES_INKS, band_ink
from render.plots.ticks import Scale, number, scale

AREA_PX = {1: 430, 2: 300, 3: 230}  # height of an area, by the number of areas
LEAST_AREA_PX = 200
AREA_GAP = 26
INSET = 20  # pixels between the ends of an axis and the first and last point
LINE_PX = 5
MAX_DOTS = 40  # points of a line with a dot at each
NUMBERS_UP, NUMBERS_ACROSS = 5, 8  # steps of an axis, about


class Area(NamedTuple):
    """An area with lines: left, top, width and height in pixels, the least and largest x, and the scale of the values."""

    left: float
    top: float
    wide: float
    high: float
    span: tuple[float, float]
    scale: Scale
    downwards: bool

    def x(self, value: float) -> float:
        low, high = self.span
        return self.left + INSET + (self.wide - 2 * INSET) * ((value - low) / (high - low) if high > low else 0.5)

    def y(self, value: float) -> float:
        share = self.scale.share(value)
        return self.top + self.high * (share if self.downwards else 1 - share)


def paint_lines(plot: LinePlot) -> Picture:
    """Return a plot of lines as an image in full colour."""
    legends = [legend_of(each.axis, [series.name for series in each.series]) for each in plot.lines]
    area = AREA_PX.get(len(plot.lines), LEAST_AREA_PX)
    high = sum(area + legend_px(legend) + AREA_GAP for legend in legends) - AREA_GAP
    high += LABELS_PX * (2 if plot.x_title else 1)
    picture, (left, y, wide, _) = blank(plot.title, high, plot.look)
    scales = [_scale_of(each) for each in plot.lines]
    numbers, span = numbers_room(scales, plot.look), _span(plot)
    for each, found, legend in zip(plot.lines, scales, legends, strict=True):
        draw_legend(picture, legend, (left, y), _stroke, plot.look)
        top = y + legend_px(legend)
        _draw_lines(picture, each, Area(left + numbers, top, wide - numbers, area, span, found, each.axis.downwards), plot.look)
        y = top + area + AREA_GAP
    _draw_x(picture, plot, Area(left + numbers, y - AREA_GAP, wide - numbers, 0, span, Scale((0, 1), 1), False))
    return picture


def _span(plot: LinePlot) -> tuple[float, float]:
    """Return the least and the largest x."""
    xs = [x for each in plot.lines for series in each.series for x, _ in series.points] + [tick.x for tick in plot.ticks]
    return (min(xs), max(xs)) if xs else (0, 1)


def _scale_of(lines: Lines) -> Scale:
    ends = [*lines.axis.encloses]
    ends += [
        y + sign * spread
        for series in lines.series
        for (_, y), spread in zip(series.points, series.spread or (0.0,) * len(series.points), strict=True)
        if y is not None
        for sign in (-1, 1)
    ]
    return scale(min(ends, default=0), max(ends, default=1), lines.axis, NUMBERS_UP)


def _draw_lines(picture: Picture, lines: Lines, area: Area, look: Look) -> None:
    """Draw the lines across with their numbers, then the lines of the lines."""
    draw_numbers(picture, area.scale, (area.left, area.top, area.wide, area.high), look, area.downwards)
    wide, high = round(area.wide) + 2 * SPRITE_EDGE, round(area.high) + 2 * SPRITE_EDGE
    inner = area._replace(left=SPRITE_EDGE, top=SPRITE_EDGE)
    piece = sprite(wide, high, lambda brush: _paint_lines(brush, lines, inner, look.theme))
    put(picture, piece, (area.left + area.wide / 2, area.top + area.high / 2))


def _paint_lines(brush: Brush, lines: Lines, area: Area, theme: Theme) -> None:
    inks = SERIES_INKS[theme.name]
    for series, ink in zip(lines.series, inks, strict=False):
        for points in _pieces(zip(series.points, series.spread, strict=False)):
            edge = [(area.x(x), area.y(y + spread)) for (x, y), spread in points]
            edge += [(area.x(x), area.y(y - spread)) for (x, y), spread in reversed(points)]
            if len(points) > 1:
                brush.shape(edge, band_ink(ink, theme))
    for place, (series, ink) in enumerate(zip(lines.series, inks, strict=False)):
        dotted = len(series.points) <= MAX_DOTS
        for piece in _pieces((point, 0.0) for point in series.points):
            points = [(area.x(x), area.y(y)) for (x, y), _ in piece]
            if len(points) > 1:
                brush.line(points, ink, LINE_PX)
            for at in points if dotted or len(points) == 1 else ():
                dot(place)(brush, at, ink)


def _pieces(
    points: Iterable[tuple[tuple[float, float | None], float]],
) -> Iterator[list[tuple[tuple[float, float], float]]]:
    """Yield the points between the breaks of a line, with their spreads."""
    piece = list[tuple[tuple[float, float], float]]()
    for (x, y), spread in points:
        if y is not None:
            piece.append(((x, y), spread))
        elif piece:
            yield piece
            piece = []
    if piece:
        yield piece


def _stroke(place: int) -> Sign:
    """Return the sign of a line in a legend."""

    def paint(brush: Brush, at: Point, ink: tuple[int, int, int]) -> None:
        x, y = at
        brush.line([(x - SWATCH_PX / 2 + 4, y), (x + SWATCH_PX / 2 - 4, y)], ink, LINE_PX)
        dot(place)(brush, at, ink)

    return paint


def _draw_x(picture: Picture, plot: LinePlot, area: Area) -> None:
    """Write the words below the lowest area, and the title of the axis."""
    ticks, y = plot.ticks or _round_ticks(area.span, plot.look), area.top + LABELS_PX / 2 + 4
    words = [(area.x(tick.x), tick.word) for tick in ticks]
    write_below(picture, words, y, (area.left - 20, area.left + area.wide), plot.look)
    if plot.x_title:
        end, title = (area.left + area.wide, y + LABELS_PX - 4), fit(plot.x_title, round(area.wide), SIZES.tiny, SIZES.tiny)
        write(ImageDraw.Draw(picture), end, *title, plot.look.theme.pale, anchor="r")


def _round_ticks(span: tuple[float, float], look: Look) -> tuple[Tick, ...]:
    """Return round numbers within the axis of x."""
    found = scale(*span, Axis(from_zero=False), NUMBERS_ACROSS)
    inside = [value for value in found.numbers if span[0] <= value <= span[1]] or [span[0]]
    return tuple(Tick(value, number(value, 0, look)) for value in inside)
