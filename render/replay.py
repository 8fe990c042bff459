"""A game as a moving picture: its boards one after the other, each under a strip that says what was done."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageOps
from PIL.GifImagePlugin import getdata, getheader

from render import colours, paint
from render.canvas import Picture, reduced
from render.fonts import write
from render.memory import hand_back_later
from render.palette import CREAM, GOLD, INK, PAPER, SAND
from render.paragraph import paragraph
from render.sketch import Sketch
from rules.text import Text

WIDE = 640  # pixels
STRIP = 84  # pixels of what is said, above the board
ROOM = WIDE - 32  # pixels of a line
FONT, LEAST = 28, 18  # of what is said; 18 of 640 pixels are 30 of 1080
LINES, LINE = 2, 1.25  # at most so many, so high
BAR = 6  # pixels: how far the game is
PACE, REST = 1200, 6000  # milliseconds that a frame is shown; the last one
MOST, FEWEST = 80, 2  # frames
LARGEST = 8_000_000  # bytes of a file that every server takes
FREE = 255  # the colour that stands for what has not changed
COLOURS = 256


class Frame(NamedTuple):
    """A board, what is said above it, a line each, and how far the game is then: 0 to 1, which is the last."""

    sketch: Sketch
    told: tuple[Text, ...]
    done: float


class Format(NamedTuple):
    """What all frames of a film share: the pixels of the board, and the colours."""

    size: tuple[int, int]
    palette: Picture


def chosen(count: int, most: int = MOST) -> tuple[int, ...]:
    """Which of so many positions are shown: all, or as many as there may be, evenly spread from the first to the last."""
    if count <= most:
        return tuple(range(count))
    return tuple(round(number * (count - 1) / (most - 1)) for number in range(most))


def framed(frame: Frame, former: Format | None = None) -> tuple[Picture, Format]:
    """A frame as numbers of colours, and the format that it has, or was given by the ``former`` ones."""
    hand_back_later()
    board = paint(frame.sketch)
    size = former.size if former else (WIDE, round(board.height * WIDE / board.width))
    shown = Image.new("RGB", (WIDE, STRIP + size[1]), PAPER)
    shown.paste(_strip(frame), (0, 0))
    shown.paste(ImageOps.pad(board, size, Image.Resampling.LANCZOS, color=PAPER), (0, STRIP))
    palette = former.palette if former else _spared(colours(frame.sketch.game) or shown.quantize(FREE))
    numbers = reduced(shown, palette).point([*range(FREE), FREE - 1])  # pyright: ignore[reportUnknownMemberType]
    return numbers, Format(size, palette)


Framing = Callable[[Frame, Format | None], tuple[Picture, Format]]


def fitting(frames: Callable[[int], Iterable[Frame]], limit: int = LARGEST, framing: Framing = framed) -> bytes:
    """The film of as many frames as a file of so many bytes holds; ``frames`` gives at most so many of a game, spread evenly.

    :param framing: has `framed` done, perhaps elsewhere.
    """
    most = MOST
    while len(data := film(frames(most), framing)) > limit and most > FEWEST:
        shown = getattr(Image.open(io.BytesIO(data)), "n_frames", 1)
        most = max(FEWEST, shown * limit // len(data))
    return data


def film(frames: Iterable[Frame], framing: Framing = framed) -> bytes:
    """The frames, at least one and best not more than `MOST`, as a GIF that begins anew when it is over.

    Each is asked for when the one before it is finished: who hands them over sets the pace of the work.
    """
    file = io.BytesIO()
    for piece, place, done in _changes(frames, framing):
        if not file.tell():
            file.writelines(getheader(piece, info={"loop": 0})[0])
        file.writelines(getdata(piece, place, duration=PACE if done < 1 else REST, transparency=FREE))
    file.write(b";")
    return file.getvalue()


def _changes(frames: Iterable[Frame], framing: Framing) -> Iterator[tuple[Picture, tuple[int, int], float]]:
    """The first picture, then of each what differs from the one before, where that lies, and how far the game is."""
    former = None
    for picture, done in _pictures(frames, framing):
        numbers = Image.frombytes("L", picture.size, picture.tobytes())
        if former is None:
            yield picture, (0, 0), done
        else:
            delta = ImageChops.difference(numbers, former)
            left, top, right, bottom = delta.getbbox() or (0, 0, 1, 1)
            picture.paste(FREE, mask=delta.point([255, *[0] * (COLOURS - 1)]))  # pyright: ignore[reportUnknownMemberType]
            yield picture.crop((left, top, right, bottom)), (left, top), done
        former = numbers


def _pictures(frames: Iterable[Frame], framing: Framing) -> Iterator[tuple[Picture, float]]:
    """All of one size, in the same colours."""
    former = None
    for frame in frames:
        picture, former = framing(frame, former)
        yield picture, frame.done


def _spared(palette: Picture) -> Picture:
    """A palette whose last colour is free: of the two that are most alike one stands for both."""
    numbers = palette.getpalette() or []
    inks = sorted(set(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)))
    if len(inks) > FREE:
        _, least = min((sum((a - b) ** 2 for a, b in zip(one, other, strict=True)), one) for one, other in combinations(inks, 2))
        inks.remove(least)
    chart = Image.new("P", (1, 1))
    chart.putpalette([part for ink in (*inks, *[inks[-1]] * (COLOURS - len(inks))) for part in ink])
    return chart


def _strip(frame: Frame) -> Picture:
    """What is said, and beneath it as a bar how far the game is."""
    strip = Image.new("RGB", (WIDE, STRIP), CREAM)
    draw = ImageDraw.Draw(strip)
    lines, size = paragraph(map(frame.sketch.teller.told, frame.told), ROOM, LINES, FONT, LEAST)
    for number, line in enumerate(lines):
        write(draw, (WIDE / 2, (STRIP - BAR) / 2 + (number - (len(lines) - 1) / 2) * size * LINE), line, size, INK, anchor="m")
    strip.paste(SAND, (0, STRIP - BAR, WIDE, STRIP))
    strip.paste(GOLD, (0, STRIP - BAR, round(WIDE * frame.done), STRIP))
    return strip
