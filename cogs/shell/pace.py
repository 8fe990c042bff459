"""No more requests in a second than Discord takes from a bot: what would be too many waits its turn."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from types import SimpleNamespace

import aiohttp

MOST = 45  # in any second; Discord takes 50, by a clock of its own
SECOND = 1.0
UNCOUNTED = re.compile(r"/(interactions|webhooks)/")  # answers to people, which Discord does not count


class Pace:
    """Lets as many pass in any second, in the order in which they come."""

    def __init__(self, most: int = MOST) -> None:
        self._passed = deque[float](maxlen=most)
        self._line = asyncio.Lock()

    async def wait(self) -> None:
        """Return when one more may pass."""
        async with self._line:
            now = asyncio.get_running_loop().time
            if len(self._passed) == self._passed.maxlen:
                await asyncio.sleep(self._passed[0] + SECOND - now())
            self._passed.append(now())


def paced(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """The same of a session whose requests wait their turn as well."""
    pace = Pace()

    async def begun(_session: aiohttp.ClientSession, _context: SimpleNamespace, params: aiohttp.TraceRequestStartParams) -> None:
        if not UNCOUNTED.search(params.url.path):
            await pace.wait()

    trace.on_request_start.append(begun)
    return trace
