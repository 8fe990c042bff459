"""The layout of a message on the sandbox's page in a window as wide as a phone, in pixels, computed without a browser.

The lengths are those of `sandbox/page/message.css`; `python -m bench screens --check` compares them with Chromium. Lines are
measured in the font that the page has on this machine. DejaVu Sans is wider than the fonts of phones, which so show fewer lines.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from typing import Literal, NamedTuple

from PIL import Image, ImageFont

from bench.rows import NotMeasured
from cogs.shell.components import Button, Download, Layout, Line, Menu, Part, Picker, Picture, Row
from cogs.shell.reader import Reader
from rules.text import Text

WINDOW_PX = 390
CONTENT_PX = 345.8  # within the frame
PICTURE_RIM_PX = 6.0  # the rims of a picture, on both sides together
PICTURE_PX = CONTENT_PX - PICTURE_RIM_PX  # width of a picture within its rims
PART_GAP_PX = 8.0  # between the parts of a message
BUTTON_PX = 44.0  # height of a row of buttons in one line
BUTTON_GAP_PX = 6.4  # between buttons, and between the lines of a row that wraps
BUTTON_RIM_PX = 21.2  # rim and padding left and right of a label
EMOJI_GAP_PX = 5.6  # between the emoji and the label of a button
MENU_PX = 44.0  # height of a menu whose label has one line
MENU_RIM_PX = 42.0  # rim, padding and arrow left and right of a label
TEXT_LINE_PX = 23.2
SMALL_LINE_PX = 18.2  # of a line that begins with -#
HEADING_GAP_PX = 4.0
EMPTY_LINE_PX = 16.0  # before a heading or a small line
EMOJI_LINE_PX = 1.0  # that emojis add to a small line
CODE_PADDING_EM = 0.3
EMOJI_EM = 1.375

MEASURED_AT_PX = 2048  # the widths of letters grow with the size of the font
HEADING_SIZES_PX = {1: 22.0, 2: 19.0, 3: 16.0}
TEXT_PX, SMALL_PX, LABEL_PX = 16.0, 13.0, 15.0
LABEL_LINE_PX, LABEL_PADDING_PX = 18.0, 8.4  # of a button
MENU_LINE_PX, MENU_PADDING_PX = 18.75, 14.8

Face = Literal["regular", "bold", "mono"]
FACES: dict[Face, str] = {"regular": "system-ui:weight=80", "bold": "system-ui:weight=200", "mono": "monospace"}


class Run(NamedTuple):
    """A piece of a line in one font: its text, or the pixels of an emoji or a padding."""

    text: str
    face: Face
    size: float
    pixels: float = 0.0

    @property
    def width(self) -> float:
        return self.pixels or width(self.text, self.face, self.size)


class Block(NamedTuple):
    """Lines of a text with their font size and their height; ``apart``: an empty line stands before them."""

    lines: list[str]
    size: float
    line: float
    apart: bool = False
    heading: bool = False


class Box(NamedTuple):
    """A part of a message, and where it begins and ends below the message's first part."""

    part: Part
    top: float
    bottom: float


def boxes(shown: Layout, reader: Reader) -> list[Box]:
    """Return the parts of a framed message from top to bottom.

    :raises NotMeasured: without fontconfig.
    """
    found, top = list[Box](), 0.0
    for part in shown.parts:
        bottom = top + height(part, reader)
        found.append(Box(part, top, bottom))
        top = bottom + PART_GAP_PX
    return found


def height(part: Part, reader: Reader) -> float:
    """Return the height of a part of a message."""
    match part:
        case Text():
            return text_height(reader.markdown(part))
        case Line(text, offer):  # the button stands beside the text, which is measured at its full width
            return max(text_height(reader.markdown(text)), row_height((offer,), reader))
        case Picture():
            return picture_height(*size_in(part))
        case Row(buttons):
            return row_height(buttons, reader)
        case Menu() | Picker():
            return menu_height(reader.label(part.placeholder, 150))
        case Download():
            return TEXT_LINE_PX  # a link


def size_in(picture: Picture) -> tuple[int, int]:
    """Return the width and height of an image file."""
    with Image.open(BytesIO(picture.data)) as image:
        return image.size


def picture_height(wide: int, high: int) -> float:
    """Return the height of a picture with its rims."""
    return PICTURE_PX * high / wide + PICTURE_RIM_PX


# -- buttons and menus ------------------------------------------------------------------------


def row_height(buttons: Iterable[Button], reader: Reader) -> float:
    """Return the height of a row, whose buttons wrap; a label wraps in a button that is as wide as the row."""
    lines: list[float] = []
    left = 0.0
    for each in buttons:
        emoji, label = reader.pictured(each.label)
        runs = _label(emoji, label)
        wide = BUTTON_RIM_PX + sum(run.width for run in runs)
        high = BUTTON_PX
        if wide > CONTENT_PX:
            high = max(BUTTON_PX, LABEL_PADDING_PX + LABEL_LINE_PX * count_lines(runs, CONTENT_PX - BUTTON_RIM_PX))
        if lines and left + BUTTON_GAP_PX + wide <= CONTENT_PX:
            lines[-1], left = max(lines[-1], high), left + BUTTON_GAP_PX + wide
        else:
            lines, left = [*lines, high], wide
    return sum(lines) + BUTTON_GAP_PX * (len(lines) - 1)


def _label(emoji: str | None, label: str) -> list[Run]:
    picture = [Run("", "regular", LABEL_PX, EMOJI_EM * LABEL_PX)] if emoji else []
    gap = [Run("", "regular", LABEL_PX, EMOJI_GAP_PX)] if emoji and label else []
    return [*picture, *gap, Run(label, "regular", LABEL_PX)]


def menu_height(label: str) -> float:
    """Return the height of a menu that shows this label."""
    lines = count_lines([Run(label, "regular", LABEL_PX)], CONTENT_PX - MENU_RIM_PX)
    return max(MENU_PX, MENU_PADDING_PX + MENU_LINE_PX * lines)


# -- text -------------------------------------------------------------------------------------

HEADING = re.compile(r"(#{1,3}) +(\S.*)")
SMALL = re.compile(r"-# +(\S.*)")
MARKUP = re.compile(
    r"\\(?P<escaped>[^A-Za-z0-9\s])"
    r"|`(?P<code>[^`]+)`"
    r"|<a?:\w+:\d+>(?P<emoji>)"
    r"|\[(?P<link>(?:\\.|[^\[\]\\])+)\]\(<?https?://[^\s()<>]+>?\)"
    r"|\*\*(?P<bold>(?:\\.|[^\\])+?)\*\*(?!\*)"
    r"|(?P<plain>[^\\`<\[*]+|.)",
    re.DOTALL,
)
# Words, each with the spaces or the dash after it: a line may break behind them.
WORDS = re.compile(r"\s+|[^\s–—-]*(?:[–—]|-(?!\d))|[^\s–—-]+(?:-(?=\d))?|-(?=\d)")


def text_height(markdown: str) -> float:
    """Return the height of a text component: paragraphs, headings and small lines, without lists, quotes and code blocks."""
    total = 0.0
    for block in _blocks(markdown.split("\n")):
        gap = EMPTY_LINE_PX if block.apart else HEADING_GAP_PX if block.heading else 0.0
        total += (gap if total else 0.0) + sum(_line_height(line, block) for line in block.lines)
    return total


def _line_height(line: str, block: Block) -> float:
    """Return the height of a line of Markdown, which may wrap."""
    runs = list(_runs(line, block.size, bold=block.heading))
    taller = EMOJI_LINE_PX if block.size == SMALL_PX and any(run.pixels > SMALL_PX for run in runs) else 0.0
    return count_lines(runs, CONTENT_PX) * (block.line + taller)


def _blocks(lines: Iterable[str]) -> Iterator[Block]:
    """Yield headings and small lines by themselves, the other lines as paragraphs without empty lines at their ends."""
    empty = False
    for is_text, group in groupby(lines, lambda line: not HEADING.fullmatch(line) and not SMALL.fullmatch(line)):
        together = list(group)
        if is_text:
            kept = "\n".join(together).rstrip().split("\n")
            empty = len(kept) < len(together) or kept == [""]
            if kept != [""]:
                yield Block(kept, TEXT_PX, TEXT_LINE_PX)
            continue
        for line in together:
            if heading := HEADING.fullmatch(line):
                size = HEADING_SIZES_PX[len(heading[1])]
                yield Block([heading[2]], size, size * 1.25, empty, heading=True)
            elif small := SMALL.fullmatch(line):
                yield Block([small[1]], SMALL_PX, SMALL_LINE_PX, empty)
            empty = False


def _runs(text: str, size: float, *, bold: bool) -> Iterator[Run]:
    """Yield the pieces of a line of Markdown."""
    face: Face = "bold" if bold else "regular"
    for found in MARKUP.finditer(text):
        if found["code"] is not None:
            padding = Run("", "mono", size, CODE_PADDING_EM * size * 0.875)
            yield from (padding, Run(found["code"], "mono", size * 0.875), padding)
        elif found["emoji"] is not None:
            yield Run("", face, size, EMOJI_EM * size)
        elif found["bold"] or found["link"]:
            yield from _runs(found["bold"] or found["link"], size, bold=bold or bool(found["bold"]))
        else:
            yield Run(found["escaped"] or found["plain"], face, size)


def count_lines(runs: Iterable[Run], room: float) -> int:
    """Return the number of lines that these pieces take."""
    lines, used, word = 1, 0.0, 0.0
    for run in runs:
        for piece in WORDS.findall(run.text) if run.text else [""]:
            wide = run._replace(text=piece).width
            if piece.isspace():
                lines, used, word = _placed(lines, used, word, room)
                used += wide
            else:
                word += wide
                if piece.endswith(("–", "—", "-")):
                    lines, used, word = _placed(lines, used, word, room)
    return _placed(lines, used, word, room)[0]


def _placed(lines: int, used: float, word: float, room: float) -> tuple[int, float, float]:
    """Return lines, pixels used of the last one and an empty word, after a word was placed."""
    if used and used + word > room:
        lines, used = lines + 1, 0.0
    over = int((used + word) // room) if used + word > room else 0
    return lines + over, used + word - over * room, 0.0


@lru_cache(maxsize=65536)
def width(text: str, face: Face, size: float) -> float:
    """Return the pixels that a text takes in one line."""
    return _font(face).getlength(text) * size / MEASURED_AT_PX


@lru_cache
def _font(face: Face) -> ImageFont.FreeTypeFont:
    """Return the page's font, as fontconfig finds it for Chromium."""
    program = shutil.which("fc-match")
    if program is None:
        raise NotMeasured("heights of texts, as fontconfig (fc-match) is not installed")
    file = subprocess.run([program, "-f", "%{file}", FACES[face]], capture_output=True, text=True, check=True).stdout
    return ImageFont.truetype(file, MEASURED_AT_PX)
