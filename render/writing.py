"""What is written on pictures while they are drawn, and how large: noted for who asks, with what stands on kept pieces.

Whoever draws signs that must be told apart like letters, such as the figures on a card, notes them, too.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from threading import local
from typing import NamedTuple, NewType

Words = NewType("Words", str)
"""What may be written: a text as it is told to somebody (`render.teller`), a name, or what is the same in every language."""


def literal(data: str | int) -> Words:
    """What is written alike in every language: a number, a key that is typed, a sign."""
    return Words(str(data))


class Writing(NamedTuple):
    """A text and the size of its font, or a sign and its height, in pixels of the picture.

    ``box`` says where it stands on a piece of a picture, from the left, from above, wide and high; ``ground`` how large that is.
    """

    text: str
    size: int
    box: tuple[int, int, int, int] = (0, 0, 0, 0)
    ground: tuple[int, int] = (0, 0)


class _Taken(local):
    """What a thread writes now; None while nobody asks."""

    notes: list[Writing] | None = None


_taken = _Taken()


def note(writings: Iterable[Writing]) -> None:
    """These stand on what is drawn now."""
    if _taken.notes is not None:
        _taken.notes.extend(writings)


@contextmanager
def noted() -> Generator[list[Writing]]:
    """What this thread writes within, once for each time that it is laid on a picture."""
    outside, inside = _taken.notes, list[Writing]()
    _taken.notes = inside
    try:
        yield inside
    finally:
        _taken.notes = outside
        note(inside)
