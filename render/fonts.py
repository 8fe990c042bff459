"""Lettering: our own fonts and those of the machine, each for what those before it lack, and text cut to a width."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import groupby

from PIL import Image, ImageDraw, features

from render.cache import sprites
from render.faces import FACES, font, has, installed
from render.palette import Ink
from render.writing import Words, Writing, note
from rules.names import END, ISOLATE, LEFTWARDS, balance, close

ELLIPSIS = "…"
STRONG = {"L", "R", "AL"}  # directions of letters by which a text runs
SHAPED = features.check("raqm")  # can letters be joined, stacked, and written from right to left?
COMPLEX = (
    (0x0900, 0x109F),
    (0x1700, 0x18AF),
    (0x1900, 0x1CFF),
    (0xA800, 0xABFF),
    (0x11000, 0x11FFF),
)  # scripts of India and beyond
MARKS = 3  # signs above and below one letter of these
ALIKE = {ord("−"): "–"}  # drawn by what our first face has and looks alike, so that no line changes its face for it
APART = "⚙"  # signs that leave the letters beside them in their own face
LONGEST = 80  # letters of a name that are looked at at all


def face_of(letter: str) -> str:
    """The first face that has a letter, our own before those of the machine; empty if none has."""
    return next((face for face in FACES if has(face, letter)), "") or installed.face_of(letter)


@lru_cache(maxsize=1024)
def clean(text: str) -> str:
    """Return one line of letters that there are fonts for: no emoji, control characters or piled accents; isolates stay."""
    composed = unicodedata.normalize("NFC", balance(text[:LONGEST]))
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
    """Return the text without isolates of which nothing is left."""
    less = text.replace(f"{ISOLATE}{END}", "")
    return text if less == text else _without_empty(less)


def _writable(letter: str) -> bool:
    """Is it written from left to right, one letter beside the other, or is there somebody who can write it otherwise?"""
    return SHAPED or not (_complex(letter) or unicodedata.bidirectional(letter) in LEFTWARDS)


def _complex(letter: str) -> bool:
    return any(first <= ord(letter) <= last for first, last in COMPLEX)


def _piled(letter: str, before: list[str]) -> bool:
    """Is it one accent too many? Only scripts that are made so may have some."""
    marks = [unicodedata.category(each).startswith("M") for each in before[-MARKS:]]
    complex_or_leftwards = _complex(letter) or bool(before and unicodedata.bidirectional(before[-1]) in LEFTWARDS)
    return not complex_or_leftwards or (len(marks) == MARKS and all(marks))


@lru_cache(maxsize=1024)
def runs(text: str) -> tuple[tuple[str, str], ...]:
    """Return a clean text as pieces that share a face: (face, piece); one if any face has all of it, but for signs set apart.

    An isolate is a piece of its own, so that it turns nothing around it; from right to left its first piece is the last one.
    """
    text = text.translate(ALIKE)
    parts = re.split(f"[{ISOLATE}{END}]", text)
    letters, faces = "".join(parts), (*FACES, *installed.faces)
    whole = next((face for face in faces if all(has(face, letter) for letter in letters if letter not in APART)), "")
    return tuple(piece for part in parts for piece in _in_order(part, whole))


def _in_order(part: str, whole: str) -> list[tuple[str, str]]:
    """Return the pieces of a part of a line from left to right; ``whole`` is a face that has all letters of the line, if any."""
    grouped = groupby(part, lambda letter: whole if whole and letter not in APART else face_of(letter))
    pieces = [(face, "".join(letters)) for face, letters in grouped if face]
    strong = next((direction for direction in map(unicodedata.bidirectional, part) if direction in STRONG), "")
    return pieces[::-1] if strong in LEFTWARDS else pieces


@lru_cache(maxsize=1024)
def width(text: Words, size: int) -> float:
    """Pixels that a text takes in a line."""
    return sum(font(size, face).getlength(piece) for face, piece in runs(text))


@lru_cache(maxsize=1024)
def fit(text: Words, room: int, size: int, least: int) -> tuple[Words, int]:
    """A text and a size that fit into ``room`` pixels: smaller first, no smaller than ``least``, then cut with …"""
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
    """Write one line, on a piece in the size that it will have on the picture.

    :param at: in pixels; the middle of capital letters is at y, so that digits stand in the middle of what they are on.
    :param anchor: l, m or r: the text begins, has its middle or ends at x.
    :param halo: a rim of ``thick`` pixels around the letters, for a busy ground.
    """
    wide = width(text, size)
    x = round(at[0] - wide * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor])
    note([Writing(text, size, (x, round(at[1] - size * 0.35), round(wide), round(size * 0.7)), draw.im.size)])
    baseline = round(at[1] + size * 0.35)
    for colour, rim in ((halo, thick), (ink, 0)):
        if colour is not None:
            shape, left, top = _line(text, size, rim)
            draw.bitmap((x + left, baseline + top), shape, colour)


@sprites.keep
def _line(text: Words, size: int, rim: int) -> tuple[Image.Image, int, int]:
    """How thickly a line covers each pixel; where that begins, seen from where the text begins on its baseline.

    FreeType takes a tenth of a millisecond for a line, and most are written again on the next picture.
    """
    left, high = -rim - size // 4, rim + size * 5 // 4
    shape = Image.new("L", (round(width(text, size)) + 2 * -left, high + rim + size // 2))
    draw, x = ImageDraw.Draw(shape), float(-left)
    for face, piece in runs(text):
        draw.text((x, high), piece, 255, font(size, face), anchor="ls", stroke_width=rim)
        x += font(size, face).getlength(piece)
    return shape, left, -high
