"""Snowflakes and timestamps."""

import time
from datetime import UTC, datetime

DISCORD_EPOCH = 1420070400000


class Snowflakes:
    """Rising ids that carry the present time, as those of Discord do."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> str:
        """A new id, greater than all before."""
        now = (int(time.time() * 1000) - DISCORD_EPOCH) << 22
        self._last = max(now, self._last + 1)
        return str(self._last)


def timestamp() -> str:
    """The present moment in the form of the API."""
    return datetime.now(UTC).isoformat()
