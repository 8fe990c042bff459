"""The driver for SQLite: one connection in a thread of its own, which runs queries and jobs one after another."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import NoReturn, Protocol, TypeVar

import aiosqlite

from db.database import Row, Rows, RunningJobs
from db.errors import InUse
from db.roles import Roles, SoleProcess
from db.sqlite.migrating import MIGRATIONS, prepare
from db.sqlite.opening import FILE_ERRORS, LOCK_SECONDS, error_family, explain_errors, lock_database, make_private
from db.statement import Statement, Unsaved, Value, unread_if_unsaved, without_locks

T = TypeVar("T")

NO_LOCK_WAITING = "PRAGMA busy_timeout=0"  # a job that waited in the thread would block readers
FIRST_RETRY_SECONDS, LONGEST_RETRY_SECONDS = 0.01, 0.1  # between two tries while the file is locked
HIGHEST_GIVEN_ID = "SELECT seq FROM sqlite_sequence WHERE name = $1"
FORGET_GIVEN_IDS = "DELETE FROM sqlite_sequence WHERE name = $1"
CONTINUE_IDS_AFTER = """INSERT INTO sqlite_sequence (name, seq)
    SELECT name, $2 FROM sqlite_master WHERE name = $1 AND type = 'table' AND sql LIKE '%AUTOINCREMENT%'"""


class Worker(Protocol):
    """The owner of the connection: all use of it goes through here, one piece of work after another."""

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do this work with the connection, and return its result."""
        ...

    async def close(self) -> None:
        """Finish the work that was given before, and close the file."""
        ...


class _Thread(aiosqlite.Connection):
    """The connection of aiosqlite, which lives in a thread of its own."""

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do this work in the thread. It is finished even if the caller is cancelled."""
        done: T = await self._execute(work, self._conn)  # pyright: ignore[reportUnknownMemberType]
        return done


class SqliteDatabase:
    """One connection to one file, locked for this process. Work is done one after another, so queries see committed rows only.

    While another program locks the file, jobs wait outside the connection, and queries go on.
    """

    def __init__(self, worker: Worker, lock: sqlite3.Connection) -> None:
        self.roles: Roles = SoleProcess()
        self._worker = worker
        self._lock = lock
        self._jobs = RunningJobs()

    @classmethod
    async def open(cls, path: Path, migrations: Path = MIGRATIONS) -> SqliteDatabase:
        """Lock the file, make it if it is missing, and migrate it.

        :raises Unusable: with a sentence that says why; then the file is as it was.
        """
        lock = lock_database(path)
        make_private(path)
        thread = _Thread(lambda: sqlite3.connect(path, isolation_level=None), iter_chunk_size=64)
        try:
            with explain_errors(path):
                await thread
            await thread.do(lambda connection: prepare(connection, path, migrations))
            await thread.do(lambda connection: connection.execute(NO_LOCK_WAITING))
        except BaseException:
            await thread.close()
            lock.close()
            raise
        return cls(thread, lock)

    async def all(self, sql: str, *values: Value) -> list[Row]:
        """Return the rows of a query."""
        with unread_if_unsaved():
            return await self._retry_while_locked(lambda connection: _rows(connection, sql, values))

    async def one(self, sql: str, *values: Value) -> Row | None:
        """Return the first row of a query; None if it has none."""
        return next(iter(await self.all(sql, *values)), None)

    async def read(self, queries: Sequence[Statement]) -> Rows:
        """Return the rows of several queries, all as of one moment."""
        with unread_if_unsaved():
            return await self._retry_while_locked(lambda connection: _read(connection, queries))

    async def run(self, job: Sequence[Statement]) -> Rows:
        """Carry out a job as `Database.run` says. While another program locks the file, retry for up to `LOCK_SECONDS`."""
        errors = list[sqlite3.Error]()

        def work(connection: sqlite3.Connection) -> Rows:
            try:
                return _run(connection, job)
            except sqlite3.Error as error:
                errors.append(error)
                raise

        try:
            return await self._worker.do(work)
        except sqlite3.Error as error:
            if not _is_locked(error):
                _fail(error)
        except asyncio.CancelledError:
            await self._worker.do(lambda _: None)  # queued behind the job: when this is done, the job was tried
            if errors and _is_locked(errors[0]):
                with suppress(Exception):  # the caller is gone
                    await self._run_when_unlocked(job)
            raise
        return await self._run_when_unlocked(job)

    async def _run_when_unlocked(self, job: Sequence[Statement]) -> Rows:
        """Carry out a job as soon as the file is not locked any more, even if the caller is cancelled."""
        return await self._jobs.finish(self._retry_while_locked(lambda connection: _run(connection, job)))

    async def _retry_while_locked(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do this work, and retry for up to `LOCK_SECONDS` while another program locks the file.

        :raises Unsaved: for all `FILE_ERRORS`.
        """
        end, pause = monotonic() + LOCK_SECONDS, FIRST_RETRY_SECONDS
        while True:
            try:
                return await self._worker.do(work)
            except sqlite3.Error as error:
                if not _is_locked(error) or monotonic() > end:
                    _fail(error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_RETRY_SECONDS)

    async def drop_deleted(self) -> None:
        """Empty the write-ahead log. Another program that reads the file right now keeps it until the next time."""
        await self._worker.do(lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())

    async def highest_given_id(self, table: str) -> int:
        row = await self.one(HIGHEST_GIVEN_ID, table)
        return row[0] if row else 0  # a table without AUTOINCREMENT has no row

    async def continue_ids_after(self, table: str, number: int) -> None:
        await self.run([Statement(FORGET_GIVEN_IDS, (table,)), Statement(CONTINUE_IDS_AFTER, (table, number))])

    async def until_taken_over(self) -> str:
        """Wait for ever: nobody can take over a locked file."""
        await asyncio.Event().wait()
        return ""

    async def close(self) -> None:
        """Finish all jobs, close the file, and drop its lock."""
        try:
            await self._jobs.wait()
            await self._worker.close()
        finally:
            self._lock.close()


def _is_locked(error: sqlite3.Error) -> bool:
    return FILE_ERRORS.get(error_family(error), (None,))[0] is InUse


def _fail(error: sqlite3.Error) -> NoReturn:
    """Raise `Unsaved` for an error of the file, the error itself for a bug of ours."""
    if error_family(error) in FILE_ERRORS:
        raise Unsaved(str(error)) from error
    raise error


def _rows(connection: sqlite3.Connection, sql: str, values: Sequence[Value]) -> list[Row]:
    return connection.execute(sql, _by_name(values)).fetchall()


def _by_name(values: Sequence[Value]) -> dict[str, Value]:
    """Return the values by name: for SQLite, ``$1`` is a name."""
    return {str(number): value for number, value in enumerate(values, start=1)}


def _read(connection: sqlite3.Connection, queries: Sequence[Statement]) -> Rows:
    connection.execute("BEGIN")
    try:
        return [_rows(connection, query.sql, query.known_values()) for query in queries]
    finally:
        if connection.in_transaction:  # when the disk fails, SQLite rolls back by itself
            connection.execute("COMMIT")


def _run(connection: sqlite3.Connection, job: Sequence[Statement]) -> Rows:
    connection.execute("BEGIN IMMEDIATE")
    try:
        returned: Rows = []
        for statement in job:
            returned.append(_carry_out(connection, statement, returned))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # when the disk is full, SQLite rolls back by itself
            connection.execute("ROLLBACK")
        raise
    return returned


def _carry_out(connection: sqlite3.Connection, statement: Statement, returned: Rows) -> list[Row]:
    if statement.sql.startswith("SELECT"):
        return []  # it would lock rows, and this job has locked the file
    cursor = connection.execute(without_locks(statement.sql), _by_name(statement.known_values(returned)))
    rows = cursor.fetchall()
    touched = len(rows) or max(cursor.rowcount, 0)
    if statement.touches is not None and touched != statement.touches:
        raise statement.otherwise(f"{touched} rows instead of {statement.touches}: {statement.sql}")
    return rows
