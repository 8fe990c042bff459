"""An event loop whose clock jumps to the next timer whenever nothing is left to do: a wait of hours takes no time."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

R = TypeVar("R")


class Deadlock(RuntimeError):
    """Every task waits, and nothing can wake one."""


class JumpingSelector(selectors.BaseSelector):
    """Watch files as the usual selector does, but wait only while threads work; otherwise move ``moment`` forward."""

    def __init__(self) -> None:
        self.moment = 0.0
        self._at_work = 0  # threads
        self._watched = selectors.DefaultSelector()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what is ready now; if nothing is, let the time until the next timer pass at once.

        :raises Deadlock: if there is no timer either.
        """
        ready = self._watched.select(None if self._at_work and timeout != 0 else 0)
        if not ready and timeout is None:
            raise Deadlock("every task waits for another, and no timer will wake one")
        if not ready and timeout is not None:
            self.moment += max(0.0, timeout)
        return ready

    def hold(self) -> None:
        """Let no time pass while one more thread is at work."""
        self._at_work += 1

    def release(self) -> None:
        """Let time pass again, if no other thread is at work."""
        self._at_work -= 1

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._watched.register(fileobj, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._watched.unregister(fileobj)

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._watched.get_map()

    def close(self) -> None:
        self._watched.close()


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop in virtual time, which begins at 0 and passes only where a task would have to wait."""

    def __init__(self) -> None:
        self._jumping = JumpingSelector()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Return the seconds that have passed in it."""
        return self._jumping.moment

    def run_in_executor(self, executor: Any, func: Callable[..., R], *args: Any) -> asyncio.Future[R]:
        """Have a thread do this; no time passes before it is done."""
        done = super().run_in_executor(executor, func, *args)
        self._jumping.hold()
        done.add_done_callback(lambda _: self._jumping.release())
        return done

    async def shutdown_default_executor(self, *timeout: Any) -> None:
        """Wait for the threads to end, in which no time passes."""
        self._jumping.hold()
        try:
            await super().shutdown_default_executor(*timeout)
        finally:
            self._jumping.release()
