"""Looking again and again at what is due, for as long as the bot runs, whatever fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from cogs.shell.discord_errors import classify

log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[object]]

RETRY_SECONDS = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)  # after so many failures in a row; the last one again and again


class Looking:
    """A look at ``what`` every ``pause`` seconds, or when it is woken; before the first one ``begin`` is done, once.

    After a failure the next look comes after one of ``retries`` seconds, or when it is woken.
    """

    def __init__(
        self, what: str, look: Work, *, pause: float, begin: Work | None = None, retries: Sequence[float] = RETRY_SECONDS
    ) -> None:
        self._what = what
        self._look = look
        self._pause = pause
        self._begin = begin
        self._retries = retries
        self._failures = 0  # in a row
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Look now rather than after the pause."""
        self._woken.set()

    async def go_on(self) -> None:
        """Look until this is cancelled."""
        while self._begin and not await self._done(self._begin):
            await self._rest()
        while True:
            await self._done(self._look)
            await self._rest()

    async def _done(self, work: Work) -> bool:
        """Do it and return whether it went well; a failure is logged."""
        self._woken.clear()
        try:
            await work()
        except Exception as error:  # whatever it is, one has to look again
            log.error("a look at %s has failed: %r", self._what, error, exc_info=not classify(error).expected)
            self._failures += 1
            return False
        self._failures = 0
        return True

    async def _rest(self) -> None:
        """Wait for the next look."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._seconds_until_next_look()):  # unlike wait_for it never swallows a cancellation
                await self._woken.wait()

    def _seconds_until_next_look(self) -> float:
        return self._retries[min(self._failures, len(self._retries)) - 1] if self._failures else self._pause
