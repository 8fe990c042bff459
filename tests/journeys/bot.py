"""A real bot in a process of its own, against a sandbox in the test's."""

from __future__ import annotations

import os
import resource
from collections.abc import Generator
from contextlib import contextmanager
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from db.store import Store
from render import Sketch, drawn
from sandbox.local import environment_of
from sandbox.server import Sandbox
from tests.journeys.process import start_bot
from tests.waiting import LONGEST, wait_until

ROOT = Path(__file__).parents[2]


class Bot:
    """The bot as a user runs it: started, killed, started again on the same database."""

    def __init__(self, sandbox: Sandbox, folder: Path, seed: str = "", database: str = "") -> None:
        self.sandbox = sandbox
        self.seed = seed  # of the dealer; empty: real chance
        self.emojis = False  # are pieces shown as emojis?
        self.fresh = False  # does it begin with nothing loaded, as anybody's bot?
        self.settings: dict[str, str] = {}  # further ones
        self.folder = folder
        self.database: Path | str = database or folder / "parterre.sqlite3"  # on a server, or a file
        self._process: BaseProcess | None = None
        self._open: Connection | None = None  # it stops when this is closed, as it is when we end
        self._log = folder / "bot.log"
        self._log_from = 0

    @property
    def process(self) -> int | None:
        """The id of the process that was started last."""
        return self._process.pid if self._process else None

    @property
    def status(self) -> int | None:
        """What the process that was started last has ended with."""
        return self._process.exitcode if self._process else None

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.exitcode is None

    async def open_store(self) -> Store:
        """Open the database, for a journey that prepares it before the bot starts."""
        return await Store.open(self.database)

    def draw(self, sketch: Sketch) -> bytes:
        """Return the file that the bot sends of a sketch."""
        return drawn(sketch)

    async def start(self) -> None:
        environment = {
            **os.environ,
            **environment_of(self.sandbox.token, self.sandbox.world.origin, self.folder),
            "PARTERRE_DATABASE": str(self.database),
            "PARTERRE_SEED": self.seed,
            "PARTERRE_EMOJIS": "" if self.emojis else "off",
            "PARTERRE_DRAWING": "0",
            **self.settings,
        }
        ends_with_us, self._open = Pipe(duplex=False)
        with ends_with_us:
            self._process = start_bot(environment, self.folder, self._log, ends_with_us, fresh=self.fresh)
        await self.sandbox.wait_ready()
        await self.sandbox.wait_commands()

    async def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.kill()
        await self._gone(self._process)

    async def stop(self) -> None:
        if self._process is not None and self.runs:
            self._process.terminate()
            try:
                await self._gone(self._process)
            finally:
                self._process.kill()  # one that does not end would be waited for when we do

    @contextmanager
    def full_disk(self) -> Generator[None]:
        """Nothing it writes makes a file larger than its database's log is now."""
        assert self._process is not None
        assert isinstance(self.database, Path)
        limits = resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE)
        written = self.database.with_name(f"{self.database.name}-wal").stat().st_size
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (written, limits[1]))
        try:
            yield
        finally:
            resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, limits)

    async def _gone(self, process: BaseProcess) -> None:
        """It has ended, and the gateway has seen it."""
        await wait_until(lambda: process.exitcode is not None)
        assert await self.sandbox.world.pulse.until(lambda: not self.sandbox.gateway_state.ready, LONGEST)

    def start_log(self) -> None:
        """Forget what the bot wrote until now."""
        self._log_from = self._log.stat().st_size if self._log.exists() else 0

    @property
    def log(self) -> str:
        """What the bot wrote since the journey began."""
        return self._log.read_bytes()[self._log_from :].decode() if self._log.exists() else ""
