"""Count how closely requests follow each other, for comparison with Discord's limits."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from sandbox.kinds import Json
from sandbox.rates import BOT_WINDOW_SECONDS, CHANGING, CHANNEL_WINDOW_SECONDS, INTERACTIONS, MESSAGES, SlidingWindow

NUMBER = re.compile(r"\d{5,}")
TOO_MANY = 429


@dataclass
class Window(SlidingWindow):
    """A window of time that remembers the largest number of requests in it."""

    most: int = 0

    def add(self, at: float) -> None:
        super().add(at)
        self.most = max(self.most, self.count(at))


class RequestRates:
    """Count the bot's requests as Discord's rate limits do; read them oldest first."""

    def __init__(self) -> None:
        self.counted = 0  # requests that count towards Discord's limit for bots
        self.refused = 0
        self.kinds = Counter[str]()  # of these by method and path, with a star for each id
        self.all = Window(BOT_WINDOW_SECONDS)
        self._sent: dict[tuple[str, str], Window] = defaultdict(lambda: Window(CHANNEL_WINDOW_SECONDS))

    def read(self, requests: Iterable[Json]) -> None:
        """Count more requests, as the sandbox records them."""
        for request in sorted(requests, key=lambda each: each["_at"]):
            self.refused += request["status"] == TOO_MANY
            if INTERACTIONS.search(request["path"]):
                continue
            self.counted += 1
            self.kinds[f"{request['method']} {NUMBER.sub('*', request['path'])}"] += 1
            self.all.add(request["_at"])
            if (found := MESSAGES.search(request["path"])) and request["method"] in CHANGING:
                self._sent[request["method"], found[1]].add(request["_at"])

    def most(self, method: str) -> int:
        """Return the largest number of messages that were sent (or changed) in one channel within a window."""
        return max((each.most for (kind, _), each in self._sent.items() if kind == method), default=0)
