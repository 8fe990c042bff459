"""Check whether a database file is sound: its pages, its indexes, and the references among its rows."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from db.database import ExaminedDatabase
from db.errors import Damaged
from db.sqlite.copying import copy_over
from db.sqlite.driver import SqliteDatabase
from db.sqlite.migrating import migrate_copy, missing_scripts
from db.sqlite.opening import read_schema, require_sound_pages

FAULTS_LISTED = 20  # of each kind; a file with more is beyond reading them one by one


@asynccontextmanager
async def examine(file: Path) -> AsyncGenerator[ExaminedDatabase]:
    """Open a migrated copy of this file, which lies in the folder for temporary files; a bot may go on using the file.

    :raises Unusable: when it cannot be read.
    """
    with TemporaryDirectory() as folder:
        copy = Path(folder) / file.name
        copy_over(file, copy)
        done = require_sound_schema(copy, file)
        found = tuple(find_faults(copy))
        migrate_copy(copy, file, done, missing_scripts(done, file))
        database = await SqliteDatabase.open(copy)
        try:
            yield ExaminedDatabase(str(file), done, found, database)
        finally:
            await database.close()


def require_sound_schema(copy: Path, file: Path) -> int:
    """Return the number of a copy's newest migration, once its pages are checked; errors name the file it is a copy of.

    :raises Damaged: when it is not sound, not ours, or empty.
    """
    with closing(sqlite3.connect(copy)) as connection:
        require_sound_pages(connection, file)
        done = read_schema(connection, file)
    if not done:
        raise Damaged(f"{file} is empty.")
    return done


def find_faults(path: Path) -> Iterator[str]:
    """Yield a sentence for each fault of a page or an index, and for each row that refers to a missing one."""
    with closing(sqlite3.connect(path)) as connection:
        for (fault,) in connection.execute(f"PRAGMA integrity_check({FAULTS_LISTED})"):
            if fault != "ok":
                yield f"{fault}."
        lacking = connection.execute("PRAGMA foreign_key_check").fetchmany(FAULTS_LISTED)
    yield from (f"A row of {table} ({row}) belongs to a row of {other} that is not there." for table, row, other, _ in lacking)
