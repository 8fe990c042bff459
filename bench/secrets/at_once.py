"""A database whose jobs are done where they are asked for, not in another thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from db.migrating import prepare
from db.opening import MIGRATIONS, claim
from db.sqlite import SqliteDatabase

T = TypeVar("T")


class AtOnce:
    """A connection to a file in this thread: where nobody else has anything to do, a hand-over takes longer than its job."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(file, isolation_level=None)

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do this work."""
        return work(self._connection)

    async def close(self) -> None:
        """Close the file."""
        self._connection.close()


async def open_at_once(file: Path) -> SqliteDatabase:
    """A new database in this file; raises `db.opening.Unusable`."""
    held, connection = claim(file), AtOnce(file)
    await connection.do(lambda made: prepare(made, file, MIGRATIONS))
    await connection.do(lambda made: made.execute("PRAGMA synchronous = OFF"))  # nobody cuts it off
    return SqliteDatabase(connection, held)
