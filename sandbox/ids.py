"""Snowflakes and timestamps."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

DISCORD_EPOCH = 1420070400000


class Snowflakes:
    """Rising ids that carry the present time, as those of Discord do."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._last = 0

    def next(self) -> str:
        """A new id, greater than all before."""
        now = (int(self._now() * 1000) - DISCORD_EPOCH) << 22
        self._last = max(now, self._last + 1)
        return str(self._last)


def timestamp(moment: float) -> str:
    """A moment (seconds since 1970) in the form of the API."""
    return datetime.fromtimestamp(moment, UTC).isoformat()
