"""Work that takes long is done in other processes, so that the event loop has its own to itself.

``await workers.run(function, *values)`` does ``function(*values)`` in one of them, before all that waits for `run_later`: what a
person waits for stands behind nothing but what has begun. The function is one of a module that a worker
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
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, ParamSpec, TypeVar

log = logging.getLogger(__name__)

NICENESS = 10  # of 19: whoever answers people comes first
MOST = 4  # workers, where nothing else is set
TRIES = 3  # of work whose worker was killed
LONGEST = 60.0  # seconds for a piece; whoever takes longer hangs

P = ParamSpec("P")
R = TypeVar("R")


def usual() -> int:
    """How many workers there are where nothing is set: a core is left to those who answer people."""
    return max(1, min(MOST, cores() - 1))


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Workers:
    """``count`` processes; with 0 the work is done in ``threads``.

    At most ``room`` pieces are in hand, one for each of them; the others wait, and can be cancelled while waiting. A piece that
    has begun is carried on, and keeps its place, even if whoever asked for it is cancelled. It has ``longest`` seconds, the
    begin of a process included. A process that needs more is ended; a thread cannot be, but nobody waits for it any more, nor
    does the end of the program. ``niceness`` is added to that of this process.
    """

    def __init__(self, count: int = 0, *, threads: int = 1, niceness: int = NICENESS, longest: float = LONGEST) -> None:
        self.count = count
        self.room = count or threads
        self.longest = longest
        self._niceness = niceness
        self._places = Places(self.room)
        self._in_hand = set[asyncio.Task[Any]]()
        self._pool: _Processes | None = None
        self._apart = set[_Processes]()
        self._closed = False

    async def run(self, function: Callable[P, R], *values: P.args, **named: P.kwargs) -> R:
        """What it returns; raises what it does.

        :raises BrokenProcessPool: where each worker that tries it is killed.
        :raises TimeoutError: where it takes too long.
        :raises asyncio.CancelledError: where these workers were closed before it was done.
        """
        return await self._in_turn(partial(function, *values, **named), later=False)

    async def run_later(self, function: Callable[P, R], *values: P.args, **named: P.kwargs) -> R:
        """As `run`, but what no person waits for: it begins when nothing else waits."""
        return await self._in_turn(partial(function, *values, **named), later=True)

    def close(self) -> None:
        """End the processes, whatever they do; none begins any more."""
        self._closed = True
        pool, self._pool = self._pool, None
        for each in (*([pool] if pool else []), *self._apart):
            each.end(cancel_futures=True)

    async def _in_turn(self, work: Callable[[], R], *, later: bool) -> R:
        await self._places.take(later=later)
        piece = asyncio.create_task(self._done(work))
        self._in_hand.add(piece)
        piece.add_done_callback(self._leave)
        return await asyncio.shield(piece)

    def _leave(self, piece: asyncio.Task[Any]) -> None:
        self._in_hand.discard(piece)
        self._places.give_back()

    async def _done(self, work: Callable[[], R]) -> R:
        if not self.count:
            self._require_open()
            return await self._in_thread(work)
        for _ in range(TRIES - 1):
            with suppress(BrokenProcessPool):
                return await self._tried(work)
        return await self._alone(work)

    async def _in_thread(self, work: Callable[[], R]) -> R:
        future = Future[R]()
        threading.Thread(target=_settle, args=(future, work), daemon=True).start()
        async with asyncio.timeout(self.longest):
            return await asyncio.wrap_future(future)

    async def _tried(self, work: Callable[[], R]) -> R:
        pool = self._working()
        try:
            return await self._by(pool, work)
        except (BrokenProcessPool, TimeoutError) as error:
            if self._pool is pool:  # else others have seen it
                log.warning("a worker was killed, or took longer than %g seconds (%r): all begin anew", self.longest, error)
                self._pool = None
                pool.end()  # what else was in hand is done again
            raise

    async def _alone(self, work: Callable[[], R]) -> R:
        """By a worker that does nothing else: work that kills each takes no other along."""
        self._require_open()
        pool = _Processes(1, self._niceness)
        self._apart.add(pool)
        try:
            return await self._by(pool, work)
        finally:
            self._apart.discard(pool)
            pool.end()

    async def _by(self, pool: _Processes, work: Callable[[], R]) -> R:
        async with asyncio.timeout(self.longest):
            return await asyncio.wrap_future(pool.submit(work))

    def _working(self) -> _Processes:
        self._require_open()
        if self._pool is None:
            self._pool = _Processes(self.count, self._niceness)
        return self._pool

    def _require_open(self) -> None:
        if self._closed:
            raise asyncio.CancelledError


class Places:
    """A semaphore with two lines: whoever takes a place ``later`` gets one when nobody waits in the other."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._lines = deque[asyncio.Future[None]](), deque[asyncio.Future[None]]()

    async def take(self, *, later: bool) -> None:
        """Wait for a place."""
        if self._free:  # so nobody waits
            self._free -= 1
            return
        given = asyncio.get_running_loop().create_future()
        self._lines[later].append(given)
        try:
            await given
        except asyncio.CancelledError:
            if not given.cancelled():  # it came at the same moment
                self.give_back()
            raise

    def give_back(self) -> None:
        """Let the next one have it."""
        for line in self._lines:
            while line:
                if not (given := line.popleft()).done():
                    given.set_result(None)
                    return
        self._free += 1


class _Context(SpawnContext):
    """Remembers the processes that it makes."""

    def __init__(self) -> None:
        self.made = list[SpawnProcess]()

    def Process(self, *args: Any, **given: Any) -> SpawnProcess:  # noqa: N802  # pyright: ignore[reportIncompatibleVariableOverride]
        self.made.append(SpawnProcess(*args, **given))
        return self.made[-1]


class _Processes(ProcessPoolExecutor):
    """A pool that can be ended at once."""

    def __init__(self, count: int, niceness: int) -> None:
        self._context = _Context()
        super().__init__(count, self._context, _begin, (niceness,))
        # All begin at once: the executor's thread is not told of one that is added later, and overlooks its death.
        self._safe_to_dynamically_spawn_children = False

    def end(self, *, cancel_futures: bool = False) -> None:
        """Whatever they do."""
        self.shutdown(wait=False, cancel_futures=cancel_futures)
        for process in self._context.made:
            if process.pid is not None:
                process.kill()  # nothing less reaches one that hangs


def _settle(future: Future[R], work: Callable[[], R]) -> None:
    """Do the work. The threads of an executor would be waited for when the program ends."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = work()
    except BaseException as error:  # whoever waits for it gets it
        future.set_exception(error)
    else:
        future.set_result(result)


def _begin(niceness: int) -> None:
    """What a worker does first. Ctrl+C is for the process it belongs to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(niceness)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A pipe to the parent is closed when that ends, also when it is killed."""
    if parent := parent_process():
        parent.join()
    os._exit(1)
