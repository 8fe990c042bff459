"""Looking again and again at what is due, for as long as the bot runs, whatever fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from cogs.shell.discord_errors import classify

log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[object]]

LONGER = 30.0  # seconds after a look that has failed


class Looking:
    """A look at ``what`` every ``pause`` seconds, or when it is woken; before the first one ``begin`` is done, once."""

    def __init__(self, what: str, look: Work, *, pause: float, begin: Work | None = None) -> None:
        self._what = what
        self._look = look
        self._pause = pause
        self._begin = begin
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Look now rather than after the pause."""
        self._woken.set()

    async def go_on(self) -> None:
        """Look until this is cancelled."""
        while self._begin and not await self._done(self._begin):
            pass
        while True:
            self._woken.clear()
            await self._done(self._look)
            with suppress(TimeoutError):
                async with asyncio.timeout(self._pause):  # unlike wait_for it never swallows a cancellation
                    await self._woken.wait()

    async def _done(self, work: Work) -> bool:
        """Did it go well? What fails is logged, and a longer pause made."""
        try:
            await work()
        except Exception as error:  # whatever it is, one has to look again
            log.error("a look at %s has failed: %r", self._what, error, exc_info=not classify(error).expected)
            await asyncio.sleep(LONGER)
            return False
        return True
