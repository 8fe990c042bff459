"""Discord's rate limits: requests above them are refused with 429, and headers announce how many are left."""

import re
from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import NamedTuple

from .faults import Fault, rate_limited

ALL, SECOND = 50, 1.0  # requests of a bot in a second, those about interactions left out
OF_CHANNEL, WHILE = 5, 5.0  # messages to a channel or a person in 5 seconds, and as many changes of some
INTERACTIONS = re.compile(r"/(interactions|webhooks)/")
MESSAGES = re.compile(r"/channels/(\d+)/messages(?:/\d+)?$")
CHANGING = ("POST", "PATCH")


@dataclass
class Stretch:
    """The requests of the last `seconds`."""

    seconds: float
    _times: deque[float] = field(default_factory=deque[float])

    def add(self, at: float) -> None:
        """Count one more, later than those before."""
        self._times.append(at)

    def count(self, at: float) -> int:
        while self._times and self._times[0] <= at - self.seconds:
            self._times.popleft()
        return len(self._times)

    def fewer(self, at: float) -> float:
        """Seconds until the first of them counts no more."""
        return self._times[0] + self.seconds - at


@dataclass
class Share:
    """The messages that a channel takes until ``ends``: how many are ``left``. The time begins with the first message."""

    ends: float = 0.0
    left: int = 0


class Taken(NamedTuple):
    """The headers for the answer to a request, and the 429 that refuses it if it was one too many."""

    headers: dict[str, str]
    refusal: Fault | None = None


class Rates:
    """Counts requests; lets all of them pass unless it is ``strict``."""

    def __init__(self) -> None:
        self.strict = False
        self._all = Stretch(SECOND)
        self._of_channels = defaultdict[tuple[str, str], Share](Share)

    def take(self, method: str, path: str, at: float) -> Taken:
        """One more request, ``at`` seconds of a clock that only goes forward."""
        if not self.strict or INTERACTIONS.search(path):
            return Taken({})
        if self._all.count(at) == ALL:
            return Taken({}, _refusal(self._all.fewer(at), everywhere=True))
        self._all.add(at)
        found = MESSAGES.search(path)
        return self._take_one(method, self._of_channels[method, found[1]], at) if found and method in CHANGING else Taken({})

    def _take_one(self, method: str, share: Share, at: float) -> Taken:
        """One more message, or one more change, in a channel."""
        if share.ends <= at:
            share.ends, share.left = at + WHILE, OF_CHANNEL
        if not share.left:
            return Taken({}, _refusal(share.ends - at))
        share.left -= 1
        return Taken(
            {
                "X-RateLimit-Bucket": f"messages-{method}",
                "X-RateLimit-Limit": str(OF_CHANNEL),
                "X-RateLimit-Remaining": str(share.left),
                "X-RateLimit-Reset-After": f"{share.ends - at:.3f}",
            }
        )


def _refusal(after: float, *, everywhere: bool = False) -> Fault:
    return rate_limited("*", "", times=1, retry_after=after, via=True, everywhere=everywhere)
