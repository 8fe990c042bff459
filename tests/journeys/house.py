"""A real bot in a process of its own, against a sandbox in the test's."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from sandbox.server import Sandbox

ROOT = Path(__file__).parents[2]


class Bot:
    """The bot as a user runs it: started, killed, started again on the same database."""

    def __init__(self, sandbox: Sandbox, folder: Path) -> None:
        self.sandbox = sandbox
        self.folder = folder
        self.database = folder / "parterre.sqlite3"
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        environment = {
            **os.environ,
            "DISCORD_TOKEN": self.sandbox.token,
            "PARTERRE_API": self.sandbox.api,
            "PARTERRE_GATEWAY": self.sandbox.gateway,
            "PARTERRE_DATABASE": str(self.database),
        }
        with (self.folder / "bot.log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, str(ROOT / "bot.py"), cwd=self.folder, env=environment, stdout=log, stderr=log
            )
        await self.sandbox.wait_ready()
        await self.sandbox.wait_commands()

    async def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()

    async def stop(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()

    @property
    def log(self) -> str:
        return (self.folder / "bot.log").read_text()
