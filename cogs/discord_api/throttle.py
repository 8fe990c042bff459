"""Spread the bot's requests, so that it stays below Discord's global rate limit."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp

REQUESTS_PER_SECOND = 45  # Discord takes 50
OTHERS_REQUESTS_PER_SECOND = 3.0  # of each process beside the clerk, which sends almost all messages
OTHERS_SHARE = 1 / 3  # of all requests, the most that all of them have
WINDOW_SECONDS = 1.0
UNCOUNTED = re.compile(r"/(interactions|webhooks)/")  # answers to interactions do not count against the limit


def requests_per_second(processes: int, *, clerk: bool) -> float:
    """Return the share of one process in the requests that all may send; the shares of all together are never more.

    :param processes: those that use the same token.
    """
    others = processes - 1
    if not others:
        return REQUESTS_PER_SECOND
    each = min(OTHERS_REQUESTS_PER_SECOND, REQUESTS_PER_SECOND * OTHERS_SHARE / others)
    return REQUESTS_PER_SECOND - others * each if clerk else each


class RequestThrottle:
    """Let requests pass one by one, evenly spaced.

    A request gets its time only when the one before it has passed. With times booked in advance, all requests whose time came
    while the event loop was busy would pass together.

    :param rate: returns how many requests a second may pass now.
    """

    def __init__(self, rate: Callable[[], float] = lambda: REQUESTS_PER_SECOND) -> None:
        self._rate = rate
        self._line = asyncio.Lock()
        self._next = 0.0

    async def wait(self) -> None:
        """Return as soon as one more request may pass."""
        now = asyncio.get_running_loop().time
        async with self._line:
            await asyncio.sleep(max(0.0, self._next - now()))
            self._next = now() + WINDOW_SECONDS / self._rate()


def throttle_requests(trace: aiohttp.TraceConfig, rate: Callable[[], float]) -> aiohttp.TraceConfig:
    """Return the trace, extended so that each request of its session waits until the rate limit allows it.

    :param rate: as for `RequestThrottle`.
    """
    throttle = RequestThrottle(rate)

    async def begun(_session: aiohttp.ClientSession, _context: SimpleNamespace, params: aiohttp.TraceRequestStartParams) -> None:
        if not UNCOUNTED.search(params.url.path):
            await throttle.wait()

    trace.on_request_start.append(begun)
    return trace
