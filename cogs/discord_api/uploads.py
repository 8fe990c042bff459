"""Servers where Discord refuses files at the moment. Messages there use words instead of pictures."""

from __future__ import annotations

from collections.abc import Callable

UPLOADS_RETRY_SECONDS = 600.0  # from a refusal until the next try with files


class UploadLimits:
    """Remember the servers where Discord refused files; ``now`` is the bot's clock."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._until: dict[int, float] = {}  # by server

    def are_refused(self, guild: int | None) -> bool:
        """Return whether Discord has refused a file on this server in the last `UPLOADS_RETRY_SECONDS`."""
        until = self._until.get(guild or 0)
        if until is not None and until <= self._now():
            del self._until[guild or 0]
        return (guild or 0) in self._until

    def note_refusal(self, guild: int) -> None:
        """Remember that Discord has refused a file on this server."""
        self._until[guild] = self._now() + UPLOADS_RETRY_SECONDS
