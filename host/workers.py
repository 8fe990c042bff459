"""Work that takes long is done in other processes of low priority, so that nobody waits for it who did not ask for it.

``await workers.run(function, *values)`` does ``function(*values)`` in one of them. The function is one of a module that a worker
can import by its name, and whatever goes in and out can be pickled; it should neither ask nor change anything else, as it is done
again when a process was killed. Workers begin when they are first needed, and end with the process they belong to, even if that
is killed.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import active_children, get_context, parent_process
from typing import ParamSpec, TypeVar

log = logging.getLogger(__name__)

NICENESS = 10  # of 19: whoever answers people comes first
MOST = 4  # workers, where nothing else is set
TRIES = 3  # of work whose worker was killed
LONGEST = 60.0  # seconds for a piece; whoever takes longer hangs

P = ParamSpec("P")
R = TypeVar("R")


def usual() -> int:
    """How many workers there are where nothing is set: a core is left to those who answer people."""
    return max(1, min(MOST, (os.cpu_count() or 1) - 1))


class Workers:
    """``count`` processes; with 0 the work is done in a thread, a piece at a time.

    At most ``room`` pieces are in hand; who comes later waits in order, and can be cancelled while waiting. A piece has
    ``longest`` seconds. A process that needs more is ended; a thread cannot be, but nobody waits for it any more.
    """

    def __init__(self, count: int = 0) -> None:
        self.count = count
        self.room = count + 1 if count else 1  # so that no worker waits for the next piece
        self.longest = LONGEST
        self._places = asyncio.Semaphore(self.room)
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, function: Callable[P, R], *values: P.args, **named: P.kwargs) -> R:
        """What it returns; raises what it does.

        :raises BrokenProcessPool: where each worker that tries it is killed.
        :raises TimeoutError: where it takes too long.
        """
        async with self._places:
            if not self.count:
                async with asyncio.timeout(self.longest):
                    return await asyncio.to_thread(function, *values, **named)
            for _ in range(TRIES - 1):
                with suppress(BrokenProcessPool):
                    return await self._tried(function, *values, **named)
            return await self._tried(function, *values, **named)

    def close(self) -> None:
        """End the processes, whatever they do."""
        pool, self._pool = self._pool, None
        if pool is not None:
            _end(pool, cancel_futures=True)

    async def _tried(self, function: Callable[P, R], *values: P.args, **named: P.kwargs) -> R:
        pool = self._working()
        try:
            async with asyncio.timeout(self.longest):
                return await asyncio.wrap_future(pool.submit(function, *values, **named))
        except (BrokenProcessPool, TimeoutError) as error:
            if self._pool is pool:  # else others have seen it
                log.warning("a worker was killed, or took longer than %g seconds (%r): all begin anew", self.longest, error)
                self._pool = None
                _end(pool)  # what else was in hand is done again
            raise

    def _working(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.count, get_context("spawn"), _begin)
        return self._pool


def _end(pool: ProcessPoolExecutor, *, cancel_futures: bool = False) -> None:
    pool.shutdown(wait=False, cancel_futures=cancel_futures)
    for worker in active_children():
        worker.kill()  # nothing less reaches one that hangs


def _begin() -> None:
    """What a worker does first. Ctrl+C is for the process it belongs to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A pipe to the parent is closed when that ends, also when it is killed."""
    if parent := parent_process():
        parent.join()
    os._exit(1)
