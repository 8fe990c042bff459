"""What was drawn once is kept for the pictures that follow, up to so many bytes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import wraps
from heapq import heappop, heappush
from itertools import count
from threading import Lock, local
from time import perf_counter, thread_time
from typing import Any, ParamSpec, TypeVar, cast

from PIL import Image

from render.writing import Writing, note, noted

MIB = 1 << 20
EXTRA = 1024  # bytes that an entry takes beside its pixels, about
ONE_BYTE = ("1", "L", "P")  # modes; Pillow keeps a pixel of any other in four
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(slots=True)
class _Entry:
    drawn: Any
    size: int  # bytes
    cost: float  # seconds a byte, without those of parts that are kept themselves
    worth: float  # the age when it was last used, and its cost
    writings: tuple[Writing, ...]  # that stand on it


class _Parts(local):
    """What a thread has spent on parts of what it draws now, in seconds."""

    spent = 0.0


_parts = _Parts()


class Cache:
    """Results of drawing functions, together at most ``limit`` bytes; safe to use from several threads.

    Where room is needed, that goes which was not used for long, is soon drawn again, or is large: each use makes an entry
    worth its cost more than what went last (the algorithm is known as GreedyDual-Size). So a map of five megabytes, put
    together in no time, does not drive out the small pieces that it consists of. ``clock`` measures the cost, in seconds.

    Arguments have to be hashable. Two threads that miss the same entry at the same moment both draw it.
    """

    def __init__(self, limit: int, clock: Callable[[], float] = thread_time) -> None:
        self.limit = limit
        self.size = 0
        self._clock = clock
        self._age = 0.0
        self._entries: dict[Hashable, _Entry] = {}
        self._line: list[tuple[float, int, Hashable]] = []  # a heap: each entry once, by what it was worth then
        self._number = count()
        self._lock = Lock()

    def keep(self, draw: Callable[P, R]) -> Callable[P, R]:
        """A decorator: what the function draws is kept here."""

        @wraps(draw)
        def kept(*args: P.args, **kwargs: P.kwargs) -> R:
            key = (draw, args, *kwargs.items())
            if entry := self._used(key):
                note(entry.writings)
                return entry.drawn
            began, outside, _parts.spent = self._clock(), _parts.spent, 0.0
            with noted() as writings:
                drawn = draw(*args, **kwargs)
            spent = self._clock() - began
            self.put(key, drawn, spent - _parts.spent, tuple(writings))
            _parts.spent = outside + spent
            return drawn

        return kept

    def get(self, key: Hashable) -> Any:
        """What is kept under this key; None if nothing is."""
        entry = self._used(key)
        return entry.drawn if entry else None

    def put(self, key: Hashable, drawn: object, spent: float, writings: tuple[Writing, ...] = ()) -> None:
        """Keep what was drawn elsewhere, in so many seconds."""
        size = weight(drawn)
        with self._lock:
            if key in self._entries or size > self.limit:
                return
            worth = self._age + spent / size
            self._entries[key] = _Entry(drawn, size, spent / size, worth, writings)
            self.size += size
            heappush(self._line, (worth, next(self._number), key))
            while self.size > self.limit:
                self._remove_one()

    def _used(self, key: Hashable) -> _Entry | None:
        with self._lock:
            entry = self._entries.get(key)
            if entry:
                entry.worth = self._age + entry.cost
            return entry

    def _remove_one(self) -> None:
        worth, _, key = heappop(self._line)
        entry = self._entries[key]
        if entry.worth > worth:  # it was used since
            heappush(self._line, (entry.worth, next(self._number), key))
        else:
            self._age = worth
            self.size -= self._entries.pop(key).size


def weight(drawn: object) -> int:
    """Bytes that a picture takes, or a finished file; of several things, all of them."""
    match drawn:
        case Image.Image():
            return drawn.width * drawn.height * (1 if drawn.mode in ONE_BYTE else 4) + EXTRA
        case bytes():
            return len(drawn) + EXTRA
        case tuple():
            return sum(weight(part) for part in cast("tuple[object, ...]", drawn))
        case _:
            return EXTRA


sprites = Cache(72 * MIB)  # parts of pictures, from a medal to a whole map; with more, who draws would need more than 250 MiB
pictures = Cache(6 * MIB, perf_counter)  # finished ones, which others draw
