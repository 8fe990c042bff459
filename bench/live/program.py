"""A program of its own on a sandbox of its own, in a folder of its own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sandbox.server import Sandbox
from trials.program import end_program, start_program

PATIENCE = 10.0  # times as long as Discord the sandbox waits: a busy machine is no fault of the bot
ORDERLY = 20.0  # seconds for an end in good order
HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def new(folder: Path) -> Path:
    """The folder, which is there from now on."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class Program:
    """`words` is what follows ``python``."""

    def __init__(self, sandbox: Sandbox, folder: Path, words: Sequence[str]) -> None:
        self.sandbox = sandbox
        self.folder = folder
        self.notes = folder / "notes.jsonl"
        self._words = words
        self._process: asyncio.subprocess.Process | None = None

    @classmethod
    async def bot(cls, folder: Path, **settings: str) -> Program:
        """The bot, watched."""
        sandbox = await Sandbox.start(patience=PATIENCE)
        program = cls(sandbox, new(folder), [str(HERE / "watched.py"), str(ROOT), str(folder / "notes.jsonl")])
        await program.start(settings)
        await sandbox.wait_commands()
        return program

    @classmethod
    async def peer(cls, folder: Path) -> Program:
        """The bare bot."""
        program = cls(await Sandbox.start(patience=PATIENCE), new(folder), ["-m", "bench.live.peer"])
        await program.start({})
        return program

    async def start(self, settings: Mapping[str, str]) -> None:
        """Start it, and wait until it is connected."""
        log = self.folder / "log"
        self._process = await start_program(self.sandbox, self._words, self.folder, log, at=ROOT, **settings)
        await self.sandbox.wait_ready()

    async def close(self) -> None:
        """End it in good order, and its sandbox."""
        await self.end()
        await self.sandbox.close()

    async def end(self) -> None:
        """End it in good order, if it runs; it may be started again."""
        if self._process is None or self._process.returncode is not None:
            return
        await end_program(self._process, ORDERLY)
        gateway = self.sandbox.gateway_state
        await self.sandbox.world.pulse.until(lambda: not gateway.ready, ORDERLY)

    async def ended(self) -> None:
        """Wait until its process has ended, by whatever cause."""
        assert self._process is not None
        await self._process.wait()

    @property
    def pid(self) -> int:
        """Of the process that runs."""
        assert self._process is not None
        return self._process.pid

    def seen(self, since: float, until: float) -> list[dict[str, Any]]:
        """What was written down between two moments of the monotonic clock; see `bench.live.watched`."""
        lines = map(json.loads, self.notes.read_text(encoding="utf-8").splitlines())
        return [line for line in lines if since <= line["at"] <= until]
