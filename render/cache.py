"""Caches of drawings: sprites for the pictures that follow, and finished pictures, each up to a number of bytes."""

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

from render.writing import TextRun, record_texts, recorded_texts

MIB = 1 << 20
ENTRY_OVERHEAD_BYTES = 1024  # about, beside the pixels
ONE_BYTE_MODES = ("1", "L", "P")  # Pillow stores a pixel of any other mode in four bytes
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(slots=True)
class _Entry:
    drawn: Any
    size: int  # bytes
    cost: float  # seconds per byte, without the time for parts that are cached themselves
    worth: float  # the cache's age at its last use, plus its cost
    text_runs: tuple[TextRun, ...]  # that it shows


class _Parts(local):
    """Seconds that a thread has spent on cached parts of its current drawing."""

    spent = 0.0


_parts = _Parts()


class Cache:
    """A cache of drawings, safe to use from several threads.

    It evicts by GreedyDual-Size: entries that are large, quick to draw, or long unused go first. On each use an entry's worth
    becomes its cost plus the worth of the entry evicted last. So a map of 5 MB that is pasted together in a moment does not
    drive out the sprites that it consists of.

    Arguments of cached functions must be hashable. Two threads that miss the same entry at the same moment both draw it.

    :param limit: bytes of all entries together.
    :param clock: measures the cost of a drawing, in seconds.
    """

    def __init__(self, limit: int, clock: Callable[[], float] = thread_time) -> None:
        self.limit = limit
        self.size = 0
        self._clock = clock
        self._age = 0.0
        self._entries: dict[Hashable, _Entry] = {}
        self._heap: list[tuple[float, int, Hashable]] = []  # a heap: each entry once, by its worth when it was pushed
        self._number = count()
        self._lock = Lock()

    def keep(self, draw: Callable[P, R]) -> Callable[P, R]:
        """Decorate a function: cache its drawings by arguments, with the texts on them (`render.writing`)."""

        @wraps(draw)
        def kept(*args: P.args, **kwargs: P.kwargs) -> R:
            key = (draw, args, *kwargs.items())
            if entry := self._used(key):
                record_texts(entry.text_runs)
                return entry.drawn
            began, outside, _parts.spent = self._clock(), _parts.spent, 0.0
            with recorded_texts() as text_runs:
                drawn = draw(*args, **kwargs)
            spent = self._clock() - began
            self.put(key, drawn, spent - _parts.spent, tuple(text_runs))
            _parts.spent = outside + spent
            return drawn

        return kept

    def get(self, key: Hashable) -> Any:
        """Return the drawing with this key, or None. The use counts for eviction."""
        entry = self._used(key)
        return entry.drawn if entry else None

    def put(self, key: Hashable, drawn: object, spent: float, text_runs: tuple[TextRun, ...] = ()) -> None:
        """Store a drawing that was made elsewhere; ignore it if the key is known or it exceeds the limit alone.

        :param spent: seconds that it took.
        :param text_runs: the texts on it.
        """
        size = bytes_in_memory(drawn)
        with self._lock:
            if key in self._entries or size > self.limit:
                return
            worth = self._age + spent / size
            self._entries[key] = _Entry(drawn, size, spent / size, worth, text_runs)
            self.size += size
            heappush(self._heap, (worth, next(self._number), key))
            while self.size > self.limit:
                self._remove_one()

    def _used(self, key: Hashable) -> _Entry | None:
        with self._lock:
            entry = self._entries.get(key)
            if entry:
                entry.worth = self._age + entry.cost
            return entry

    def _remove_one(self) -> None:
        worth, _, key = heappop(self._heap)
        entry = self._entries[key]
        if entry.worth > worth:  # used since it was pushed
            heappush(self._heap, (entry.worth, next(self._number), key))
        else:
            self._age = worth
            self.size -= self._entries.pop(key).size


def bytes_in_memory(drawn: object) -> int:
    """Return the bytes that an image or a file takes in memory; for a tuple, the sum of its parts."""
    match drawn:
        case Image.Image():
            return drawn.width * drawn.height * (1 if drawn.mode in ONE_BYTE_MODES else 4) + ENTRY_OVERHEAD_BYTES
        case bytes():
            return len(drawn) + ENTRY_OVERHEAD_BYTES
        case tuple():
            return sum(bytes_in_memory(part) for part in cast("tuple[object, ...]", drawn))
        case _:
            return ENTRY_OVERHEAD_BYTES


sprites = Cache(64 * MIB)  # from a medal to a whole map; those of two games, which a drawing worker usually has, need 48
pictures = Cache(6 * MIB, perf_counter)  # finished PNGs; workers draw them, so wall time counts
