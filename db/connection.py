"""Opening the database file: settings of SQLite, migrations, transactions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite

MIGRATIONS = Path(__file__).parent / "migrations"


class TooNew(Exception):
    """The file was written by a newer version of the program."""


class Connection:
    """One connection, one user at a time: whatever is read is committed."""

    def __init__(self, raw: aiosqlite.Connection) -> None:
        self._raw = raw
        self._lock = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path, migrations: Path = MIGRATIONS) -> Connection:
        """Open the file, made if need be, and bring it up to date.

        :raises TooNew: if the file is newer than the program; it is left as it is.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        raw = await aiosqlite.connect(path, isolation_level=None)
        try:
            await _migrate(raw, path, migrations)
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
                await raw.execute(f"PRAGMA {pragma}")
        except BaseException:
            await raw.close()
            raise
        return cls(raw)

    async def close(self) -> None:
        await self._raw.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[aiosqlite.Connection]:
        """All or nothing."""
        async with self._lock:
            await self._raw.execute("BEGIN IMMEDIATE")
            try:
                yield self._raw
                await self._raw.execute("COMMIT")
            except BaseException:
                if self._raw.in_transaction:  # a full disk has SQLite roll back by itself
                    await self._raw.execute("ROLLBACK")
                raise

    async def all(self, sql: str, *values: object) -> list[aiosqlite.Row]:
        """The rows of a query."""
        async with self._lock:
            return list(await self._raw.execute_fetchall(sql, values))

    async def one(self, sql: str, *values: object) -> aiosqlite.Row | None:
        """The first row of a query."""
        return next(iter(await self.all(sql, *values)), None)


def _scripts(folder: Path) -> list[str]:
    return [script.read_text() for script in sorted(folder.glob("[0-9]*.sql"))]


async def _migrate(raw: aiosqlite.Connection, path: Path, migrations: Path) -> None:
    scripts = _scripts(migrations)
    (row,) = await raw.execute_fetchall("PRAGMA user_version")
    done = int(row[0])
    if done > len(scripts):
        raise TooNew(
            f"{path} was written by a newer version of Parterre (schema {done}; this one knows {len(scripts)}). "
            "Update the program, or point PARTERRE_DATABASE at another file."
        )
    for number, script in enumerate(scripts[done:], start=done + 1):
        try:
            await raw.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")
        except BaseException:
            if raw.in_transaction:
                await raw.execute("ROLLBACK")
            raise
