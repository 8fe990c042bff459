"""The driver for SQLite: opening and migrating the file, asking it, carrying out changes."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from db.statement import Statement, Value

MIGRATIONS = Path(__file__).parent / "migrations"
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")

Row = tuple[Any, ...]
T = TypeVar("T")


class TooNew(Exception):
    """The file was written by a newer version of the program."""


class _Thread(aiosqlite.Connection):
    """The library's connection, which lives in a thread of its own."""

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do all this work in one go there; it is finished even if the caller is cancelled meanwhile."""
        done: T = await self._execute(work, self._conn)  # pyright: ignore[reportUnknownMemberType]
        return done


class Database:
    """One connection to one file. Whatever is asked for comes one after another, so what is read is committed."""

    def __init__(self, thread: _Thread) -> None:
        self._thread = thread

    @classmethod
    async def open(cls, path: Path, migrations: Path = MIGRATIONS) -> Database:
        """Open the file, made if need be, and bring it up to date.

        :raises TooNew: if the file is newer than the program; it is left as it is.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        thread = _Thread(lambda: sqlite3.connect(path, isolation_level=None), iter_chunk_size=64)
        await thread
        try:
            await thread.do(lambda connection: _prepare(connection, path, migrations))
        except BaseException:
            await thread.close()
            raise
        return cls(thread)

    async def all(self, sql: str, *values: Value) -> list[Row]:
        """The rows of a query."""
        return await self._thread.do(lambda connection: _rows(connection, sql, values))

    async def one(self, sql: str, *values: Value) -> Row | None:
        """The first row of a query."""
        return next(iter(await self.all(sql, *values)), None)

    async def read(self, queries: Sequence[Statement]) -> list[list[Row]]:
        """The rows of several queries, all as they are at one moment."""
        return await self._thread.do(lambda connection: _at_once(connection, queries))

    async def run(self, job: Sequence[Statement]) -> list[list[Row]]:
        """Carry out all these statements or none of them; the rows that each returns.

        A cancelled caller can neither tear it nor stop it.

        :raises Miscounted: or what the statement names instead, if it does not touch as many rows as it must.
        """
        return await self._thread.do(lambda connection: _carry_out(connection, job))

    async def close(self) -> None:
        """Finish what has been asked for, and close the file."""
        await self._thread.close()


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
        connection.execute("COMMIT")


def _carry_out(connection: sqlite3.Connection, job: Sequence[Statement]) -> list[list[Row]]:
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
    touched = len(rows) if rows else cursor.rowcount
    if statement.touches is not None and touched != statement.touches:
        raise statement.otherwise(f"{touched} rows instead of {statement.touches}: {statement.sql}")
    return rows


def _prepare(connection: sqlite3.Connection, path: Path, migrations: Path) -> None:
    _migrate(connection, path, migrations)
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _scripts(folder: Path) -> list[str]:
    return [script.read_text() for script in sorted(folder.glob("[0-9]*.sql"))]


def _migrate(connection: sqlite3.Connection, path: Path, migrations: Path) -> None:
    scripts = _scripts(migrations)
    done = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if done > len(scripts):
        raise TooNew(
            f"{path} was written by a newer version of Parterre (schema {done}; this one knows {len(scripts)}). "
            "Update the program, or point PARTERRE_DATABASE at another file."
        )
    for number, script in enumerate(scripts[done:], start=done + 1):
        try:
            connection.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
