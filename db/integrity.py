"""Is a database file sound in itself? What lies in it is another question."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from db.opening import Damaged, require_ours, require_sound

MOST = 20  # findings of a kind; where there are more, the file is beyond reading them one by one


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
