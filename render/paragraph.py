"""Sentences on several lines."""

from __future__ import annotations

from collections.abc import Iterable

from render.fonts import ELLIPSIS, clean, fit, width


def paragraph(sentences: Iterable[str], room: int, lines: int, size: int, least: int) -> tuple[list[str], int]:
    """Sentences, each on lines of its own, at most so many of them, and a size in which they fit into ``room`` pixels.

    They are smaller first, no smaller than ``least``, then cut with …
    """
    cleaned = [[clean(word) for word in sentence.split()] for sentence in sentences]
    while True:
        found = [line for words in cleaned for line in _wrapped(words, room, size)]
        if len(found) <= lines or size - 2 < least:
            break
        size -= 2
    if len(found) > lines:
        found[lines - 1 :] = [found[lines - 1] + ELLIPSIS]
    return [fit(line, room, size, size)[0] for line in found], size


def _wrapped(words: Iterable[str], room: int, size: int) -> Iterable[str]:
    line = ""
    for word in filter(None, words):
        longer = f"{line} {word}" if line else word
        if line and width(longer, size) > room:
            yield line
            longer = word
        line = longer
    if line:
        yield line
