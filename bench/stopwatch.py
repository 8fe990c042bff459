"""Measure the wall time and the processor time of work, including its processes, and the lag of the event loop."""

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
    """Seconds of wall time, and of processor time."""

    wall: float
    processor: float

    def rows(self, name: str) -> list[Row]:
        """Return a row for the wall time and one for the processor time, called after ``name``."""
        return [Row(f"{name}, wall time", self.wall, "s"), Row(f"{name}, processor time", self.processor, "s")]


class Stopwatch:
    """A stopwatch that runs from its creation.

    The time of processes whose end nobody waits for, as after a kill, cannot be measured.
    """

    def __init__(self) -> None:
        self._began = _now()

    @property
    def took(self) -> Took:
        """Return the time until now."""
        now = _now()
        return Took(now.wall - self._began.wall, now.processor - self._began.processor)


def _now() -> Took:
    running = sum(map(spent_with_ended, set(below(os.getpid()))))
    own, ended = getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    return Took(perf_counter(), running + own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime)


TICK = 0.005  # seconds between two ticks
MILLI = 1000


async def late(work: asyncio.Future[Any]) -> list[float]:
    """Return the lateness of each tick in ms until the work is done."""
    found = list[float]()
    while not work.done():
        began = perf_counter()
        await asyncio.sleep(TICK)
        found.append((perf_counter() - began - TICK) * MILLI)
    return found
