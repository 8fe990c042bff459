"""Kill the bot at chosen moments: while it reads, writes, posts, edits, answers, starts or stops."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random

from sandbox.faults import Fault
from sandbox.interactions import Interaction
from sandbox.kinds import AUTOCOMPLETE
from trials.faults.fault_injection import CALLBACK, MESSAGE, MESSAGES, TOKEN
from trials.faults.testbed import Testbed
from trials.findings import Finding
from trials.monitored_bot import MonitoredBot

ROUTES = (("POST", MESSAGES), ("PATCH", MESSAGE), ("POST", CALLBACK), ("*", TOKEN), ("POST", "/threads$"))
MOMENT_SECONDS = 4.0  # to wait for a moment; then the bot is killed at any
AFTER_CLICK_SECONDS = 0.15  # within which the transaction and the answer of a click fall
START_SECONDS = 2.5  # in which a bot starts
MOMENTS = ("click", "request", "effect", "write", "any", "start", "end")
WEIGHTS = (6, 4, 4, 6, 2, 3, 3)


class Killer:
    """Kill the bot at random moments, and start it again."""

    def __init__(self, testbed: Testbed, bot: MonitoredBot, random: Random) -> None:
        self._testbed = testbed
        self._bot = bot
        self._random = random
        self._on_click: Callable[[], None] | None = None
        self.kills: dict[str, int] = {}
        self.log: list[tuple[float, str]] = []
        for player in testbed.everybody:
            player.sending = self._clicked

    @property
    def told(self) -> list[str]:
        """Return lines about more than kills."""
        return []

    async def check(self) -> list[Finding]:
        """Return findings of its own, after the last kill."""
        return []

    @property
    def count(self) -> int:
        """Return how often the bot was killed."""
        return sum(self.kills.values())

    async def kill_at(self, pause: float, stop: asyncio.Event) -> None:
        """Kill the bot until ``stop`` is set, with pauses of ``pause`` seconds on average."""
        while not stop.is_set():
            await asyncio.sleep(self._random.uniform(0.3, 1.7) * pause)
            (moment,) = self._random.choices(MOMENTS, WEIGHTS)
            await self.once(moment)

    async def once(self, moment: str) -> None:
        """Kill the bot at a moment of this kind, and start it again; with ``start`` it is killed once more while it starts."""
        bot = self._bot
        if moment == "end":
            await bot.stop()
        else:
            await self._strike(moment)
            await bot.gone()
        self.kills[moment] = self.kills.get(moment, 0) + 1
        await bot.spawn()
        if moment == "start":
            await asyncio.sleep(self._random.uniform(0, START_SECONDS))
            await bot.kill()
            self.kills[moment] += 1
            await bot.spawn()
        await bot.ready()

    async def _strike(self, moment: str) -> None:
        bot = self._bot
        ways: dict[str, Callable[[], Callable[[], None]]] = {
            "click": self._after_click,
            "request": partial(self._at_request, effect=False),
            "effect": partial(self._at_request, effect=True),
            "write": self._at_write,
        }
        disarm = ways[moment]() if moment in ways else None
        if disarm is not None:
            await self._testbed.world.changes.wait_until(lambda: bot.over, MOMENT_SECONDS)
            disarm()
        bot.strike()

    def _clicked(self, interaction: Interaction) -> None:
        if self._on_click is not None and interaction.type != AUTOCOMPLETE:
            self._on_click()

    def _after_click(self) -> Callable[[], None]:
        """Kill the bot a short while after the next interaction is sent."""

        def strike() -> None:
            self._on_click = None
            asyncio.get_running_loop().call_later(self._random.uniform(0, AFTER_CLICK_SECONDS), self._bot.strike)

        def disarm() -> None:
            self._on_click = None

        self._on_click = strike
        return disarm

    def _at_request(self, *, effect: bool) -> Callable[[], None]:
        """Kill the bot when some request arrives, or after it took effect."""
        method, path = self._random.choice(ROUTES)
        kill, fault = self._bot.strike, Fault(method, path, skip=self._random.randint(0, 3))
        if effect:
            fault.done = kill
        else:
            fault.arrived, fault.reset = kill, self._random.random() < 0.5
        self._testbed.world.faults.add(fault)
        return lambda: setattr(fault, "times", 0)

    def _at_write(self) -> Callable[[], None]:
        """Kill the bot when some transaction reaches the write-ahead log."""
        over, database = threading.Event(), self._bot.database
        wal, skip = database.with_name(f"{database.name}-wal"), self._random.randint(0, 5)
        threading.Thread(target=watch, args=([wal], skip, over, self._bot.strike), daemon=True).start()
        return over.set


def watch(files: Sequence[Path], skip: int, over: threading.Event, kill: Callable[[], None]) -> None:
    """Poll files, and kill the bot after ``skip`` changes."""
    seen = [_stamp(file) for file in files]
    while not over.wait(0.0005):
        if (now := [_stamp(file) for file in files]) != seen:
            seen, skip = now, skip - 1
            if skip < 0:
                kill()
                return


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size
