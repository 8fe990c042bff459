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
import sys
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, ParamSpec, TypeVar

log = logging.getLogger(__name__)

NICENESS = 10  # of 19: whoever answers people comes first
MOST = 4  # workers, where nothing else is set
MOST_PASSED = 8  # who may go before somebody who waits for longer
TRIES = 3  # of work whose worker was killed
LONGEST = 60.0  # seconds for a piece; whoever takes longer hangs
PATIENCE = 5.0  # seconds for what looks after a process: it would complain if the program ended meanwhile

P = ParamSpec("P")
R = TypeVar("R")
Kind = Callable[[Callable[[], Any]], Hashable]
"""What a piece of work shares with others of its kind; None if nothing."""
Prepare = Callable[[], None]


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
    does the end of the program. ``niceness`` is added to that of this process. Pieces of the same ``kind`` are done by the same
    process, which has in memory what they share, unless another one has nothing to do. Each process calls ``prepare`` first.
    """

    def __init__(
        self,
        count: int = 0,
        *,
        threads: int = 1,
        niceness: int = NICENESS,
        longest: float = LONGEST,
        kind: Kind = lambda _: None,
        prepare: Prepare | None = None,
    ) -> None:
        self.count = count
        self.room = count or threads
        self.longest = longest
        self._niceness = niceness
        self._kind = kind
        self._prepare = prepare
        self._places = Places(self.room)
        self._in_hand = set[asyncio.Task[Any]]()
        self._processes = dict[int, _Process]()  # by place
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
        while self._processes:
            self._processes.popitem()[1].end(PATIENCE)

    async def _in_turn(self, work: Callable[[], R], *, later: bool) -> R:
        place = await self._places.take(self._kind(work), later=later)
        piece = asyncio.create_task(self._done(work, place))
        self._in_hand.add(piece)
        piece.add_done_callback(partial(self._leave, place))
        return await asyncio.shield(piece)

    def _leave(self, place: int, piece: asyncio.Task[Any]) -> None:
        self._in_hand.discard(piece)
        self._places.give_back(place)

    async def _done(self, work: Callable[[], R], place: int) -> R:
        if not self.count:
            self._require_open()
            return await self._in_thread(work)
        for _ in range(TRIES - 1):
            with suppress(BrokenProcessPool):
                return await self._tried(work, place)
        return await self._tried(work, place)

    async def _in_thread(self, work: Callable[[], R]) -> R:
        future = Future[R]()
        threading.Thread(target=_settle, args=(future, work), daemon=True).start()
        async with asyncio.timeout(self.longest):
            return await asyncio.wrap_future(future)

    async def _tried(self, work: Callable[[], R], place: int) -> R:
        self._require_open()
        process = self._at(place)
        try:
            async with asyncio.timeout(self.longest):
                return await asyncio.wrap_future(process.submit(work))
        except (BrokenProcessPool, TimeoutError) as error:
            if self._processes.pop(place, None):  # else these workers were closed
                log.warning("a worker was killed, or took longer than %g seconds (%r)", self.longest, error)
            process.end()
            raise

    def _at(self, place: int) -> _Process:
        """The process of a place. All begin with the first one: who begins while the program ends would complain."""
        for each in range(self.count):
            if each not in self._processes:
                self._processes[each] = _Process(self._niceness, self._prepare)
                self._processes[each].submit(int)
        return self._processes[place]

    def _require_open(self) -> None:
        if self._closed:
            raise asyncio.CancelledError


class Places:
    """A semaphore with two lines: whoever takes a place ``later`` gets one when nobody waits in the other.

    Places have numbers from 0. Each kind has a home, and goes elsewhere where nobody waits in its line who is at home there, or
    where some were let pass already.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._free = set(range(count))
        self._homes = dict[Hashable, int]()
        self._lines = list[_Waiting](), list[_Waiting]()

    async def take(self, kind: Hashable = None, *, later: bool) -> int:
        """Wait for a place, and tell which it is."""
        home = None if kind is None else self._homes.setdefault(kind, len(self._homes) % self._count)
        if self._free:  # so nobody waits
            place = home if home in self._free else min(self._free)
            self._free.discard(place)
            return place
        waiting = _Waiting(home, asyncio.get_running_loop().create_future())
        self._lines[later].append(waiting)
        try:
            return await waiting.given
        except asyncio.CancelledError:
            if not waiting.given.cancelled():  # it came at the same moment
                self.give_back(waiting.given.result())
            raise

    def give_back(self, place: int) -> None:
        """Let the next one have it."""
        for line in self._lines:
            line[:] = (waiting for waiting in line if not waiting.given.done())
            if line:
                first = line[0]
                found = first if first.passed == MOST_PASSED else next((one for one in line if one.home == place), first)
                first.passed += found is not first
                line.remove(found)
                found.given.set_result(place)
                return
        self._free.add(place)


@dataclass(eq=False, slots=True)
class _Waiting:
    home: int | None
    given: asyncio.Future[int]
    passed: int = 0  # who came later and went before, as they are at home there


class _Logged(SpawnProcess):
    """Logs the error by which it ends, where the class above would write to standard error."""

    def run(self) -> None:
        try:
            super().run()
        except Exception:
            log.exception("a worker ends by an error that nobody foresaw")
            sys.exit(1)


class _Context(SpawnContext):
    """Remembers the processes that it makes."""

    def __init__(self) -> None:
        self.made = list[SpawnProcess]()

    def Process(self, *args: Any, **given: Any) -> SpawnProcess:  # noqa: N802  # pyright: ignore[reportIncompatibleVariableOverride]
        self.made.append(_Logged(*args, **given))
        return self.made[-1]


class _Process(ProcessPoolExecutor):
    """One worker, which can be ended at once."""

    def __init__(self, niceness: int, prepare: Prepare | None) -> None:
        self._context = _Context()
        super().__init__(1, self._context, _begin, (niceness, prepare))

    def end(self, patience: float = 0.0) -> None:
        """Whatever it does; what looks after it here is waited for so many seconds, and may never end (CPython's gh-94777)."""
        for process in self._context.made:
            if process.pid is not None:
                process.kill()  # nothing less reaches one that hangs
        stopping = threading.Thread(target=self.shutdown, kwargs={"cancel_futures": True}, daemon=True)
        stopping.start()
        stopping.join(patience)


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


def _begin(niceness: int, prepare: Prepare | None) -> None:
    """What a worker does first. Ctrl+C is for the process it belongs to."""
    if prepare is not None:
        prepare()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(niceness)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A pipe to the parent is closed when that ends, also when it is killed."""
    if parent := parent_process():
        parent.join()
    os._exit(1)
