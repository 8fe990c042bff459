"""An event loop whose clock jumps to the next timer whenever nothing is left to do: a wait of hours takes no time."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

R = TypeVar("R")


class Deadlock(RuntimeError):
    """Nothing is left that could wake anybody."""


class JumpingSelector(selectors.BaseSelector):
    """Watches files as the usual selector does, but never waits for them: ``moment`` is later instead.

    So whatever happens must happen in this thread.
    """

    def __init__(self) -> None:
        self.moment = 0.0
        self._watched = selectors.DefaultSelector()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what is ready now; if nothing is, let the time until the next timer pass at once.

        :raises Deadlock: if there is no timer either.
        """
        ready = self._watched.select(0)
        if not ready and timeout is None:
            raise Deadlock("every task waits for another, and no timer will wake one")
        if not ready and timeout is not None:
            self.moment += max(0.0, timeout)
        return ready

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._watched.register(fileobj, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._watched.unregister(fileobj)

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._watched.get_map()

    def close(self) -> None:
        self._watched.close()


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop in virtual time. It begins at 0, and passes only where a task would have had to wait."""

    def __init__(self) -> None:
        self._jumping = JumpingSelector()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Return the seconds that have passed in it."""
        return self._jumping.moment

    def run_in_executor(self, executor: Any, func: Callable[..., R], *args: Any) -> asyncio.Future[R]:
        """Do in this thread what is meant for another, so that no time passes meanwhile."""
        done: asyncio.Future[R] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done
