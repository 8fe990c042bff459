"""A background loop that polls for due work, survives every failure, and can be woken early."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from cogs.discord_api.errors import classify

log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[object]]

RETRY_SECONDS = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)  # after one failure, two in a row, …; the last value repeats


class Poller:
    """Call ``poll`` every ``pause`` seconds, and at once after `wake`.

    A failed poll is logged and retried after the next of ``retries``.

    :param subject: names the work in the log.
    :param prepare: runs before the first poll; retried like a poll until it succeeds once.
    :param retries: seconds to wait after one failure, two failures in a row, and so on.
    """

    def __init__(
        self, subject: str, poll: Work, *, pause: float, prepare: Work | None = None, retries: Sequence[float] = RETRY_SECONDS
    ) -> None:
        self._subject = subject
        self._poll = poll
        self._pause = pause
        self._prepare = prepare
        self._retries = retries
        self._failures = 0  # in a row
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Poll now instead of after the pause."""
        self._woken.set()

    async def run(self) -> None:
        """Poll until this task is cancelled."""
        while self._prepare and not await self._try(self._prepare):
            await self._wait()
        while True:
            await self._try(self._poll)
            await self._wait()

    async def _try(self, work: Work) -> bool:
        """Return whether the work succeeded; log a failure."""
        self._woken.clear()
        try:
            await work()
        except Exception as error:  # the loop has to survive any error
            log.error("polling %s failed: %r", self._subject, error, exc_info=not classify(error).expected)
            self._failures += 1
            return False
        self._failures = 0
        return True

    async def _wait(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(self._seconds_until_next_poll()):  # unlike wait_for it never swallows a cancellation
                await self._woken.wait()

    def _seconds_until_next_poll(self) -> float:
        return self._retries[min(self._failures, len(self._retries)) - 1] if self._failures else self._pause
