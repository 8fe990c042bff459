"""Do slow work in other processes, so that the event loop stays free.

``await workers.run(function, *values)`` calls ``function(*values)`` in a worker process, before all work that waits in
`run_later`. The function must be importable by its name, and its arguments and result picklable. It should only compute: if its
process is killed, it is called again. Workers start when they are first needed. They end with the process to which they belong,
even if that is killed.

Workers are forked from a server process without threads, which has loaded the modules of `preload`. They share the memory of
these modules, and start in a moment.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pipe, parent_process, set_forkserver_preload
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from typing import Any, ParamSpec, TypeVar, cast

log = logging.getLogger(__name__)

NICENESS = 10  # of 19: answering people comes first
DEFAULT_LIMIT = 4  # of workers
OVERTAKING_LIMIT = 8  # callers that may overtake one who waits longer
WORK_ATTEMPTS = 3  # of work whose process was killed
WORK_LIMIT_SECONDS = 60.0  # for one piece of work; one that takes longer hangs
FREEZING_MODULE = "host.frozen_heap"
SHUTDOWN_SECONDS = 5.0  # for a killed process to be gone
SIZE_BYTES = 4  # before each message of `multiprocessing.Connection`: its length

P = ParamSpec("P")
R = TypeVar("R")
Kind = Callable[[Callable[[], Any]], Hashable]
"""Returns a key that work of the same kind shares; None for work of no kind."""
Prepare = Callable[[], None]


def default_count() -> int:
    """Return the default number of workers: one core is left for the event loop."""
    return max(1, min(DEFAULT_LIMIT, usable_cores() - 1))


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def preload(*modules: str) -> None:
    """Load these modules before the first worker starts, once for all of them; a module that fails is ignored.

    The program's main module should be among them: each worker runs it again, and then finds its imports loaded.
    """
    set_forkserver_preload([*modules, FREEZING_MODULE])


class Workers:
    """``count`` worker processes; with 0, ``threads`` do the work.

    Each worker has one piece of work. Further pieces wait, and can be cancelled while they wait. A piece that has begun is
    finished even if its caller is cancelled. A piece may take ``longest`` seconds, the start of its process included; then its
    process is killed. A thread cannot be killed, but nobody waits for it any more, nor does the end of the program. ``niceness``
    is added to that of this process. Pieces of the same ``kind`` go to the same process, whose memory holds what they share,
    unless another one is idle. Each process calls ``prepare`` first.
    """

    def __init__(
        self,
        count: int = 0,
        *,
        threads: int = 1,
        niceness: int = NICENESS,
        longest: float = WORK_LIMIT_SECONDS,
        kind: Kind = lambda _: None,
        prepare: Prepare | None = None,
    ) -> None:
        self.count = count
        self.room = count or threads
        self.longest = longest
        self._niceness = niceness
        self._kind = kind
        self._prepare = prepare
        self._slots = WorkerSlots(self.room)
        self._in_hand = set[asyncio.Task[Any]]()
        self._processes = dict[int, _Process]()  # by slot
        self._closed = False

    async def run(self, function: Callable[P, R], *values: P.args, **named: P.kwargs) -> R:
        """Call the function in a worker; return its result, or raise its error.

        :raises BrokenProcessPool: when each worker that tries it is killed.
        :raises TimeoutError: when it takes too long.
        :raises asyncio.CancelledError: when these workers are closed before it is done.
        """
        return await self._in_turn(partial(function, *values, **named), later=False)

    async def run_later(self, function: Callable[P, R], *values: P.args, **named: P.kwargs) -> R:
        """Do work for which no person waits: it begins only while no work of `run` waits. Return and raise as `run` does."""
        return await self._in_turn(partial(function, *values, **named), later=True)

    def close(self) -> None:
        """Kill the worker processes. None starts any more."""
        self._closed = True
        while self._processes:
            self._processes.popitem()[1].end(SHUTDOWN_SECONDS)

    async def _in_turn(self, work: Callable[[], R], *, later: bool) -> R:
        slot = await self._slots.take(self._kind(work), later=later)
        piece = asyncio.create_task(self._done(work, slot))
        self._in_hand.add(piece)
        piece.add_done_callback(partial(self._leave, slot))
        return await asyncio.shield(piece)

    def _leave(self, slot: int, piece: asyncio.Task[Any]) -> None:
        self._in_hand.discard(piece)
        self._slots.give_back(slot)

    async def _done(self, work: Callable[[], R], slot: int) -> R:
        if not self.count:
            self._require_open()
            return await self._in_thread(work)
        for _ in range(WORK_ATTEMPTS - 1):
            with suppress(BrokenProcessPool):
                return await self._tried(work, slot)
        return await self._tried(work, slot)

    async def _in_thread(self, work: Callable[[], R]) -> R:
        future = Future[R]()
        threading.Thread(target=_settle, args=(future, work), daemon=True).start()
        async with asyncio.timeout(self.longest):
            return await asyncio.wrap_future(future)

    async def _tried(self, work: Callable[[], R], slot: int) -> R:
        self._require_open()
        process = self._at(slot)
        try:
            async with asyncio.timeout(self.longest):
                return await process.do(work)
        except (BrokenProcessPool, TimeoutError) as error:
            if self._processes.pop(slot, None):  # else `close` has ended it
                log.warning("a worker was killed, or took longer than %g seconds (%r)", self.longest, error)
            process.end()
            raise

    def _at(self, slot: int) -> _Process:
        """Return the process of a slot. All start with the first one, since none may start while the program ends."""
        for each in range(self.count):
            if each not in self._processes:
                self._processes[each] = _Process(self._niceness, self._prepare)
        return self._processes[slot]

    def _require_open(self) -> None:
        if self._closed:
            raise asyncio.CancelledError


class WorkerSlots:
    """A semaphore with numbered slots, and two queues: callers with ``later`` get a slot when nobody waits in the other queue.

    Each kind of work has a home. A free slot goes to the first caller whose home it is, else to the first one. A caller whom
    others have overtaken `OVERTAKING_LIMIT` times gets the next slot.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._free = set(range(count))
        self._homes = dict[Hashable, int]()
        self._lines = list[_Waiting](), list[_Waiting]()

    async def take(self, kind: Hashable = None, *, later: bool) -> int:
        """Wait for a slot; return its number from 0."""
        home = None if kind is None else self._homes.setdefault(kind, len(self._homes) % self._count)
        if self._free:  # so nobody waits
            slot = home if home in self._free else min(self._free)
            self._free.discard(slot)
            return slot
        waiting = _Waiting(home, asyncio.get_running_loop().create_future())
        self._lines[later].append(waiting)
        try:
            return await waiting.given
        except asyncio.CancelledError:
            if not waiting.given.cancelled():  # it came at the same moment
                self.give_back(waiting.given.result())
            raise

    def give_back(self, slot: int) -> None:
        """Give the slot to the next caller."""
        for line in self._lines:
            line[:] = (waiting for waiting in line if not waiting.given.done())
            if line:
                first = line[0]
                found = first if first.passed == OVERTAKING_LIMIT else next((one for one in line if one.home == slot), first)
                first.passed += found is not first
                line.remove(found)
                found.given.set_result(slot)
                return
        self._free.add(slot)


@dataclass(eq=False, slots=True)
class _Waiting:
    home: int | None
    given: asyncio.Future[int]
    passed: int = 0  # callers that came later and got a slot earlier


class _Logged(ForkServerProcess):
    """A process that logs the error by which it ends, instead of writing it to standard error."""

    def run(self) -> None:
        try:
            super().run()
        except Exception:
            log.exception("a worker process ended by an unexpected error")
            sys.exit(1)


class _Process:
    """One worker process, which does one piece of work at a time. It can be killed at any moment."""

    def __init__(self, niceness: int, prepare: Prepare | None) -> None:
        self._pipe, theirs = Pipe()
        os.set_blocking(self._pipe.fileno(), False)
        self._process = _Logged(target=_serve, args=(theirs, niceness, prepare), daemon=True)
        self._busy = self._ended = False
        with theirs:
            self._process.start()

    async def do(self, work: Callable[[], R]) -> R:
        """Do the work in the process; return its result, or raise its error.

        :raises BrokenProcessPool: when the process ends before it is done.
        """
        asked = pickle.dumps(work)
        self._busy = True
        try:
            done, result = pickle.loads(await self._answer(asked))
        except OSError as error:
            raise BrokenProcessPool(str(error)) from error
        finally:
            self._busy = False
            if self._ended:
                self._pipe.close()
        if done:
            return cast("R", result)
        raise result

    async def _answer(self, asked: bytes) -> bytearray:
        rest = memoryview(len(asked).to_bytes(SIZE_BYTES) + asked)
        loop, pipe = asyncio.get_running_loop(), self._pipe.fileno()
        while rest:
            try:
                rest = rest[os.write(pipe, rest) :]
            except BlockingIOError:
                await _until_called(partial(loop.add_writer, pipe), partial(loop.remove_writer, pipe))
        return await self._receive(int.from_bytes(await self._receive(SIZE_BYTES)))

    async def _receive(self, size: int) -> bytearray:
        received, count = bytearray(size), 0
        loop, pipe = asyncio.get_running_loop(), self._pipe.fileno()
        while count < size:
            try:
                more = os.readv(pipe, [memoryview(received)[count:]])
            except BlockingIOError:
                await _until_called(partial(loop.add_reader, pipe), partial(loop.remove_reader, pipe))
                continue
            if not more:
                raise BrokenProcessPool("the process has ended")
            count += more
        return received

    def end(self, wait_seconds: float = 0.0) -> None:
        """Kill the process, and wait until it is gone."""
        self._ended = True
        self._process.kill()  # SIGTERM does not end a process that hangs
        self._process.join(wait_seconds)
        if not self._busy:  # else `do` notices the end, and closes it
            self._pipe.close()


def _settle(future: Future[R], work: Callable[[], R]) -> None:
    """Do the work in a thread that the end of the program does not wait for, unlike those of an executor."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = work()
    except BaseException as error:  # the caller awaits it
        future.set_exception(error)
    else:
        future.set_result(result)


async def _until_called(begin: Callable[[Callable[[], None]], object], end: Callable[[], object]) -> None:
    """Wait until the function that is given to ``begin`` is called; then call ``end``."""
    called = asyncio.Event()
    begin(called.set)
    try:
        await called.wait()
    finally:
        end()


def _serve(parent: Connection, niceness: int, prepare: Prepare | None) -> None:
    """Do all work that the parent sends to this process. Ctrl+C is left to the parent."""
    if prepare is not None:
        prepare()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(niceness)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, ConnectionError):  # the parent has ended or closed the pipe, maybe in the middle of a message
        while True:
            parent.send_bytes(_result_of(parent.recv_bytes()))


def _result_of(asked: bytes) -> bytes:
    """Do a piece of work; return whether it succeeded, and its result or error, to be sent."""
    try:
        return pickle.dumps((True, pickle.loads(asked)()))
    except Exception as error:
        error.add_note(f"In a worker process:\n{traceback.format_exc()}")
        try:
            return pickle.dumps((False, error))
        except Exception:  # some errors cannot be sent
            return pickle.dumps((False, RuntimeError(f"{error!r}\n{traceback.format_exc()}")))


def _end_with_parent() -> None:
    """End this process when its parent does: then a pipe is closed, also if the parent was killed."""
    if parent := parent_process():
        parent.join()
    os._exit(1)
