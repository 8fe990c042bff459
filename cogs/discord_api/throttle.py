"""Spread the bot's requests, so that it stays below Discord's global rate limit."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace

import aiohttp

REQUESTS_PER_SECOND = 45  # Discord takes 50
WINDOW_SECONDS = 1.0
UNCOUNTED = re.compile(r"/(interactions|webhooks)/")  # answers to interactions do not count against the limit


class RequestThrottle:
    """Let requests pass one by one, evenly spaced.

    A request gets its time only when the one before it has passed. With times booked in advance, all requests whose time came
    while the event loop was busy would pass together.
    """

    def __init__(self) -> None:
        self._line = asyncio.Lock()
        self._next = 0.0

    async def wait(self) -> None:
        """Return as soon as one more request may pass."""
        now = asyncio.get_running_loop().time
        async with self._line:
            await asyncio.sleep(max(0.0, self._next - now()))
            self._next = now() + WINDOW_SECONDS / REQUESTS_PER_SECOND


def throttle_requests(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Return the trace, extended so that each request of its session waits until the rate limit allows it."""
    throttle = RequestThrottle()

    async def begun(_session: aiohttp.ClientSession, _context: SimpleNamespace, params: aiohttp.TraceRequestStartParams) -> None:
        if not UNCOUNTED.search(params.url.path):
            await throttle.wait()

    trace.on_request_start.append(begun)
    return trace
