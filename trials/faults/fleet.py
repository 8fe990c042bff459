"""Run several identical bots on one database of a PostgreSQL server; a supervisor starts each again when it ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cogs.operations.exits import Exit
from sandbox.addresses import api_of, gateway_of
from sandbox.server import Sandbox
from trials.faults.line import Line
from trials.monitored_bot import START_SECONDS, MonitoredBot, Run
from trials.program import Process

if TYPE_CHECKING:
    from tests.server import Server

RESTART_SECONDS = 0.5  # before a process that ended is started again
EXCUSED_SECONDS = 60.0  # after a disturbance, in which a process may end by itself
EXCUSED = (Exit.DATABASE_IN_USE, Exit.NO_SERVER)  # statuses by which it says that another start will help
CLOSED_SECONDS = 10.0  # in which the sandbox notices that all processes ended


class Member(MonitoredBot):
    """One of the bots, with a door of the sandbox and a line to the server of its own."""

    def __init__(self, sandbox: Sandbox, folder: Path, code: Path, line: Line, settings: Mapping[str, str]) -> None:
        super().__init__(sandbox, folder, code)
        self._words = [*self._words, "--standby"]
        self.settings = dict(settings)
        self.line = line
        self.host = settings["PARTERRE_API"].split("/")[2]
        self.began: list[float] = []  # when its processes started, by the loop's clock
        self.excused_ends = 0
        self.disturbed = False  # stopped, or without its line
        self._excused_until = 0.0

    async def _launch(self) -> Process:
        self.began.append(asyncio.get_running_loop().time())
        return await super()._launch()

    async def gone(self) -> None:
        await self.ended()

    def excuse(self, seconds: float) -> None:
        """Let it end by itself during a disturbance of this length, and for a while after it."""
        self._excused_until = max(self._excused_until, asyncio.get_running_loop().time() + seconds + EXCUSED_SECONDS)

    def _note_unwanted_end(self, run: Run, status: int | None) -> None:
        if status in EXCUSED and asyncio.get_running_loop().time() < self._excused_until:
            self.excused_ends += 1
        else:
            super()._note_unwanted_end(run, status)


class Fleet:
    """Bots with a supervisor each."""

    def __init__(self, sandbox: Sandbox, server: Server, database: str, members: list[Member]) -> None:
        self.sandbox = sandbox
        self.server = server
        self.database = database
        self.members = members
        self._supervisors: list[asyncio.Task[None]] = []
        self._closing = False

    @property
    def folder(self) -> Path:
        """Return the folder of the first bot."""
        return self.members[0].folder

    @property
    def runs(self) -> list[Run]:
        """Return all processes that ran."""
        return [run for member in self.members for run in member.runs]

    def tell(self, on_kill: Callable[[], None], on_start: Callable[[], None]) -> None:
        """Call these functions at each kill and each start of a process."""
        for member in self.members:
            member.on_kill, member.on_start = on_kill, on_start

    async def start(self) -> None:
        """Start all bots unless they run, and wait until all shards are connected."""
        if not self._supervisors:
            self._supervisors = [asyncio.create_task(self._keep_running(member)) for member in self.members]
        await self.ready()

    async def _keep_running(self, member: Member) -> None:
        while not self._closing:
            await member.spawn()
            await member.ended()
            await asyncio.sleep(RESTART_SECONDS)

    async def ready(self) -> None:
        """Wait until all shards are connected and commands are known.

        :raises TimeoutError: after `START_SECONDS`.
        """
        await self.sandbox.wait_ready(START_SECONDS)
        await self.sandbox.wait_commands()

    async def kill(self) -> None:
        """Kill all processes at once, as a power cut would."""
        running = [member for member in self.members if member.running]
        for member in running:
            member.strike()
        await asyncio.gather(*(run.over.wait() for member in running for run in member.runs[-1:]))
        gateway = self.sandbox.gateway_state
        await self.sandbox.world.changes.wait_until(lambda: not gateway.open_shards, CLOSED_SECONDS)

    async def stop(self) -> None:
        """Stop all bots and their supervisors."""
        self._closing = True
        await asyncio.gather(*(member.stop() for member in self.members))
        for supervisor in self._supervisors:
            supervisor.cancel()
        for supervisor in self._supervisors:
            with suppress(asyncio.CancelledError):
                await supervisor

    async def restart_server(self, how: str) -> None:
        """Restart the database server: by ``INT`` in good order, or by ``QUIT`` as a power cut would."""
        for member in self.members:
            member.excuse(0.0)
        await asyncio.to_thread(self.server.stop, how)
        await asyncio.to_thread(self.server.start)


@asynccontextmanager
async def fleet(
    sandbox: Sandbox, folder: Path, code: Path, processes: int, ranges: int, *, keep: bool = False
) -> AsyncGenerator[Fleet]:
    """Yield bots that are not started yet, and a database server of their own; stop all of them at the end.

    :param keep: write a dump of the database to the folder at the end.
    :raises ModuleNotFoundError: without the tests, which know how to run a server.
    """
    from tests.server import Server

    server = await asyncio.to_thread(Server)
    lines: list[Line] = []
    try:
        await asyncio.to_thread(server.start)
        name = await asyncio.to_thread(server.new)
        members: list[Member] = []
        for number in range(processes):
            lines.append(Line(server.folder, f"line{number}"))
            await lines[-1].mend()
            address = server.address(name, folder=lines[-1].folder)
            settings = {"PARTERRE_DATABASE": address, "PARTERRE_RANGES": str(ranges), "PARTERRE_CLOCK": str(folder / "clock")}
            origin = await sandbox.open_door()
            own = {"PARTERRE_API": api_of(origin), "PARTERRE_GATEWAY": gateway_of(origin), "PARTERRE_DRAWING": "0"}
            members.append(_member(sandbox, folder / f"process-{number}", code, lines[-1], {**settings, **own}))
        bots = Fleet(sandbox, server, server.address(name), members)
        try:
            yield bots
        finally:
            await bots.stop()
            if keep:
                dump = await asyncio.to_thread(server.run, "pg_dump", name)  # its user may not write to the folder
                await asyncio.to_thread((folder / "database.sql").write_text, dump)
    finally:
        for line in lines:
            line.close()
        await asyncio.to_thread(server.remove)


def _member(sandbox: Sandbox, folder: Path, code: Path, line: Line, settings: Mapping[str, str]) -> Member:
    """Return a bot that is not started, with a new folder."""
    folder.mkdir(exist_ok=True)
    return Member(sandbox, folder, code, line, settings)
