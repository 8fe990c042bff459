"""Wait for a change of the world."""

# ruff: noqa: ASYNC109 - how long to wait is part of the interface

import asyncio
from collections.abc import Callable


def loop_time() -> float:
    """Return the seconds of the event loop's clock, which nobody sets."""
    return asyncio.get_running_loop().time()


class ChangeSignal:
    """Wake all waiters at every change of the world."""

    def __init__(self) -> None:
        self.count = 0
        self._waiting: set[asyncio.Future[None]] = set()

    def notify(self) -> None:
        """Wake every waiter: something changed."""
        self.count += 1
        waiting, self._waiting = self._waiting, set()
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def wait_until(self, reached: Callable[[], bool], timeout: float) -> bool:
        """Wait until `reached()`; return False if `timeout` seconds pass first."""
        end = loop_time() + timeout
        while not reached():
            left = end - loop_time()
            if left <= 0:
                return False
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.add(future)
            try:
                async with asyncio.timeout(left):
                    await future
            except TimeoutError:
                self._waiting.discard(future)
        return True
