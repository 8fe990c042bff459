"""Measure takeovers: from the end of a process until another one answers a click of the same servers."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from statistics import median
from time import monotonic
from typing import NamedTuple

from sandbox.gateway import Gateway
from sandbox.shards import Shard
from trials.faults.fleet import Member
from trials.faults.history import History

KILL, FREEZE, END = STRIKES = ("kill", "freeze", "end")


class Struck(NamedTuple):
    """Describe a process that lost its shards at ``at``, by the loop's clock; ``how`` is the cause."""

    how: str
    at: float
    host: str
    shards: frozenset[Shard]


class Times(NamedTuple):
    """The seconds from a strike to the next session of its shards, and to the next answered click of their servers."""

    session: float
    click: float


class Takeovers:
    """Note who is struck while it holds shards, and find out when another process answered for it."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._struck: list[Struck] = []

    @contextmanager
    def watch(self, how: str, member: Member) -> Generator[None]:
        """Note that a process is struck at the end of the block, and the shards that it held before."""
        sessions = self._gateway.sessions.values()
        shards = {each.shard for each in sessions if each.host == member.host and each.socket is not None}
        yield
        if shards:
            self._struck.append(Struck(how, monotonic(), member.host, frozenset(shards)))

    def times(self, history: History, how: str) -> list[Times]:
        """Return the times of all takeovers after strikes of this kind; those before the next strike of the same shards."""
        starts = self._gateway.world.session_starts.started
        found: list[Times] = []
        for number, struck in enumerate(self._struck):
            later = [other.at for other in self._struck[number + 1 :] if other.shards & struck.shards]
            sessions = [each.at for each in starts if each.at > struck.at and each.shard in struck.shards]
            clicks = [
                call.at
                for each in history.interactions.values()
                if each.moment > struck.at and any(shard.hears_of(each.guild) for shard in struck.shards)
                for call in each.callbacks
                if call.accepted
            ]
            if struck.how == how and sessions and clicks and min(clicks) < min(later, default=min(clicks) + 1):
                found.append(Times(min(sessions) - struck.at, min(clicks) - struck.at))
        return found


def describe(times: list[Times]) -> str:
    """Return the median and the longest of these times."""
    if not times:
        return "none"
    parts = zip(("session", "answered click"), zip(*times, strict=True), strict=True)
    return f"{len(times)}: " + ", ".join(f"{name} after {median(each):.1f} s, at most {max(each):.1f} s" for name, each in parts)
