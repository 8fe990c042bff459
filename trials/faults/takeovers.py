"""Measure takeovers: from the end of a process until another one has its roles, and answers a click of the same servers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from statistics import median
from typing import NamedTuple

from sandbox.gateway import Gateway
from sandbox.shards import SessionStart, Shard
from trials.faults.db_reader import FAILURES, ServerReader
from trials.faults.fleet import Member
from trials.faults.history import History

KILL, FREEZE, END = STRIKES = ("kill", "freeze", "end")
LOOK_SECONDS = 0.2  # between two looks at the roles
READY_SECONDS = 15.0  # from the start of a process until it can take over
SAME_SECONDS = 0.1  # between a strike and its note


class Struck(NamedTuple):
    """Describe a process that lost its roles and shards at ``at``, by the loop's clock; ``how`` is the cause."""

    how: str
    at: float
    roles: frozenset[str]
    shards: frozenset[Shard]


class Tenure(NamedTuple):
    """Describe a role that a process took at ``since``, by the loop's clock. ``process`` ends with its id."""

    role: str
    process: str
    since: float


class Times(NamedTuple):
    """The seconds from a strike until others had all roles, identified a shard, and answered a click of these servers."""

    roles: float
    session: float
    click: float


class Takeovers:
    """Note who is struck while it has roles, and find out when other processes had them."""

    def __init__(self, gateway: Gateway, reader: ServerReader, members: Sequence[Member]) -> None:
        self._gateway = gateway
        self._reader = reader
        self._members = members
        self._hindered: list[float] = []  # when something else began that delays takeovers, by the loop's clock
        self._struck: list[Struck] = []
        self._present: list[Tenure] = []
        self.tenures: list[Tenure] = []  # oldest first

    async def look(self) -> None:
        """Look at the roles again and again, until this is cancelled."""
        while True:
            with suppress(*FAILURES):  # the server is being restarted
                self._note(await self._reader.roles())
            await asyncio.sleep(LOOK_SECONDS)

    def _note(self, rows: Iterable[tuple[str, str, float]]) -> None:
        ahead = time.time() - time.monotonic()
        self._present = [Tenure(role, process, since - ahead) for role, process, since in rows]
        known = {(tenure.role, tenure.process) for tenure in self.tenures}
        self.tenures += [tenure for tenure in self._present if tenure[:2] not in known]

    @contextmanager
    def watch(self, how: str, member: Member) -> Generator[None]:
        """Note that a process is killed at the end of the block, or struck otherwise at its beginning, and what it had before."""
        began = time.monotonic()
        sessions = self._gateway.sessions.values()
        shards = frozenset(each.shard for each in sessions if each.host == member.host and each.socket is not None)
        roles = frozenset(tenure.role for tenure in self._present if tenure.process.endswith(f":{member.pid}"))
        yield
        now = time.monotonic()
        others = [other for other in self._members if other is not member]
        ready = all(other.running and not other.disturbed and other.began[-1] < now - READY_SECONDS for other in others)
        if shards and ready:
            self._struck.append(Struck(how, now if how == KILL else began, roles, shards))
        self._hindered.append(began)

    def hinder(self) -> None:
        """Measure no takeover that is under way now."""
        self._hindered.append(time.monotonic())

    def times(self, history: History, how: str) -> list[Times]:
        """Return the times of all takeovers after strikes of this kind, by undisturbed processes."""
        found: list[Times] = []
        for struck in self._struck:
            later = min((at for at in self._hindered if at > struck.at + SAME_SECONDS), default=float("inf"))
            taken = [self._taken(role, struck.at) for role in struck.roles]
            session = min((start.at for start in self._starts(struck)), default=later)
            click = min(_answers(history, struck), default=later)
            if struck.how == how and max(*taken, session, click, 0.0) < later:
                found.append(Times(*(at - struck.at for at in (max(taken, default=struck.at), session, click))))
        return found

    def _starts(self, struck: Struck) -> Iterable[SessionStart]:
        started = self._gateway.world.session_starts.started
        return (start for start in started if start.at > struck.at and start.shard in struck.shards)

    def _taken(self, role: str, after: float) -> float:
        later = (tenure.since for tenure in self.tenures if tenure.role == role and tenure.since > after)
        return min(later, default=float("inf"))


def _answers(history: History, struck: Struck) -> Iterable[float]:
    """Yield the times of answers to interactions that were sent after a strike in servers of its shards."""
    for each in history.interactions.values():
        if each.moment > struck.at and any(shard.hears_of(each.guild) for shard in struck.shards):
            yield from (call.at for call in each.callbacks if call.accepted)


def describe(times: list[Times]) -> str:
    """Return the median and the longest of these times."""
    if not times:
        return "none"
    names = ("roles", "session", "answered click")
    parts = zip(names, zip(*times, strict=True), strict=True)
    return f"{len(times)}: " + ", ".join(f"{name} after {median(each):.1f} s, at most {max(each):.1f} s" for name, each in parts)
