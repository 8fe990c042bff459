"""Run the bot of a journey in a process of its own, over HTTP and the gateway of a sandbox in the test's process."""

from __future__ import annotations

import resource
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from db.store import Store
from render import Sketch, drawn
from sandbox.server import Sandbox
from trials.forkserver import start_bot
from trials.program import Process, Program
from trials.waiting import SANDBOX_TIMEOUT_FACTOR, wait_until


class ForkedProcess:
    """A process of `multiprocessing` with the interface that programs need."""

    def __init__(self, process: BaseProcess) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    async def wait(self) -> int:
        await wait_until(lambda: self._process.exitcode is not None)
        assert self._process.exitcode is not None
        return self._process.exitcode


class ProcessBot(Program):
    """The bot as a user runs it: started, killed, and started again on the same database."""

    def __init__(self, sandbox: Sandbox, folder: Path, seed: str = "", database: str = "") -> None:
        """:param seed: of the dealer; empty for real chance.
        :param database: its address on a server; empty for a file in the folder.
        """
        super().__init__(sandbox, folder, [])
        self.seed = seed
        self.emojis = False  # are pieces shown as emojis?
        self.fresh = False  # does it start with nothing loaded, as anybody's bot?
        self.database: Path | str = database or folder / "parterre.sqlite3"
        self._parent: Connection | None = None  # the bot stops when this is closed, at the latest when we end

    async def open_store(self) -> Store:
        """Open the database, for a journey that prepares it before the bot starts."""
        return await Store.open(self.database)

    def draw(self, sketch: Sketch) -> bytes:
        """Return the file that the bot sends of a sketch."""
        return drawn(sketch)

    @property
    def environment(self) -> dict[str, str]:
        own = {
            "PARTERRE_DATABASE": str(self.database),
            "PARTERRE_SEED": self.seed,
            "PARTERRE_EMOJIS": "" if self.emojis else "off",
            "PARTERRE_DRAWING": "0",
        }
        return {**super().environment, **own, **self.settings}

    async def _launch(self) -> Process:
        child, self._parent = Pipe(duplex=False)
        with child:
            return ForkedProcess(start_bot(self.environment, self.folder, self.log_file, child, fresh=self.fresh))

    async def start(self) -> None:
        """Start the bot and wait until its commands are known."""
        await super().start()
        await self.sandbox.wait_commands()

    async def gone(self) -> None:
        await super().gone()
        assert not self.sandbox.gateway_state.ready

    @contextmanager
    def full_disk(self) -> Generator[None]:
        """Let no file grow beyond the present size of the database's write-ahead log."""
        assert isinstance(self.database, Path)
        limits = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
        written = self.database.with_name(f"{self.database.name}-wal").stat().st_size
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (written, limits[1]))
        try:
            yield
        finally:
            resource.prlimit(self.pid, resource.RLIMIT_FSIZE, limits)


@asynccontextmanager
async def process_bot(folder: Path, seed: str = "", database: str = "", record: Path | None = None) -> AsyncGenerator[ProcessBot]:
    """Yield a bot that is not started yet, with a sandbox of its own; stop both at the end.

    :param record: the file that keeps all requests.
    """
    sandbox = await Sandbox.start(record=record, clock=folder / "clock", timeout_factor=SANDBOX_TIMEOUT_FACTOR)
    bot = ProcessBot(sandbox, folder, seed, database)
    try:
        yield bot
    finally:
        await bot.stop()
        await sandbox.close()
