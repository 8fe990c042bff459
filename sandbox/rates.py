"""Discord's rate limits: requests above them are refused with 429, and headers announce how many are left."""

import re
from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import NamedTuple

from .faults import Fault, rate_limited

BOT_REQUEST_LIMIT, BOT_WINDOW_SECONDS = 50, 1.0  # requests of a bot, except about interactions
CHANNEL_MESSAGE_LIMIT, CHANNEL_WINDOW_SECONDS = 5, 5.0  # new messages in a channel, and as many changes
INTERACTIONS = re.compile(r"/(interactions|webhooks)/")
MESSAGES = re.compile(r"/channels/(\d+)/messages(?:/\d+)?$")
CHANGING = ("POST", "PATCH")


@dataclass
class SlidingWindow:
    """Count the requests of the last `seconds`."""

    seconds: float
    _times: deque[float] = field(default_factory=deque[float])

    def add(self, at: float) -> None:
        """Count one more request, at a later time than the counted requests."""
        self._times.append(at)

    def count(self, at: float) -> int:
        while self._times and self._times[0] <= at - self.seconds:
            self._times.popleft()
        return len(self._times)

    def seconds_until_free(self, at: float) -> float:
        """Return the seconds until the oldest counted request leaves the window."""
        return self._times[0] + self.seconds - at


@dataclass
class ChannelWindow:
    """Hold the window of one channel: it begins with a message and ends at ``ends``; ``left`` messages may still come."""

    ends: float = 0.0
    left: int = 0


class RateLimitResult(NamedTuple):
    """Hold the headers for the answer to a request, and the 429 that refuses it if it was one too many."""

    headers: dict[str, str]
    refusal: Fault | None = None


class Rates:
    """Count requests; refuse those over a rate limit only if ``strict`` is set."""

    def __init__(self) -> None:
        self.strict = False
        self._all = SlidingWindow(BOT_WINDOW_SECONDS)
        self._of_channels = defaultdict[tuple[str, str], ChannelWindow](ChannelWindow)

    def take(self, method: str, path: str, at: float) -> RateLimitResult:
        """Count one more request, and refuse it if it exceeds a rate limit.

        :param at: seconds of a clock that only goes forward.
        """
        if not self.strict or INTERACTIONS.search(path):
            return RateLimitResult({})
        if self._all.count(at) == BOT_REQUEST_LIMIT:
            return RateLimitResult({}, _refusal(self._all.seconds_until_free(at), everywhere=True))
        self._all.add(at)
        found = MESSAGES.search(path)
        if not found or method not in CHANGING:
            return RateLimitResult({})
        return self._take_one(method, self._of_channels[method, found[1]], at)

    def _take_one(self, method: str, share: ChannelWindow, at: float) -> RateLimitResult:
        """Count one more message, or change of a message, in a channel."""
        if share.ends <= at:
            share.ends, share.left = at + CHANNEL_WINDOW_SECONDS, CHANNEL_MESSAGE_LIMIT
        if not share.left:
            return RateLimitResult({}, _refusal(share.ends - at))
        share.left -= 1
        return RateLimitResult(
            {
                "X-RateLimit-Bucket": f"messages-{method}",
                "X-RateLimit-Limit": str(CHANNEL_MESSAGE_LIMIT),
                "X-RateLimit-Remaining": str(share.left),
                "X-RateLimit-Reset-After": f"{share.ends - at:.3f}",
            }
        )


def _refusal(after: float, *, everywhere: bool = False) -> Fault:
    return rate_limited("*", "", times=1, retry_after=after, via=True, everywhere=everywhere)
