"""Draw a game as an animated GIF: its boards in order, each below a strip that tells the move."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageOps
from PIL.GifImagePlugin import getdata, getheader

from render import colours, paint
from render.canvas import Picture, quantized
from render.fonts import write
from render.layout import font_sizes
from render.memory import trim_heap_later
from render.palette import GOLD
from render.paragraph import paragraph
from render.sketch import Sketch
from rules.text import Text

WIDE = 640  # pixels across
STRIP_PX = 84  # height of the strip above the board
LINE_WIDTH_PX = WIDE - 32
SIZES = font_sizes(WIDE)
MAX_LINES, LINE_SPACING = 2, 1.25  # the spacing in font sizes
BAR_PX = 6  # height of the progress bar
FRAME_MS, LAST_FRAME_MS = 1200, 6000
MAX_FRAMES, MIN_FRAMES = 80, 2
MAX_FILE_BYTES = 8_000_000  # every server accepts such a file
TRANSPARENT = 255  # the number of the colour for pixels that have not changed
COLOURS = 256


class Frame(NamedTuple):
    """A board, the sentences above it, and the progress of the game from 0 to 1; the frame with 1 is the last."""

    sketch: Sketch
    sentences: tuple[Text, ...]
    progress: float


class FrameFormat(NamedTuple):
    """The board's width and height in pixels, and the palette: all frames of a film share them."""

    size: tuple[int, int]
    palette: Picture


def evenly_spread(count: int, most: int = MAX_FRAMES) -> tuple[int, ...]:
    """Return the indices of at most ``most`` of ``count`` positions, evenly spread from the first to the last."""
    if count <= most:
        return tuple(range(count))
    return tuple(round(number * (count - 1) / (most - 1)) for number in range(most))


def draw_frame(frame: Frame, former: FrameFormat | None = None) -> tuple[Picture, FrameFormat]:
    """Draw a frame with numbers of colours as pixels; return it with its format.

    :param former: the format of the frame before; the first frame sets it.
    """
    trim_heap_later()
    board, theme = paint(frame.sketch), frame.sketch.teller.theme
    size = former.size if former else (WIDE, round(board.height * WIDE / board.width))
    shown = Image.new("RGB", (WIDE, STRIP_PX + size[1]), theme.ground)
    shown.paste(_strip(frame), (0, 0))
    shown.paste(ImageOps.pad(board, size, Image.Resampling.LANCZOS, color=theme.ground), (0, STRIP_PX))
    palette = former.palette if former else _free_last_number(colours(frame.sketch.game, theme) or shown.quantize(TRANSPARENT))
    numbers = quantized(shown, palette).point([*range(TRANSPARENT), TRANSPARENT - 1])  # pyright: ignore[reportUnknownMemberType]
    return numbers, FrameFormat(size, palette)


DrawFrame = Callable[[Frame, FrameFormat | None], tuple[Picture, FrameFormat]]


def encode_gif_within(
    frames: Callable[[int], Iterable[Frame]], limit: int = MAX_FILE_BYTES, draw: DrawFrame = draw_frame
) -> bytes:
    """Return frames as a GIF of at most ``limit`` bytes. A GIF of `MIN_FRAMES` may be larger.

    :param frames: returns frames of the game, evenly spread; its argument is their largest number.
    :param draw: draws a frame, as `draw_frame` does, perhaps in another process.
    """
    most = MAX_FRAMES
    while len(data := encode_gif(frames(most), draw)) > limit and most > MIN_FRAMES:
        shown = getattr(Image.open(io.BytesIO(data)), "n_frames", 1)
        most = max(MIN_FRAMES, shown * limit // len(data))
    return data


def encode_gif(frames: Iterable[Frame], draw: DrawFrame = draw_frame) -> bytes:
    """Return the frames, one or more, as a GIF that loops.

    It takes a frame when the one before it is finished, so the iterator can pause the work.
    """
    file = io.BytesIO()
    for picture, place, progress in _changes(frames, draw):
        if not file.tell():
            file.writelines(getheader(picture, info={"loop": 0})[0])
        file.writelines(getdata(picture, place, duration=FRAME_MS if progress < 1 else LAST_FRAME_MS, transparency=TRANSPARENT))
    file.write(b";")
    return file.getvalue()


def _changes(frames: Iterable[Frame], draw: DrawFrame) -> Iterator[tuple[Picture, tuple[int, int], float]]:
    """Yield the first picture, then the part of each that differs from the one before, with its corner and the progress."""
    former = None
    for picture, progress in _pictures(frames, draw):
        numbers = Image.frombytes("L", picture.size, picture.tobytes())
        if former is None:
            yield picture, (0, 0), progress
        else:
            delta = ImageChops.difference(numbers, former)
            left, top, right, bottom = delta.getbbox() or (0, 0, 1, 1)
            picture.paste(TRANSPARENT, mask=delta.point([255, *[0] * (COLOURS - 1)]))  # pyright: ignore[reportUnknownMemberType]
            yield picture.crop((left, top, right, bottom)), (left, top), progress
        former = numbers


def _pictures(frames: Iterable[Frame], draw: DrawFrame) -> Iterator[tuple[Picture, float]]:
    """Yield the frames' pictures, all of one size and palette, with the progress."""
    former = None
    for frame in frames:
        picture, former = draw(frame, former)
        yield picture, frame.progress


def _free_last_number(palette: Picture) -> Picture:
    """Return a palette whose last number is free: one of the two most similar colours is dropped."""
    numbers = palette.getpalette() or []
    inks = sorted(set(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)))
    if len(inks) > TRANSPARENT:
        _, least = min((sum((a - b) ** 2 for a, b in zip(one, other, strict=True)), one) for one, other in combinations(inks, 2))
        inks.remove(least)
    chart = Image.new("P", (1, 1))
    chart.putpalette([part for ink in (*inks, *[inks[-1]] * (COLOURS - len(inks))) for part in ink])
    return chart


def _strip(frame: Frame) -> Picture:
    """Draw the sentences of a frame, and below them the progress bar."""
    theme = frame.sketch.teller.theme
    strip = Image.new("RGB", (WIDE, STRIP_PX), theme.sheet)
    draw = ImageDraw.Draw(strip)
    lines, size = paragraph(map(frame.sketch.teller.told, frame.sentences), LINE_WIDTH_PX, MAX_LINES, SIZES.large, SIZES.tiny)
    for number, line in enumerate(lines):
        write(
            draw,
            (WIDE / 2, (STRIP_PX - BAR_PX) / 2 + (number - (len(lines) - 1) / 2) * size * LINE_SPACING),
            line,
            size,
            theme.text,
            anchor="m",
        )
    strip.paste(theme.rule, (0, STRIP_PX - BAR_PX, WIDE, STRIP_PX))
    strip.paste(GOLD, (0, STRIP_PX - BAR_PX, round(WIDE * frame.progress), STRIP_PX))
    return strip
