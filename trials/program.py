"""Start, kill and stop programs that take a sandbox for Discord, each in a process of its own."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from sandbox.local import environment_of
from sandbox.server import Sandbox
from trials.options import ROOT

STOP_SECONDS = 60.0  # within which a program must end after SIGTERM


class Process(Protocol):
    """The parts of `asyncio.subprocess.Process` that programs use."""

    @property
    def pid(self) -> int: ...

    @property
    def returncode(self) -> int | None: ...

    async def wait(self) -> int: ...


class Program:
    """A program in a process of its own; after its end it can be started again on the same database."""

    def __init__(
        self, sandbox: Sandbox, folder: Path, words: Sequence[str], settings: Mapping[str, str] | None = None, *, cwd: Path = ROOT
    ) -> None:
        """:param folder: of its database and its log.
        :param words: follow ``python`` on the command line.
        :param settings: environment variables besides those that name the sandbox.
        """
        self.sandbox = sandbox
        self.folder = folder
        self.settings = dict(settings or {})
        self.log_file = folder / "bot.log"
        self._words = words
        self._cwd = cwd
        self._process: Process | None = None
        self._log_start = 0  # in bytes

    @property
    def pid(self) -> int:
        """Return the id of the process that was started last."""
        assert self._process is not None
        return self._process.pid

    @property
    def status(self) -> int | None:
        """Return the status with which the last process ended; None while it runs."""
        return self._process.returncode if self._process else None

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def log(self) -> str:
        """Return everything printed since `clear_log`."""
        return self.log_file.read_bytes()[self._log_start :].decode(errors="replace") if self.log_file.exists() else ""

    def clear_log(self) -> None:
        """Forget everything printed until now."""
        self._log_start = self.log_file.stat().st_size if self.log_file.exists() else 0

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment of the next process; without emojis each run sends Discord the same requests."""
        named = environment_of(self.sandbox.token, self.sandbox.world.origin, self.folder)
        return {**os.environ, **named, "PARTERRE_EMOJIS": "off", **self.settings}

    async def spawn(self) -> None:
        """Start a process; it need not be connected yet."""
        self._process = await self._launch()

    async def _launch(self) -> Process:
        with self.log_file.open("ab") as log:
            return await asyncio.create_subprocess_exec(
                sys.executable, *self._words, cwd=self._cwd, env=self.environment, stdout=log, stderr=log
            )

    async def start(self) -> None:
        """Start a process and wait until it is connected."""
        await self.spawn()
        await self.sandbox.wait_ready()

    def strike(self) -> None:
        """Send SIGKILL, from any thread, without waiting; a process that has ended is left alone."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and self.running:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, number)

    async def kill(self) -> None:
        """Kill the process as a power cut would, and wait until the sandbox has noticed."""
        self.strike()
        await self.gone()

    async def ended(self) -> None:
        """Wait until the process has ended, for whatever reason."""
        if self._process is not None:
            await self._process.wait()

    async def gone(self) -> None:
        """Wait until the process has ended and the sandbox has noticed."""
        await self.ended()
        gateway = self.sandbox.gateway_state
        await self.sandbox.world.changes.wait_until(lambda: not gateway.open_shards, STOP_SECONDS)

    async def stop(self) -> bool:
        """Stop the process with SIGTERM, or kill it after `STOP_SECONDS`; return whether SIGTERM was enough."""
        if not self.running:
            return True
        self._signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self.ended()
        except TimeoutError:
            await self.kill()
            return False
        await self.gone()
        return True


def mebibytes(pid: int, field: str = "VmRSS") -> float:
    """Return the resident memory of a process in MiB, or its peak (``VmHWM``); 0 where the system does not tell."""
    with suppress(OSError):
        if found := re.search(rf"{field}:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text()):
            return int(found[1]) / 1024
    return 0.0


def worker_processes(bot: int) -> list[int]:
    """Return the ids of the processes that work for a bot (`host.workers`): children of a server process that forks them."""
    servers = [pid for pid in _children(bot) if b"multiprocessing.forkserver" in _read(Path(f"/proc/{pid}/cmdline"))]
    return [pid for server in servers for pid in _children(server)]


def _children(pid: int) -> list[int]:
    return [int(child) for path in Path(f"/proc/{pid}/task").glob("*/children") for child in _read(path).split()]


def _read(path: Path) -> bytes:
    """Return the file's bytes; none for a process or thread that has just ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return path.read_bytes()
    return b""
