"""The time that work takes: by the clock, and of processors, those of processes that it starts included."""

from __future__ import annotations

import asyncio
import os
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import perf_counter
from typing import Any, NamedTuple

from bench.live.processes import below, spent_with_ended
from bench.rows import Row

WHOLE = "the whole bench"  # the name of its time


class Took(NamedTuple):
    """Seconds of the clock, and of processors."""

    wall: float
    processor: float

    def rows(self, name: str) -> list[Row]:
        """Return both as figures."""
        return [Row(f"{name}, wall time", self.wall, "s"), Row(f"{name}, processor time", self.processor, "s")]


class Stopwatch:
    """Runs from the moment it is made.

    Of processes that end without being waited for by the one that started them, as after a kill, nobody can tell what they took.
    """

    def __init__(self) -> None:
        self._began = _now()

    @property
    def took(self) -> Took:
        """Return what has been taken until now."""
        now = _now()
        return Took(now.wall - self._began.wall, now.processor - self._began.processor)


def _now() -> Took:
    running = sum(map(spent_with_ended, set(below(os.getpid()))))
    own, ended = getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    return Took(perf_counter(), running + own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime)


TICK = 0.005  # seconds between two looks at the clock
MILLI = 1000


async def late(work: asyncio.Future[Any]) -> list[float]:
    """By how many ms each look came too late until the work was done."""
    found = list[float]()
    while not work.done():
        began = perf_counter()
        await asyncio.sleep(TICK)
        found.append((perf_counter() - began - TICK) * MILLI)
    return found
