"""The bot as a program of its own: started, killed, started again on the same database; its memory and its log."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from sandbox.server import Sandbox
from trials import stepped
from trials.program import end_program, start_program

STARTING = 300.0  # seconds until it is there, whatever Discord does meanwhile
AGAIN = 1.0  # seconds before one that has ended by itself is started again
ORDERLY = 60.0  # seconds for an end in good order
LOOK = 0.25  # seconds between two looks at its memory


@dataclass(eq=False)
class Run:
    """One life of the bot: how much memory it took, in MiB, each quarter of a second, and for how many seconds it ran."""

    levels: list[float] = field(default_factory=list[float])
    seconds: float = 0.0
    wanted: bool = False  # its end
    over: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def peak(self) -> float:
        """The most that it took."""
        return max(self.levels, default=0.0)


class Bot:
    """`code` is the folder with the bot's program; ``watched``: its event loop takes the time (`trials.stepped`)."""

    def __init__(self, sandbox: Sandbox, folder: Path, code: Path, *, watched: bool = False) -> None:
        self.folder = folder
        self.notes = folder / "steps.jsonl"
        self.database = folder / "parterre.sqlite3"
        self.runs: list[Run] = []
        self.ends: list[str] = []  # that nobody asked for
        self._sandbox = sandbox
        self._words = [str(stepped.__file__), str(code), str(self.notes)] if watched else [str(code / "bot.py")]
        self._process: asyncio.subprocess.Process | None = None
        self._watching: set[asyncio.Task[None]] = set()
        self.on_kill: Callable[[], None] = lambda: None
        self.on_start: Callable[[], None] = lambda: None

    @property
    def running(self) -> bool:
        """Is there a process?"""
        return self._process is not None and self._process.returncode is None

    @property
    def over(self) -> bool:
        """Has its last life ended?"""
        return bool(self.runs) and self.runs[-1].over.is_set()

    async def ended(self) -> None:
        """Wait until its last life has ended."""
        if self.runs:
            await self.runs[-1].over.wait()

    @property
    def log(self) -> str:
        """All that it has printed, in all its lives."""
        return (self.folder / "bot.log").read_text(errors="replace")

    async def spawn(self) -> None:
        """Start the program; it is not ready yet."""
        self.on_start()
        path = self.folder / "bot.log"
        with path.open("a") as log:
            log.write(f"--- start {len(self.runs) + 1}\n")
        self._process = await start_program(self._sandbox, self._words, self.folder, path, at=self.folder)
        self.runs.append(Run())
        watching = asyncio.create_task(self._watch(self._process, self.runs[-1]))
        self._watching.add(watching)
        watching.add_done_callback(self._watching.discard)

    async def start(self) -> None:
        """Start it, and wait until it is there."""
        await self.spawn()
        await self.ready()

    async def ready(self) -> None:
        """Wait until it is connected; one that ends by itself is started again. Raises `TimeoutError`."""
        gateway, pulse = self._sandbox.gateway_state, self._sandbox.world.pulse
        end = asyncio.get_running_loop().time() + STARTING
        while not (self.running and gateway.ready):
            if asyncio.get_running_loop().time() > end:
                raise TimeoutError(f"no bot came within {STARTING:g} s")
            if self.over:
                await asyncio.sleep(AGAIN)
                await self.spawn()
            await pulse.until(lambda: gateway.ready or self.over, LOOK)
        await self._sandbox.wait_commands()
        self.runs[-1].levels.clear()  # what it takes while it starts says nothing

    def kill(self) -> None:
        """As a power cut would; at once, from any thread, without waiting."""
        if self._process is not None and self.running:
            self.runs[-1].wanted = True
            self.on_kill()
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGKILL)

    async def gone(self) -> None:
        """Wait until it has ended and the sandbox has noticed."""
        await self.ended()
        gateway = self._sandbox.gateway_state
        await self._sandbox.world.pulse.until(lambda: not gateway.ready, ORDERLY)

    async def stop(self) -> None:
        """Let it end in good order; one that does not is killed, which is noted."""
        if self._process is None or not self.running:
            return
        self.runs[-1].wanted = True
        self.on_kill()
        if not await end_program(self._process, ORDERLY):
            self.ends.append(f"start {len(self.runs)}: not ended {ORDERLY:g} s after SIGTERM")
        await self.gone()

    async def _watch(self, process: asyncio.subprocess.Process, run: Run) -> None:
        """Note its memory while it runs, and whether it ended by itself."""
        began, status = asyncio.get_running_loop().time(), Path(f"/proc/{process.pid}/status")
        ended = asyncio.create_task(process.wait())
        while not ended.done():
            run.levels += [level] if (level := resident(status)) else []
            run.seconds = asyncio.get_running_loop().time() - began
            await asyncio.wait({ended}, timeout=LOOK)
        if not run.wanted:
            self.ends.append(f"start {1 + self.runs.index(run)}: ended by itself with status {process.returncode}")
        run.over.set()


def resident(status: Path) -> float:
    """The resident memory of a process in MiB; 0 where that cannot be told."""
    try:
        lines = status.read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:")), 0.0)
