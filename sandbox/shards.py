"""Divide the events of guilds among shards, and keep Discord's limits on new sessions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple

from .kinds import Json

IDENTIFY_SECONDS = 5.0  # in which one shard of each bucket may identify
STARTS_A_DAY, DAY_SECONDS = 1000, 86_400.0
GUILDS_OF_A_SHARD = 2500  # the most that Discord lets one session handle


class Shard(NamedTuple):
    """One of `total` parts of the guilds; a session that names no shard is the only part."""

    id: int = 0
    total: int = 1

    def hears_of(self, guild: str) -> bool:
        """Return whether the events of a guild go to this shard; those without a guild go to shard 0."""
        return (int(guild) >> 22) % self.total == self.id if guild else self.id == 0


ONLY_SHARD = Shard()


def read_shard(given: Any) -> Shard | None:
    """Return the shard of an IDENTIFY; None if it is none of Discord's."""
    match given:
        case None:
            return ONLY_SHARD
        case [int(number), int(total)] if 0 <= number < total:
            return Shard(number, total)
        case _:
            return None


def guild_in(event: str, data: Json) -> str:
    """Return the id of the guild that an event is about; empty if it is about none."""
    return str(data.get("guild_id") or (data["id"] if event.startswith("GUILD_") else ""))


class SessionStart(NamedTuple):
    """Describe a start of a session; ``after`` are the seconds since the one before in its bucket."""

    at: float
    after: float
    shard: Shard
    host: str


@dataclass
class SessionStarts:
    """Count the sessions that were started. Resumes do not count.

    Only if it is `strict`, sessions that start too soon after others are refused.
    """

    now: Callable[[], float]  # seconds since 1970
    recommended: int = 1  # shards
    max_concurrency: int = 1  # buckets; a shard is in bucket `id % max_concurrency`
    total: int = STARTS_A_DAY
    strict: bool = False
    too_soon: int = 0  # sessions that started too soon
    started: list[SessionStart] = field(default_factory=list[SessionStart])
    _used: int = 0
    _began: float | None = None  # when the first session of the day started
    _last: dict[int, float] = field(default_factory=dict[int, float])  # starts by bucket, in seconds of the loop's clock

    def take(self, shard: Shard, at: float, host: str = "") -> bool:
        """Count one more start; return False if it came too soon and must be refused.

        :param at: seconds of a clock that only goes forward.
        :param host: that the client has connected to.
        """
        if self._began is None or self.now() >= self._began + DAY_SECONDS:
            self._began, self._used = self.now(), 0
        self._used += 1
        bucket = shard.id % self.max_concurrency
        start = SessionStart(at, at - self._last.get(bucket, -inf), shard, host)
        self.started.append(start)
        early = start.after < IDENTIFY_SECONDS
        self.too_soon += early
        if early and self.strict:
            return False
        self._last[bucket] = at
        return True

    @property
    def used_up(self) -> bool:
        """Return whether there were more starts than Discord allows in a day."""
        return self._used > self.total

    @property
    def limit(self) -> Json:
        """Return the object `session_start_limit` of the API."""
        left = 0.0 if self._began is None else max(0.0, self._began + DAY_SECONDS - self.now())
        return {
            "total": self.total,
            "remaining": max(0, self.total - self._used) if left else self.total,
            "reset_after": round(left * 1000),
            "max_concurrency": self.max_concurrency,
        }
