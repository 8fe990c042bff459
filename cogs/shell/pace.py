"""No more requests in a second than Discord takes from a bot: what comes at once is spread."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace

import aiohttp

MOST = 45  # in a second; Discord takes 50
SECOND = 1.0
UNCOUNTED = re.compile(r"/(interactions|webhooks)/")  # answers to people, which Discord does not count


class Pace:
    """Lets one after the other pass, so long apart that nowhere on the way too many can come together.

    Nobody's time is set before, as all whose time came while the event loop was busy would pass together.
    """

    def __init__(self) -> None:
        self._line = asyncio.Lock()
        self._next = 0.0

    async def wait(self) -> None:
        """Return when one more may pass."""
        now = asyncio.get_running_loop().time
        async with self._line:
            await asyncio.sleep(max(0.0, self._next - now()))
            self._next = now() + SECOND / MOST


def paced(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """The same of a session whose requests wait their turn as well."""
    pace = Pace()

    async def begun(_session: aiohttp.ClientSession, _context: SimpleNamespace, params: aiohttp.TraceRequestStartParams) -> None:
        if not UNCOUNTED.search(params.url.path):
            await pace.wait()

    trace.on_request_start.append(begun)
    return trace
