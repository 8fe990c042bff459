"""Servers on which Discord takes no files at the moment: messages there use words instead of pictures."""

from __future__ import annotations

from collections.abc import Callable

UPLOADS_RETRY_SECONDS = 600.0  # after a refusal, until a file is tried again


class Uploads:
    """Remembers refusals of files by server; ``now`` is the clock of the house."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._until: dict[int, float] = {}  # by server

    def limited(self, guild: int | None) -> bool:
        """Has Discord refused a file on this server lately?"""
        until = self._until.get(guild or 0)
        if until is not None and until <= self._now():
            del self._until[guild or 0]
        return (guild or 0) in self._until

    def limit(self, guild: int) -> None:
        """Discord has refused a file on this server."""
        self._until[guild] = self._now() + UPLOADS_RETRY_SECONDS
