"""Measure, fit and write lines of text.

Sizes are font sizes in pixels of the picture, widths are pixels. Each letter is written in the first face that has it: ours in
the order of `FACES`, then those installed on the machine (`render.faces`). A text must be `clean`; letters without a face are
left out. Every line that is written is recorded (`render.writing`).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import groupby

from PIL import Image, ImageDraw, features

from render.cache import sprites
from render.faces import FACES, font, has_glyph, installed_fonts
from render.palette import Ink
from render.writing import TextRun, Words, record_texts
from rules.names import END, ISOLATE, LEFTWARDS, balance, close

ELLIPSIS = "…"
STRONG_DIRECTIONS = {"L", "R", "AL"}  # bidirectional classes that set the direction of a text
HAS_RAQM = features.check("raqm")  # can Pillow join and stack letters, and write from right to left?
COMPLEX_SCRIPTS = (
    (0x0900, 0x109F),
    (0x1700, 0x18AF),
    (0x1900, 0x1CFF),
    (0xA800, 0xABFF),
    (0x11000, 0x11FFF),
)  # first and last code points: scripts of India and beyond
MAX_MARKS = 3  # combining marks on one letter of these scripts, at most
LOOKALIKES = {ord("−"): "–"}  # the first face has the dash, not the minus: so no line changes its face for one sign
SEPARATE_SIGNS = "⚙"  # written in another face without changing that of the letters beside them
MAX_LETTERS = 80  # letters of a text; `clean` cuts off the rest


def face_of(letter: str) -> str:
    """Return the first face that has a letter, ours before those of the machine; '' if none has."""
    return next((face for face in FACES if has_glyph(face, letter)), "") or installed_fonts.face_of(letter)


@lru_cache(maxsize=1024)
def clean(text: str) -> str:
    """Return a text as one line of letters that can be written: at most `MAX_LETTERS`, single spaces, Unicode form NFC.

    Drop emoji, control characters, piled accents and letters without a face; keep isolates.
    """
    composed = unicodedata.normalize("NFC", balance(text[:MAX_LETTERS]))
    kept, based = list[str](), False
    for letter in composed:
        if letter in (ISOLATE, END):
            kept, based = [*kept, letter], False
            continue
        mark = unicodedata.category(letter).startswith("M")
        fine = letter.isprintable() and _writable(letter) and not (mark and _piled(letter, kept)) and bool(face_of(letter))
        if fine and (based or not mark):
            kept.append(letter)
        based = based if mark else fine
    return " ".join(_without_empty("".join(kept)).split())


def _without_empty(text: str) -> str:
    """Return the text without empty isolates."""
    less = text.replace(f"{ISOLATE}{END}", "")
    return text if less == text else _without_empty(less)


def _writable(letter: str) -> bool:
    """Return whether Pillow can write the letter's script: without Raqm only simple ones from left to right."""
    return HAS_RAQM or not (_complex(letter) or unicodedata.bidirectional(letter) in LEFTWARDS)


def _complex(letter: str) -> bool:
    return any(first <= ord(letter) <= last for first, last in COMPLEX_SCRIPTS)


def _piled(letter: str, before: list[str]) -> bool:
    """Return whether a mark is one too many; only complex and right-to-left scripts may have any, at most `MAX_MARKS`."""
    marks = [unicodedata.category(each).startswith("M") for each in before[-MAX_MARKS:]]
    complex_or_leftwards = _complex(letter) or bool(before and unicodedata.bidirectional(before[-1]) in LEFTWARDS)
    return not complex_or_leftwards or (len(marks) == MAX_MARKS and all(marks))


@lru_cache(maxsize=1024)
def runs(text: str) -> tuple[tuple[str, str], ...]:
    """Return a clean text split into pieces from left to right: (face, piece).

    One piece if a face has all letters, apart from `SEPARATE_SIGNS`. An isolate is split off, so that it does not turn the text
    around it; pieces of a part that runs from right to left are reversed.
    """
    text = text.translate(LOOKALIKES)
    parts = re.split(f"[{ISOLATE}{END}]", text)
    letters, faces = "".join(parts), (*FACES, *installed_fonts.faces)
    whole = next(
        (face for face in faces if all(has_glyph(face, letter) for letter in letters if letter not in SEPARATE_SIGNS)), ""
    )
    return tuple(piece for part in parts for piece in _in_order(part, whole))


def _in_order(part: str, whole: str) -> list[tuple[str, str]]:
    """Return the pieces of a part of a line from left to right; ``whole`` is a face with all letters of the line, or ''."""
    grouped = groupby(part, lambda letter: whole if whole and letter not in SEPARATE_SIGNS else face_of(letter))
    pieces = [(face, "".join(letters)) for face, letters in grouped if face]
    strong = next((direction for direction in map(unicodedata.bidirectional, part) if direction in STRONG_DIRECTIONS), "")
    return pieces[::-1] if strong in LEFTWARDS else pieces


@lru_cache(maxsize=1024)
def width(text: Words, size: int) -> float:
    """Return the pixels that a text takes in one line."""
    return sum(font(size, face).getlength(piece) for face, piece in runs(text))


@lru_cache(maxsize=1024)
def fit(text: Words, room: int, size: int, least: int) -> tuple[Words, int]:
    """Return a text and a font size that fit into ``room`` pixels.

    Shrink by steps of 2 from ``size`` to ``least``; if that does not suffice, cut the text and end it with ``…``.
    A ``room`` below the width of ``…`` gives ``…`` alone.
    """
    while size > least and width(text, size) > room:
        size -= 2
    if width(text, size) <= room:
        return text, size
    cut = str(text)
    while cut and width(Words(cut + ELLIPSIS), size) > room:
        cut = cut[:-1]
    return Words(close(cut.rstrip()) + ELLIPSIS), size


def write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: Words,
    size: int,
    ink: Ink,
    *,
    anchor: str = "l",
    halo: Ink | None = None,
    thick: int = 3,
) -> None:
    """Write one line and record it. Write on sprites only in their final size: the record holds the size of the font.

    :param at: the anchor in pixels; y is the middle of capital letters and digits.
    :param anchor: l, m or r: the left end, the middle or the right end of the text is at x.
    :param halo: the colour of a rim of ``thick`` pixels around the letters, for a busy ground.
    :raises KeyError: for another anchor.
    """
    wide = width(text, size)
    x = round(at[0] - wide * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor])
    record_texts([TextRun(text, size, (x, round(at[1] - size * 0.35), round(wide), round(size * 0.7)), draw.im.size)])
    baseline = round(at[1] + size * 0.35)
    for colour, rim in ((halo, thick), (ink, 0)):
        if colour is not None:
            shape, left, top = _line(text, size, rim)
            draw.bitmap((x + left, baseline + top), shape, colour)


@sprites.keep
def _line(text: Words, size: int, rim: int) -> tuple[Image.Image, int, int]:
    """Return a mask of the line, and where its left and top edges lie, from the start of the baseline.

    Cached: FreeType takes 0.1 ms for a line, and most lines are written again on the next picture.
    """
    left, high = -rim - size // 4, rim + size * 5 // 4
    shape = Image.new("L", (round(width(text, size)) + 2 * -left, high + rim + size // 2))
    draw, x = ImageDraw.Draw(shape), float(-left)
    for face, piece in runs(text):
        draw.text((x, high), piece, 255, font(size, face), anchor="ls", stroke_width=rim)
        x += font(size, face).getlength(piece)
    inked = shape.getbbox() or (0, 0, 1, 1)
    return shape.crop(inked), left + inked[0], inked[1] - high
