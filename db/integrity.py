"""Is a database file sound in itself? What lies in it is asked of the copy that is examined."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from db.backup import duplicate
from db.database import Database
from db.migrating import migrate_copy, pending
from db.opening import Damaged, require_ours, require_sound
from db.sqlite import SqliteDatabase

MOST = 20  # findings of a kind; where there are more, the file is beyond reading them one by one


class Examined(NamedTuple):
    """A database as it is at one moment: what it is called, the number of its schema, what is not sound, and its rows.

    These are told as today's schema has them, and nothing that is done to them lasts.
    """

    name: str
    schema: int
    faults: tuple[str, ...]
    database: Database


@asynccontextmanager
async def examined(file: Path) -> AsyncGenerator[Examined]:
    """This file, by way of a copy in the folder for temporary files; raises `db.opening.Unusable` if it cannot be read."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / file.name
        duplicate(file, copy)
        done = schema(copy, file)
        found = tuple(faults(copy))
        migrate_copy(copy, file, done, pending(done, file))
        database = await SqliteDatabase.open(copy)
        try:
            yield Examined(str(file), done, found, database)
        finally:
            await database.close()


def schema(path: Path, called: Path) -> int:
    """The number of its schema; raises `db.opening.Unusable` about the file that it is a copy of, if it cannot be read."""
    with closing(sqlite3.connect(path)) as connection:
        require_sound(connection, called)
        done = require_ours(connection, called)
    if not done:
        raise Damaged(f"{called} is empty.")
    return done


def faults(path: Path) -> Iterator[str]:
    """What does not fit together: pages, indexes, and rows that name others which are not there."""
    with closing(sqlite3.connect(path)) as connection:
        for (fault,) in connection.execute(f"PRAGMA integrity_check({MOST})"):
            if fault != "ok":
                yield f"{fault}."
        lacking = connection.execute("PRAGMA foreign_key_check").fetchmany(MOST)
    yield from (f"A row of {table} ({row}) belongs to a row of {other} that is not there." for table, row, other, _ in lacking)
