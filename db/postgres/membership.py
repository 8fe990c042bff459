"""Let several processes share a server's database: each tells the server that it lives, and ends those that do not any more.

A process has a row in ``parterre_processes``, renewed each second by the server's clock, and its roles as rows of
``parterre_roles``. Another process ends it when its connection is gone for `GONE_SECONDS` or when it was not heard for
`HUNG_SECONDS`: in one transaction it deletes the row, and the roles with it, and marks its row of ``parterre_jobs``. Each job
updates that row of its process, so from then on the ended process can commit nothing, even if it was frozen and wakes up.
Like ``parterre``, the tables belong to this driver: no migration makes them, and they are not copied.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import platform
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import asyncpg

from db.errors import InUse
from db.postgres.jobs import END_JOBS, INSERT_JOBS
from db.postgres.leader import KEY, DatabaseLock, connect_to_lock
from db.roles import FREED, Process

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]

log = logging.getLogger(__name__)

BEAT_SECONDS = 1.0  # between two times that a process tells the server that it lives
SURE_SECONDS = 12.0  # after the last such time it is not sure any more whether it still counts
SURE_UNCONNECTED_SECONDS = 2.0  # the same while its connection is gone, as others end it sooner then
HUNG_SECONDS = 20.0  # after which others end it though its connection is there
GONE_SECONDS = 3.0  # after which others end it when its connection is gone
RETURN_SECONDS = 10.0  # for all connections to come back after the server was away
LOOK_SECONDS = 5.0  # a process whose last beat is older was hindered itself: it ends nobody
CLOCK_SECONDS = 60.0  # by which the clocks of this machine and of the server may differ without a warning
CHANNEL = "parterre"  # of notices
LOCK_CLASS = KEY & 0x7FFF_FFFF  # of the locks by which processes show that their connection is there
MOST_NUMBERS = 2**31

JOIN = f"SELECT pg_try_advisory_lock_shared({KEY})"
SHARE = f"SELECT pg_advisory_lock_shared({KEY}), pg_advisory_unlock({KEY})"  # by the connection that holds it alone
SHOW = f"SELECT pg_advisory_lock({LOCK_CLASS}, $1)"
IS_THERE = "SELECT to_regclass('parterre_processes') IS NOT NULL"
MAKE = """CREATE TABLE parterre_processes (process BIGINT PRIMARY KEY, name TEXT NOT NULL, version TEXT NOT NULL,
      began TIMESTAMPTZ NOT NULL DEFAULT now(), heard TIMESTAMPTZ NOT NULL DEFAULT now(), agreed JSONB NOT NULL DEFAULT '{}');
    CREATE TABLE parterre_roles (role TEXT PRIMARY KEY, since TIMESTAMPTZ NOT NULL DEFAULT now(),
      process BIGINT NOT NULL REFERENCES parterre_processes ON DELETE CASCADE);
    CREATE INDEX parterre_roles_by_process ON parterre_roles (process);
    CREATE TABLE parterre_turns (queue TEXT PRIMARY KEY, free_at TIMESTAMPTZ NOT NULL)"""
INSERT = "INSERT INTO parterre_processes (process, name, version) VALUES ($1, $2, $3)"
BEAT = """UPDATE parterre_processes SET heard = clock_timestamp()
    FROM (SELECT heard AS before FROM parterre_processes WHERE process = $1) AS mine
    WHERE process = $1 RETURNING CAST(extract(epoch FROM clock_timestamp() - before) AS FLOAT),
      (SELECT oldest FROM parterre), (SELECT count(*) FROM parterre_processes)"""
OLDEST = "SELECT oldest FROM parterre"  # program that may use the schema, by its newest migration
DEAD = f"""SELECT process, name, heard, CAST(extract(epoch FROM clock_timestamp() - heard) AS FLOAT) AS silent
    FROM (SELECT *, EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = {LOCK_CLASS}
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
              AND CAST(objid AS BIGINT) = process AND objsubid = 2 AND granted) AS is_connected FROM parterre_processes) AS one
    WHERE process != $1 AND clock_timestamp() - pg_postmaster_start_time() > interval '{RETURN_SECONDS} s'
      AND clock_timestamp() - make_interval(secs => $2)
        > (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid())
      AND clock_timestamp() - heard > make_interval(secs => CASE WHEN is_connected THEN {HUNG_SECONDS} ELSE {GONE_SECONDS} END)"""
END_CONNECTIONS = """SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE application_name = ANY($1) AND datname = current_database()"""
DELETE = "DELETE FROM parterre_processes WHERE process = $1"
DELETE_ALL = "DELETE FROM parterre_processes"
DELETE_IF_SILENT = f"{DELETE} AND heard = $2 RETURNING 1"
TELL_FREED = f"SELECT pg_notify('{CHANNEL}', '{FREED}')"
PROCESSES = "SELECT process, name, version, began, heard, agreed FROM parterre_processes ORDER BY began, process"
ROLES = "SELECT process, role, since FROM parterre_roles ORDER BY role"

ENDED = "Other processes have ended this one, as the database did not hear of it for a while."
OUTDATED = "A newer version of Parterre has changed the database. Update this program, and start it again."

Notice = Callable[[str], None]


def seconds_since_boot() -> float:
    """Return the time by a clock that nobody sets, and that goes on while the machine is suspended, where it has one."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def connection_names(process: int) -> tuple[str, str]:
    """Return the names on the server of the connection that shows a process, and of those for its jobs."""
    return f"parterre (process {process})", f"parterre (jobs of {process})"


class Membership(DatabaseLock):
    """The place of this process among those that share a database. It is lost for good when another process ends this one.

    ``count`` is the number of processes, as of the last beat. ``on_notice`` gets the text of each notice, and an empty text when
    some may have been missed.
    """

    check_seconds = BEAT_SECONDS

    def __init__(self, address: str, process: int, connection: Connection, schema: int) -> None:
        self._process = process
        self._schema = schema
        self._beat_at = seconds_since_boot()
        self._patience = GONE_SECONDS  # in seconds from the beginning of the connection until this process ends others
        self.count = 1
        self.on_notice: Notice = lambda _: None
        super().__init__(address, connection)

    @classmethod
    async def begin(cls, address: str, process: int, connection: Connection, version: str, schema: int) -> Membership:
        """Add this process to those that share the database.

        :param connection: holds the lock on the database, shared with others.
        :param schema: the newest migration that the program knows.
        """
        async with connection.transaction():
            await connection.execute(INSERT_JOBS, process)
            await connection.execute(INSERT, process, f"{platform.node()}:{os.getpid()}", version)
        _compare_clocks(await connection.fetchval("SELECT clock_timestamp()"))
        membership = cls(address, process, connection, schema)
        await membership._show(connection)
        await membership._check()
        return membership

    @property
    def sure(self) -> bool:
        """Return whether the server has lately confirmed that this process counts, so that no other can have ended it."""
        seconds = SURE_UNCONNECTED_SECONDS if self._connection.is_closed() else SURE_SECONDS
        return not self._lost.done() and seconds_since_boot() - self._beat_at < seconds

    async def leave(self) -> None:
        """Delete the row of this process, so that others take its roles at once; then close the connection."""
        self._watch.cancel()
        await asyncio.wait({self._watch})
        if self.held:
            try:
                async with self._connection.transaction():
                    await self._connection.execute(DELETE, self._process)
                    await self._connection.execute(TELL_FREED)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("others take over later, as the server fails: %r", error)
        await self.release()

    async def _connect(self) -> Connection:
        async with connect_to_lock(self._address, connection_names(self._process)[0]) as connection:
            if not await connection.fetchval(JOIN):
                raise InUse
            await self._show(connection)
            if await connection.fetchrow(BEAT, self._process) is None:
                self.lose(ENDED)
                raise InUse
        self._beat_at, self._patience = seconds_since_boot(), RETURN_SECONDS
        self.on_notice("")
        return connection

    async def _show(self, connection: Connection) -> None:
        """Show the others that this process is connected, and listen to notices."""
        await connection.execute(SHOW, self._process)
        await connection.add_listener(CHANNEL, self._hear)

    def _hear(self, _connection: Any, _pid: int, _channel: str, text: object) -> None:
        self.on_notice(str(text))

    async def _check(self) -> None:
        """Tell the server that this process lives, and end those that do not."""
        at = seconds_since_boot()
        row = await self._connection.fetchrow(BEAT, self._process)
        if row is None:
            self.lose(ENDED)
            return
        self._beat_at = at
        since, oldest, self.count = row
        if oldest > self._schema:
            self.lose(OUTDATED)
        elif self.count > 1 and since < LOOK_SECONDS:
            for process, name, heard, silent in await self._connection.fetch(DEAD, self._process, self._patience):
                await self._end(process, name, heard, silent)

    async def _end(self, process: int, name: str, heard: datetime, silent: float) -> None:
        """End another process: its roles are free then, and it can commit nothing."""
        await self._connection.fetchval(END_CONNECTIONS, connection_names(process))
        async with self._connection.transaction():
            if await self._connection.fetchval(DELETE_IF_SILENT, process, heard):
                await self._connection.execute(END_JOBS, process)
                await self._connection.execute(TELL_FREED)
                log.warning("ended the process %s, which was not heard for %.0f s", name, silent)


def _compare_clocks(theirs: datetime) -> None:
    """Warn of a wrong clock. Nothing depends on it here: the server's clock alone decides who still counts."""
    ahead = (datetime.now(UTC) - theirs).total_seconds()
    if abs(ahead) > CLOCK_SECONDS:
        way = "ahead of" if ahead > 0 else "behind"
        log.warning("this machine's clock is %.0f minutes %s that of the database: set one of them", abs(ahead) / 60, way)


async def prepare_membership(connection: Connection) -> None:
    """Create the tables of this module if they are missing."""
    if not await connection.fetchval(IS_THERE):
        await connection.execute(MAKE)


async def forget_processes(connection: Connection) -> None:
    """Delete the rows of all processes, with their roles, where none of them can use the database."""
    if await connection.fetchval(IS_THERE):
        await connection.execute(DELETE_ALL)


async def read_processes(connection: Connection) -> list[Process]:
    """Return all processes that use a database, by age."""
    if not await connection.fetchval(IS_THERE):
        return []
    return processes_of(await connection.fetch(PROCESSES), await connection.fetch(ROLES))


def processes_of(rows: Iterable[Iterable[Any]], roles: Iterable[Iterable[Any]]) -> list[Process]:
    """Return the processes of the rows of `PROCESSES` and `ROLES`."""
    held: defaultdict[int, dict[str, datetime]] = defaultdict(dict)
    for process, role, since in roles:
        held[process][role] = since
    return [
        Process(name, version, began, heard, json.loads(agreed), held[process])
        for process, name, version, began, heard, agreed in rows
    ]
