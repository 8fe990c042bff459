"""Record the texts on pictures while they are drawn, so that tests can check their size, place and language.

The record holds the texts on cached sprites, too. Code that draws signs which must be as distinct as letters, such as the pawns
on a card, records them as well. Each thread has its own record.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from threading import local
from typing import NamedTuple, NewType

Words = NewType("Words", str)
"""A text that may be written: translated for the viewer (`render.teller`), a name, or the same in every language (`literal`)."""


def literal(data: str | int) -> Words:
    """Return words that are the same in every language: a number, a key that people type, a sign."""
    return Words(str(data))


class TextRun(NamedTuple):
    """A written text, or a sign with a name of its own.

    :param size: the font size, or the height of a sign, in pixels of the picture.
    :param box: left, top, width and height on its ground, in pixels; zeros if unknown.
    :param ground: width and height of the sprite or picture that it stands on; zeros if unknown.
    """

    text: str
    size: int
    box: tuple[int, int, int, int] = (0, 0, 0, 0)
    ground: tuple[int, int] = (0, 0)


class _Record(local):
    """The texts that a thread has written; None while it does not record."""

    text_runs: list[TextRun] | None = None


_record = _Record()


def record_texts(text_runs: Iterable[TextRun]) -> None:
    """Add texts to this thread's record; do nothing while it does not record."""
    if _record.text_runs is not None:
        _record.text_runs.extend(text_runs)


@contextmanager
def recorded_texts() -> Generator[list[TextRun]]:
    """Record the texts that this thread writes in the ``with`` block, into the list that it yields.

    Blocks may nest: an outer block holds the texts of inner ones, too. A cached sprite counts once for each use.
    """
    outside, inside = _record.text_runs, list[TextRun]()
    _record.text_runs = inside
    try:
        yield inside
    finally:
        _record.text_runs = outside
        record_texts(inside)
