"""The frame of a plot: title, sheet, legends, and lines across with their numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.canvas import Brush, Picture, Point, put, sprite, turned
from render.fonts import fit, width, write
from render.layout import EDGE, Box, draw_sheet, font_sizes
from render.palette import Ink
from render.plots.data import Axis, Look
from render.plots.inks import SERIES_INKS
from render.plots.ticks import Scale
from render.writing import Words

WIDE = 1080  # pixels across of all plots
SIZES = font_sizes(WIDE)
HEAD_PX = 92  # height of the title
PAD = 24  # pixels between the sheet's rim and what stands on it
LEGEND_PX = 48  # height of a legend's line
SWATCH_PX, SWATCH_GAP, ENTRY_GAP = 52, 12, 40  # a legend's sign, and pixels after it and after its word
LEGEND_GAP = 14  # pixels below a legend
LABELS_PX = 46  # height of the words below an axis
LABEL_GAP = 24  # pixels between these words
SPRITE_EDGE = 14  # pixels around the area of a plot, for dots on its rim
DOT_PX = 7.0  # radius
ROOM = WIDE - 2 * (EDGE + PAD)  # pixels across on the sheet
NUMBER_GAP = 14  # pixels between a number and its line

Sign = Callable[[Brush, Point, Ink], None]
Entry = tuple[int | None, Words]  # the number of a line or bar, and its name; None before the title of an axis


class LegendLine(NamedTuple):
    """A line of a legend: its entries, and their font size."""

    entries: Sequence[Entry]
    size: int


def blank(title: Words, high: int, look: Look) -> tuple[Picture, Box]:
    """Return a picture with a title above an empty sheet, and the box of the sheet without its padding.

    :param high: the height of that box in pixels.
    """
    theme = look.theme
    picture = Image.new("RGB", (WIDE, HEAD_PX + high + 2 * PAD + EDGE), theme.ground)
    draw_sheet(picture, (EDGE, HEAD_PX, WIDE - 2 * EDGE, high + 2 * PAD), theme)
    text, size = fit(title, WIDE - 2 * EDGE - 16, SIZES.large, SIZES.small)
    write(ImageDraw.Draw(picture), (EDGE + 8, HEAD_PX / 2), text, size, theme.text)
    return picture, (EDGE + PAD, HEAD_PX + PAD, WIDE - 2 * (EDGE + PAD), high)


def legend_of(axis: Axis, names: Sequence[Words]) -> tuple[LegendLine, ...]:
    """Return the lines of a legend: the title of the axis, then each name; a line or bar without a name has no entry."""
    entries: list[Entry] = [(None, axis.title)] if axis.title else []
    entries += [(number, name) for number, name in enumerate(names) if name]
    for size in range(SIZES.small, SIZES.tiny, -2):
        if sum(_wide(entry, size) for entry in entries) - ENTRY_GAP <= ROOM:
            return (LegendLine(entries, size),) if entries else ()
    lines = list[list[Entry]]()
    for number, name in entries:
        entry = number, fit(name, ROOM - SWATCH_PX - SWATCH_GAP, SIZES.tiny, SIZES.tiny)[0]
        if not lines or sum(_wide(each, SIZES.tiny) for each in (*lines[-1], entry)) - ENTRY_GAP > ROOM:
            lines.append([])
        lines[-1].append(entry)
    return tuple(LegendLine(line, SIZES.tiny) for line in lines)


def _wide(entry: Entry, size: int) -> float:
    number, name = entry
    return width(name, size) + ENTRY_GAP + (0 if number is None else SWATCH_PX + SWATCH_GAP)


def legend_px(lines: Sequence[LegendLine]) -> int:
    """Return the height of a legend with the gap below it."""
    return len(lines) * LEGEND_PX + LEGEND_GAP if lines else 0


def draw_legend(picture: Picture, lines: Sequence[LegendLine], at: Point, sign: Callable[[int], Sign], look: Look) -> None:
    """Draw a legend below a point.

    :param sign: paints the sign of a line or bar around a point, for its number.
    """
    draw, theme = ImageDraw.Draw(picture), look.theme
    for row, (entries, size) in enumerate(lines):
        x, y = at[0], at[1] + (row + 0.5) * LEGEND_PX - 4
        for number, name in entries:
            if number is not None:
                put(picture, _swatch(sign(number), SERIES_INKS[theme.name][number]), (x + SWATCH_PX / 2, y))
                x += SWATCH_PX + SWATCH_GAP
            write(draw, (x, y), name, size, theme.pale if number is None else theme.text)
            x += width(name, size) + ENTRY_GAP


def _swatch(sign: Sign, ink: Ink) -> Picture:
    return sprite(SWATCH_PX, 32, lambda brush: sign(brush, (SWATCH_PX / 2, 16), ink))


def dot(number: int) -> Sign:
    """Return the dot of a line by its number: a disc, a square, a triangle or a diamond."""
    sides, angle, scale = ((0, 0, 1.0), (4, 45, 1.3), (3, -90, 1.45), (4, 0, 1.4))[number]

    def paint(brush: Brush, at: Point, ink: Ink) -> None:
        if not sides:
            brush.disc(at, DOT_PX, DOT_PX, ink)
            return
        corners = [corner for k in range(sides) for corner in turned([(1.0, 0.0)], angle + k * 360 / sides)]
        brush.shape(turned(corners, 0, at, DOT_PX * scale), ink)

    return paint


def numbers_room(scales: Sequence[Scale], look: Look) -> float:
    """Return the pixels for the numbers before the lines of these axes."""
    words = (word for each in scales for word in each.words(look))
    return max((width(word, SIZES.tiny) for word in words), default=0) + NUMBER_GAP


def draw_numbers(
    picture: Picture, found: Scale, box: tuple[float, float, float, float], look: Look, downwards: bool = False
) -> None:
    """Draw a line across a box of left, top, width and height for each number of an axis, and write the number before it."""
    left, top, wide, high = box
    draw, theme = ImageDraw.Draw(picture), look.theme
    for value, word in zip(found.numbers, found.words(look), strict=True):
        share = found.share(value)
        y = round(top + high * (share if downwards else 1 - share))
        draw.line((left, y, left + wide, y), theme.rule, 2)
        write(draw, (left - NUMBER_GAP, y), word, SIZES.tiny, theme.text, anchor="r")


def write_below(
    picture: Picture, words: Sequence[tuple[float, Words]], y: float, ends: tuple[float, float], look: Look, *, thin: bool = True
) -> None:
    """Write words below an axis, each in the middle of its x; those at the ends stay between ``ends``.

    :param thin: write every word, every second, every third and so on, as many as fit, always with the last.
    """
    boxes = [(_between(ends, x, width(word, SIZES.tiny) / 2), word) for x, word in words]
    for x, word in _thinned(boxes) if thin else boxes:
        write(ImageDraw.Draw(picture), (x, y), word, SIZES.tiny, look.theme.text, anchor="m")


def _between(ends: tuple[float, float], x: float, half: float) -> float:
    """Return the middle of a word, as near to ``x`` as it fits."""
    return max(ends[0] + half, min(ends[1] - half, x))


def _thinned(words: Sequence[tuple[float, Words]]) -> Sequence[tuple[float, Words]]:
    for step in range(1, len(words) + 1):
        kept = words[::-step][::-1]
        if all(
            x - before >= (width(word, SIZES.tiny) + width(former, SIZES.tiny)) / 2 + LABEL_GAP
            for (before, former), (x, word) in pairwise(kept)
        ):
            return kept
    return ()
