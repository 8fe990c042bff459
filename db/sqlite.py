"""The driver for SQLite: asking the database, carrying out changes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import NoReturn, Protocol, TypeVar

import aiosqlite

from db.database import Row
from db.migrating import prepare
from db.opening import LOCK_SECONDS, MIGRATIONS, TROUBLES, InUse, claim, explained, kind_of, make_private
from db.running import RunningJobs
from db.statement import Statement, Unsaved, Value, reading

T = TypeVar("T")

NO_WAITING = "PRAGMA busy_timeout=0"  # in the thread, where readers would wait as well
FIRST_PAUSE, LONGEST_PAUSE = 0.01, 0.1  # seconds until a locked file is tried again
GIVEN = "SELECT seq FROM sqlite_sequence WHERE name = $1"
FORGET_GIVEN = "DELETE FROM sqlite_sequence WHERE name = $1"
GIVE_AFTER = """INSERT INTO sqlite_sequence (name, seq)
    SELECT name, $2 FROM sqlite_master WHERE name = $1 AND type = 'table' AND sql LIKE '%AUTOINCREMENT%'"""


class Connected(Protocol):
    """A connection, wherever it lives."""

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do all this work in one go."""
        ...

    async def close(self) -> None:
        """Finish what has been asked for, and close the file."""
        ...


class _Thread(aiosqlite.Connection):
    """The library's connection, which lives in a thread of its own."""

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do all this work in one go there; it is finished even if the caller is cancelled meanwhile."""
        done: T = await self._execute(work, self._conn)  # pyright: ignore[reportUnknownMemberType]
        return done


class SqliteDatabase:
    """One connection to one file. It does one thing after another, so every reading sees committed rows.

    While another program locks the file, jobs wait outside the connection, and reading goes on.
    """

    def __init__(self, connected: Connected, claim: sqlite3.Connection) -> None:
        self._connected = connected
        self._claim = claim
        self._jobs = RunningJobs()

    @classmethod
    async def open(cls, path: Path, migrations: Path = MIGRATIONS) -> SqliteDatabase:
        """Open the file, made if need be, and bring it up to date; no other process can open it until it is closed.

        :raises Unusable: with a sentence that says why; the file is left as it is.
        """
        held = claim(path)
        make_private(path)
        thread = _Thread(lambda: sqlite3.connect(path, isolation_level=None), iter_chunk_size=64)
        try:
            with explained(path):
                await thread
            await thread.do(lambda connection: prepare(connection, path, migrations))
            await thread.do(lambda connection: connection.execute(NO_WAITING))
        except BaseException:
            await thread.close()
            held.close()
            raise
        return cls(thread, held)

    async def all(self, sql: str, *values: Value) -> list[Row]:
        """The rows of a query."""
        with reading():
            return await self._do(lambda connection: _rows(connection, sql, values))

    async def one(self, sql: str, *values: Value) -> Row | None:
        """The first row of a query."""
        return next(iter(await self.all(sql, *values)), None)

    async def read(self, queries: Sequence[Statement]) -> list[list[Row]]:
        """The rows of several queries, all as they are at one moment."""
        with reading():
            return await self._do(lambda connection: _at_once(connection, queries))

    async def run(self, job: Sequence[Statement]) -> list[list[Row]]:
        """Carry out all these statements or none of them; the rows that each returns.

        A cancelled caller can neither tear it nor stop it.

        :raises Miscounted: or what the statement names instead, if it does not touch as many rows as it must.
        :raises Unsaved: if the disk hinders it, or another program that locks the file for long.
        """
        errors = list[sqlite3.Error]()

        def work(connection: sqlite3.Connection) -> list[list[Row]]:
            try:
                return _whole(connection, job)
            except sqlite3.Error as error:
                errors.append(error)
                raise

        try:
            return await self._connected.do(work)
        except sqlite3.Error as error:
            if not _is_locked(error):
                _fail(error)
        except asyncio.CancelledError:
            await self._connected.do(lambda _: None)  # behind it: now it was tried
            if errors and _is_locked(errors[0]):
                with suppress(Exception):  # nobody waits for it
                    await self._insist(job)
            raise
        return await self._insist(job)

    async def _insist(self, job: Sequence[Statement]) -> list[list[Row]]:
        """Carry out a job when the file is not locked any more, even if the caller is cancelled meanwhile."""
        return await self._jobs.finish(self._do(lambda connection: _whole(connection, job)))

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do this in the connection, again while the file is locked, but not for long; raises `Unsaved` for all `TROUBLES`."""
        end, pause = monotonic() + LOCK_SECONDS, FIRST_PAUSE
        while True:
            try:
                return await self._connected.do(work)
            except sqlite3.Error as error:
                if not _is_locked(error) or monotonic() > end:
                    _fail(error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def newest_number(self, table: str) -> int:
        row = await self.one(GIVEN, table)  # where an id may be given a second time, the highest there is counts
        return row[0] if row else 0

    async def continue_after(self, table: str, number: int) -> None:
        await self.run([Statement(FORGET_GIVEN, (table,)), Statement(GIVE_AFTER, (table, number))])

    async def taken_over(self) -> None:
        """Wait for what cannot happen while the file is claimed."""
        await asyncio.Event().wait()

    async def close(self) -> None:
        """Finish what has been asked for, and close the file."""
        try:
            await self._jobs.wait()
            await self._connected.close()
        finally:
            self._claim.close()


def _is_locked(error: sqlite3.Error) -> bool:
    return TROUBLES.get(kind_of(error), (None,))[0] is InUse


def _fail(error: sqlite3.Error) -> NoReturn:
    """Raise `Unsaved` for a trouble of the file, the error itself for a fault of ours."""
    if kind_of(error) in TROUBLES:
        raise Unsaved(str(error)) from error
    raise error


def _rows(connection: sqlite3.Connection, sql: str, values: Sequence[Value]) -> list[Row]:
    return connection.execute(sql, _by_name(values)).fetchall()


def _by_name(values: Sequence[Value]) -> dict[str, Value]:
    """SQLite takes ``$1`` for a name."""
    return {str(number): value for number, value in enumerate(values, start=1)}


def _at_once(connection: sqlite3.Connection, queries: Sequence[Statement]) -> list[list[Row]]:
    connection.execute("BEGIN")
    try:
        return [_rows(connection, query.sql, query.values) for query in queries]
    finally:
        if connection.in_transaction:  # a failing disk has SQLite roll back by itself
            connection.execute("COMMIT")


def _whole(connection: sqlite3.Connection, job: Sequence[Statement]) -> list[list[Row]]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        returned = [_do(connection, statement) for statement in job]
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk has SQLite roll back by itself
            connection.execute("ROLLBACK")
        raise
    return returned


def _do(connection: sqlite3.Connection, statement: Statement) -> list[Row]:
    cursor = connection.execute(statement.sql, _by_name(statement.values))
    rows = cursor.fetchall()
    touched = len(rows) or max(cursor.rowcount, 0)
    if statement.touches is not None and touched != statement.touches:
        raise statement.otherwise(f"{touched} rows instead of {statement.touches}: {statement.sql}")
    return rows
