"""Break sentences into lines."""

from __future__ import annotations

from collections.abc import Iterable

from render.fonts import ELLIPSIS, fit, width
from render.writing import Words


def paragraph(sentences: Iterable[Words], room: int, lines: int, size: int, least: int) -> tuple[list[Words], int]:
    """Return at most ``lines`` lines that fit into ``room`` pixels, and their font size. Each sentence starts a line.

    Shrink by steps of 2 from ``size`` to ``least``; if that does not suffice, cut off the rest and end it with ``…``.
    """
    words = [sentence.split(" ") for sentence in sentences]  # only plain spaces may break a line
    while True:
        found = [line for each in words for line in _wrapped(each, room, size)]
        if len(found) <= lines or size - 2 < least:
            break
        size -= 2
    if len(found) > lines:
        found[lines - 1 :] = [Words(found[lines - 1] + ELLIPSIS)]
    return [fit(line, room, size, size)[0] for line in found], size


def _wrapped(words: Iterable[str], room: int, size: int) -> Iterable[Words]:
    line = Words("")
    for word in filter(None, words):
        longer = Words(f"{line} {word}" if line else word)
        if line and width(longer, size) > room:
            yield line
            longer = Words(word)
        line = longer
    if line:
        yield line
