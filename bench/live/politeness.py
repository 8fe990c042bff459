"""How closely requests follow each other, beside what Discord allows."""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from sandbox.kinds import Json

ALLOWED, SECOND = 50, 1.0  # requests of a bot in a second, those about interactions left out
OF_CHANNEL, WHILE = 5, 5.0  # messages to a channel or a person in 5 seconds, and as many changes of some
INTERACTIONS = re.compile(r"/(interactions|webhooks)/")
MESSAGES = re.compile(r"/channels/(\d+)/messages(?:/\d+)?$")
NUMBER = re.compile(r"\d{5,}")
TOO_MANY = 429


@dataclass
class Window:
    """The most that fell into any stretch of this length."""

    seconds: float
    most: int = 0
    _times: deque[float] = field(default_factory=deque[float])

    def add(self, at: float) -> None:
        """One more, later than those before."""
        self._times.append(at)
        while self._times[0] <= at - self.seconds:
            self._times.popleft()
        self.most = max(self.most, len(self._times))


class Politeness:
    """Is told of all requests, oldest first."""

    def __init__(self) -> None:
        self.counted = 0  # those that count towards what Discord allows a bot
        self.refused = 0
        self.kinds = Counter[str]()  # the same by method and path, with a star for each id
        self.all = Window(SECOND)
        self._sent: dict[tuple[str, str], Window] = defaultdict(lambda: Window(WHILE))

    def read(self, requests: Iterable[Json]) -> None:
        """More requests, as the sandbox records them."""
        for request in sorted(requests, key=lambda each: each["_at"]):
            self.refused += request["status"] == TOO_MANY
            if INTERACTIONS.search(request["path"]):
                continue
            self.counted += 1
            self.kinds[f"{request['method']} {NUMBER.sub('*', request['path'])}"] += 1
            self.all.add(request["_at"])
            if (found := MESSAGES.search(request["path"])) and request["method"] in ("POST", "PATCH"):
                self._sent[request["method"], found[1]].add(request["_at"])

    def most(self, method: str) -> int:
        """The most messages that were sent, or changed, in one place within a while."""
        return max((each.most for (kind, _), each in self._sent.items() if kind == method), default=0)
