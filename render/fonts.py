"""Lettering: our own fonts, each for what those before it lack, and text cut to a width."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from render.cache import sprites
from render.palette import Ink
from render.writing import Writing, note

FOLDER = Path(__file__).parent / "fonts"
FACES = ("Cabin-Bold.otf", "OpenSans-Bold.ttf", "DejaVuSans-Bold.ttf")
ELLIPSIS = "…"
LONGEST = 80  # letters of a name that are looked at at all


@lru_cache(maxsize=256)
def font(size: int, face: str = FACES[0]) -> ImageFont.FreeTypeFont:
    """A face at a size in pixels."""
    return ImageFont.truetype(FOLDER / face, size)


@lru_cache(maxsize=8192)
def has(face: str, letter: str) -> bool:
    """Whether a face has a letter."""
    # A face draws what it lacks like this code point, which is never assigned.
    return letter.isspace() or _drawn(face, letter) != _drawn(face, "\U0010fffe")


def _drawn(face: str, letter: str) -> bytes:
    mask: Any = font(24, face).getmask(letter)
    return bytes(mask)


def face_of(letter: str) -> str:
    """The first face that has a letter; empty if none has."""
    return next((face for face in FACES if has(face, letter)), "")


def clean(text: str) -> str:
    """One line of letters that our fonts have: no emoji, control characters or piled accents."""
    composed = unicodedata.normalize("NFC", text[:LONGEST])
    kept = (c for c in composed if c.isprintable() and not unicodedata.combining(c) and face_of(c))
    return " ".join("".join(kept).split())


@lru_cache(maxsize=1024)
def runs(text: str) -> tuple[tuple[str, str], ...]:
    """A clean text as pieces that share a face: (face, piece); one piece if any face has all of it."""
    for face in FACES:
        if all(has(face, letter) for letter in text):
            return ((face, text),)
    return tuple((face, "".join(letters)) for face, letters in groupby(text, face_of) if face)


@lru_cache(maxsize=1024)
def width(text: str, size: int) -> float:
    """Pixels that a text takes in a line."""
    return sum(font(size, face).getlength(piece) for face, piece in runs(text))


@lru_cache(maxsize=1024)
def fit(text: str, room: int, size: int, least: int = 28) -> tuple[str, int]:
    """A text and a size that fit into ``room`` pixels: smaller first, no smaller than ``least``, then cut with …"""
    while size > least and width(text, size) > room:
        size -= 2
    if width(text, size) <= room:
        return text, size
    while text and width(text + ELLIPSIS, size) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS, size


def write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
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
    note([Writing(text, size)])
    x = round(at[0] - width(text, size) * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor])
    baseline = round(at[1] + size * 0.35)
    for colour, rim in ((halo, thick), (ink, 0)):
        if colour is not None:
            shape, left, top = _line(text, size, rim)
            draw.bitmap((x + left, baseline + top), shape, colour)


@sprites.keep
def _line(text: str, size: int, rim: int) -> tuple[Image.Image, int, int]:
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
