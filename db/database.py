"""The interface of both engines' drivers."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, NamedTuple, Protocol

from db.roles import Roles
from db.statement import Statement, Value

Row = tuple[Any, ...]
Rows = list[list[Row]]


class Database(Protocol):
    """An open database. Every query sees all jobs that were carried out before it. ``roles`` are those of this process.

    Each method raises `db.statement.Unsaved` (queries `Unread`) when the disk, the server or the connection fails.
    """

    roles: Roles

    async def all(self, sql: str, *values: Value) -> list[Row]:
        """Return the rows of a query."""
        ...

    async def one(self, sql: str, *values: Value) -> Row | None:
        """Return the first row of a query; None if it has none."""
        ...

    async def read(self, queries: Sequence[Statement]) -> Rows:
        """Return the rows of several queries, all as of one moment."""
        ...

    async def run(self, job: Sequence[Statement]) -> Rows:
        """Carry out all these statements in one transaction, or none; return the rows of each.

        On a server each statement sees all jobs that ended before it began: `db.locks` says how jobs of several processes are
        kept apart. A cancelled caller cannot stop a job: it is carried out before the cancellation is raised.

        :raises Miscounted: or what the statement names instead, when it touches another number of rows than it must.
        :raises Unsure: when the connection broke during COMMIT, and the server cannot be asked for long.
        """
        ...

    async def drop_deleted(self) -> None:
        """Leave nothing of deleted rows in the log of a file. A server does this by itself in time."""
        ...

    async def highest_given_id(self, table: str) -> int:
        """Return the highest id that a table has ever given, to deleted rows as well; 0 if none."""
        ...

    async def continue_ids_after(self, table: str, number: int) -> None:
        """Let a table give ids above this one from now on."""
        ...

    async def until_taken_over(self) -> str:
        """Wait until another process has taken the place of this one; return a sentence that says so.

        This only happens after the connection to a server broke, or after this process was frozen.
        """
        ...

    async def close(self) -> None:
        """Finish all jobs, and let other processes use the database."""
        ...


class ExaminedDatabase(NamedTuple):
    """A database as of one moment, opened to be checked.

    ``schema`` is the number of its newest migration, ``faults`` has a sentence for each inconsistency. ``database`` has the rows
    in today's schema; changes of it do not last.
    """

    name: str
    schema: int
    faults: tuple[str, ...]
    database: Database


class RunningJobs:
    """The jobs that are being carried out. Each is finished, even if its caller is cancelled."""

    def __init__(self) -> None:
        self._tasks = set[asyncio.Task[Rows]]()

    async def finish(self, job: Coroutine[Any, Any, Rows]) -> Rows:
        """Carry out a job and return its rows.

        A cancelled caller waits until the job is over, so that its next query sees the result.
        """
        task = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait({task})
            if not task.cancelled():
                task.exception()  # else asyncio logs that nobody retrieved it
            raise

    async def wait(self) -> None:
        """Wait until all jobs are over."""
        if self._tasks:
            await asyncio.wait(self._tasks)
