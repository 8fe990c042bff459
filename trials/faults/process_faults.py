"""Kill, stop and cut off processes that share a database server, and restart the server, all at random moments."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from functools import partial
from math import inf
from random import Random
from typing import Any

from trials.faults.fleet import Fleet, Member
from trials.faults.killing import MOMENTS, START_SECONDS, WEIGHTS, Killer
from trials.faults.takeovers import END, FREEZE, KILL, Takeovers
from trials.faults.testbed import Testbed

FREEZE_SECONDS = (20.0, 90.0)
OFF_LINE_SECONDS = (1.0, 60.0)
ASKING = 0.7  # share of kills and disturbances that hit the process which sent the last request
CUT, LOSE, HANG, RESTART, CRASH = "cut", "lose", "hang", "database restart", "database crash"
KILL_WEIGHT = 12  # beside the following
DISTURBANCES = {FREEZE: 2, CUT: 1, LOSE: 1, HANG: 1, RESTART: 1, CRASH: 1}
LONGEST_PAUSE_SECONDS = 15.0  # on average, between two kills or disturbances
MOST_SKIPPED_COMMITS = 5  # before the one at which a process is killed


class ProcessFaults(Killer):
    """Disturb a fleet. `kills` counts kills and orderly ends by their moment, `seen` all other disturbances."""

    _bot: Member

    def __init__(
        self, testbed: Testbed, fleet: Fleet, takeovers: Takeovers, random: Random, disturbances: Collection[str]
    ) -> None:
        super().__init__(testbed, fleet.members[0], random)
        self._weights = {name: weight for name, weight in DISTURBANCES.items() if name in disturbances}
        self._fleet = fleet
        self._takeovers = takeovers
        self._disturbing: set[asyncio.Task[None]] = set()
        self._restarting = asyncio.Lock()
        self.seen: dict[str, int] = {}

    @property
    def told(self) -> list[str]:
        return ["disturbances: " + (", ".join(f"{count} × {name}" for name, count in sorted(self.seen.items())) or "none")]

    async def kill_at(self, pause: float, stop: asyncio.Event) -> None:
        """Kill and disturb until ``stop`` is set, so that kills have pauses of ``pause`` seconds on average; then end all.

        :param pause: infinite for no kills.
        """
        weights = self._weights
        if pause < inf:
            weights = {KILL: KILL_WEIGHT, **weights}
        if not weights:
            return
        pause = min(pause * KILL_WEIGHT / sum(weights.values()), LONGEST_PAUSE_SECONDS)
        try:
            while not stop.is_set():
                await asyncio.sleep(self._random.uniform(0.3, 1.7) * pause)
                (kind,) = self._random.choices([*weights], [*weights.values()])
                await self._begin(kind)
        finally:
            for task in self._disturbing:
                task.cancel()
            await asyncio.gather(*self._disturbing, return_exceptions=True)

    async def once(self, moment: str) -> None:
        """Kill a process at a moment of this kind, or end it in good order; its supervisor starts it again."""
        undisturbed = [member for member in self._fleet.members if member.running and not member.disturbed]
        if not undisturbed:
            return
        self._bot = self._choose(undisturbed)
        self._note(f"{moment} of process {self._fleet.members.index(self._bot)}")
        with self._takeovers.watch(END if moment == "end" else KILL, self._bot):
            if moment == "end":
                await self._bot.stop()
            else:
                await self._strike(moment)
                await self._bot.gone()
        self.kills[moment] = self.kills.get(moment, 0) + 1
        if moment == "start":
            await asyncio.sleep(self._random.uniform(0, START_SECONDS))
            if self._bot.running:
                await self._bot.kill()
                self.kills[moment] += 1

    def _choose(self, members: list[Member]) -> Member:
        last = self._testbed.history.requests[-1:]
        asking = [member for member in members if last and member.host == last[0].host]
        return self._random.choice(asking if asking and self._random.random() < ASKING else members)

    async def _begin(self, kind: str) -> None:
        if kind == KILL:
            await self.once(*self._random.choices(MOMENTS, WEIGHTS))
            return
        others = [member for member in self._fleet.members if member.running and not member.disturbed]
        work: Coroutine[Any, Any, None] | None = None
        if kind in (RESTART, CRASH):
            work = self._restart("INT" if kind == RESTART else "QUIT")
        elif len(others) > 1:  # else nobody is left
            work = self._disturb(kind, self._choose(others))
        if work is not None:
            self.seen[kind] = self.seen.get(kind, 0) + 1
            task = asyncio.create_task(work)
            self._disturbing.add(task)
            task.add_done_callback(self._disturbing.discard)

    async def _restart(self, how: str) -> None:
        async with self._restarting:
            self._takeovers.hinder()
            self._note(f"restart of the database by {how}")
            await asyncio.shield(self._fleet.restart_server(how))
            self._note("the database is back")

    async def _disturb(self, kind: str, member: Member) -> None:
        frozen = kind == FREEZE
        seconds = self._random.uniform(*(FREEZE_SECONDS if frozen else OFF_LINE_SECONDS))
        about = f"process {self._fleet.members.index(member)}"
        member.disturbed = True
        member.excuse(seconds)
        if not frozen:
            self._takeovers.hinder()
        self._note(f"{kind} of {about} for {seconds:.0f} s")
        try:
            if frozen:
                await self._freeze(member, seconds)
            else:
                {CUT: member.line.cut, LOSE: member.line.lose, HANG: member.line.hang}[kind]()
                await asyncio.sleep(seconds)
        finally:
            await member.line.mend()
            member.disturbed = False
            self._note(f"end of {kind} of {about}")

    async def _freeze(self, member: Member, seconds: float) -> None:
        pid = member.pid
        with self._takeovers.watch(FREEZE, member):
            os.kill(pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def _note(self, what: str) -> None:
        now = self._testbed.world.now()
        self.log.append((now, what))
        self._testbed.history.returns.append(now)  # whoever takes over may try again at once

    def _at_write(self) -> Callable[[], None]:
        """Kill the process when it sends a COMMIT."""
        line, kill = self._bot.line, self._bot.strike
        left = self._random.randint(0, MOST_SKIPPED_COMMITS)

        def committed() -> None:
            nonlocal left
            left -= 1
            if left < 0:
                kill()

        line.on_commit = committed
        return partial(setattr, line, "on_commit", lambda: None)
