"""Run programs that write notes about themselves, each on a sandbox of its own, in a folder of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sandbox.server import Sandbox
from trials.options import ROOT
from trials.program import Program

SANDBOX_TIMEOUT_FACTOR = 10.0  # times as long as Discord the sandbox waits: a busy machine is no fault of the bot


def new(folder: Path) -> Path:
    """Return the folder, and make it if it does not exist."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class NotingProgram(Program):
    """A program whose last word on the command line is the file of its notes."""

    @property
    def notes(self) -> Path:
        return self.folder / "notes.jsonl"

    @classmethod
    async def bot(cls, folder: Path, **settings: str) -> NotingProgram:
        """Start the bot with stop-watches, and wait until its commands are known."""
        sandbox = await Sandbox.start(timeout_factor=SANDBOX_TIMEOUT_FACTOR)
        words = ["-m", "bench.live.watched", str(ROOT), str(folder / "notes.jsonl")]
        program = cls(sandbox, new(folder), words, settings)
        await program.start()
        await sandbox.wait_commands()
        return program

    @classmethod
    async def peer(cls, folder: Path) -> NotingProgram:
        """Start the bare bot of `bench.live.peer`."""
        program = cls(await Sandbox.start(timeout_factor=SANDBOX_TIMEOUT_FACTOR), new(folder), ["-m", "bench.live.peer"])
        await program.start()
        return program

    async def close(self) -> None:
        """Stop the program and its sandbox."""
        await self.stop()
        await self.sandbox.close()

    def notes_between(self, since: float, until: float) -> list[dict[str, Any]]:
        """Return the notes between two moments of the monotonic clock, in seconds."""
        lines = map(json.loads, self.notes.read_text(encoding="utf-8").splitlines())
        return [line for line in lines if since <= line["at"] <= until]
