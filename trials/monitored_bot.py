"""Run the bot of a trial in a process of its own, and record its memory, its log and each end that nobody asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from sandbox.server import Sandbox
from trials import loop_watch
from trials.program import STOP_SECONDS, Process, Program, mebibytes

START_SECONDS = 300.0  # within which the bot must be ready, whatever Discord does meanwhile
RESTART_SECONDS = 1.0  # before a bot that ended by itself is started again
SAMPLE_SECONDS = 0.25  # between two samples of its memory


@dataclass(eq=False)
class Run:
    """One process of the bot: samples of its memory in MiB, and the seconds that it ran."""

    levels: list[float] = field(default_factory=list[float])
    seconds: float = 0.0
    end_wanted: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def peak(self) -> float:
        """Return the largest sample, in MiB."""
        return max(self.levels, default=0.0)


class MonitoredBot(Program):
    """The bot of the program in the folder ``code``; ``timed`` measures the steps of its event loop (`trials.loop_watch`)."""

    def __init__(self, sandbox: Sandbox, folder: Path, code: Path, *, timed: bool = False) -> None:
        self.notes = folder / "steps.jsonl"
        words = [str(loop_watch.__file__), str(code), str(self.notes)] if timed else [str(code / "bot.py")]
        super().__init__(sandbox, folder, words, cwd=folder)
        self.database = folder / "parterre.sqlite3"
        self.runs: list[Run] = []
        self.unwanted_ends: list[str] = []
        self.on_kill: Callable[[], None] = lambda: None
        self.on_start: Callable[[], None] = lambda: None
        self._watching: set[asyncio.Task[None]] = set()

    @property
    def over(self) -> bool:
        """Return whether the last run has ended."""
        return bool(self.runs) and self.runs[-1].over.is_set()

    async def ended(self) -> None:
        if self.runs:
            await self.runs[-1].over.wait()

    async def spawn(self) -> None:
        self.on_start()
        with self.log_file.open("a") as log:
            log.write(f"--- start {len(self.runs) + 1}\n")
        self._process = await self._launch()
        self.runs.append(Run())
        watching = asyncio.create_task(self._watch(self._process, self.runs[-1]))
        self._watching.add(watching)
        watching.add_done_callback(self._watching.discard)

    async def start(self) -> None:
        """Start the bot and wait until it is ready."""
        await self.spawn()
        await self.ready()

    async def ready(self) -> None:
        """Wait until the bot is connected and its commands are known; a bot that ends by itself is started again.

        :raises TimeoutError: after `START_SECONDS`.
        """
        gateway, changes = self.sandbox.gateway_state, self.sandbox.world.changes
        end = asyncio.get_running_loop().time() + START_SECONDS
        while not (self.running and gateway.ready):
            if asyncio.get_running_loop().time() > end:
                raise TimeoutError(f"no bot came within {START_SECONDS:g} s")
            if self.over:
                await asyncio.sleep(RESTART_SECONDS)
                await self.spawn()
            await changes.wait_until(lambda: gateway.ready or self.over, SAMPLE_SECONDS)
        await self.sandbox.wait_commands()
        self.runs[-1].levels.clear()  # memory during the start is not judged

    def strike(self) -> None:
        if self.running:
            self._want_end()
            super().strike()

    def _want_end(self) -> None:
        self.runs[-1].end_wanted = True
        self.on_kill()

    async def stop(self) -> bool:
        if not self.running:
            return True
        self._want_end()
        in_time = await super().stop()
        if not in_time:
            self.unwanted_ends.append(f"start {len(self.runs)}: not ended {STOP_SECONDS:g} s after SIGTERM")
        return in_time

    async def _watch(self, process: Process, run: Run) -> None:
        """Sample the memory of a process while it runs, and note whether it ended by itself."""
        clock = asyncio.get_running_loop().time
        began, ended = clock(), asyncio.create_task(process.wait())
        while not ended.done():
            run.levels += [level] if (level := mebibytes(process.pid)) else []
            run.seconds = clock() - began
            await asyncio.wait({ended}, timeout=SAMPLE_SECONDS)
        if not run.end_wanted:
            self._note_unwanted_end(run, process.returncode)
        run.over.set()

    def _note_unwanted_end(self, run: Run, status: int | None) -> None:
        self.unwanted_ends.append(f"start {1 + self.runs.index(run)}: ended by itself with status {status}")

    def tell(self, on_kill: Callable[[], None], on_start: Callable[[], None]) -> None:
        """Call these functions at each kill and each start."""
        self.on_kill, self.on_start = on_kill, on_start
