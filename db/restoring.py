"""A copy of a database file takes its place, while no bot runs; the former one is kept."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from shutil import copy2

from db.backup import Exists, duplicate, reading, synchronise, written
from db.integrity import schema
from db.migrating import migrate_copy, pending
from db.opening import OWN, Unusable, claim

BESIDE = ("-wal", "-shm")  # what SQLite keeps beside a database


@contextmanager
def successor(file: Path, database: Path) -> Generator[Path]:
    """A copy of this file beside the database, brought up to date, which is to take its place; nobody else uses either meanwhile.

    :raises Unusable: with a sentence that says why; the database is left as it is.
    """
    if file.exists() and database.exists() and file.samefile(database):
        raise Exists(f"{file} is the database itself. Name a copy of it.")
    with closing(reading(file)):
        held = claim(database)
    real = database.resolve()
    new = real.with_name(f"{real.name}.restoring")
    _forget(new)
    try:
        duplicate(file, new, mode=OWN)
        done = schema(new, file)
        migrate_copy(new, file, done, pending(done, file))
        yield new
    finally:
        _forget(new)
        held.close()


def take_place(new: Path, database: Path, now: float) -> Path | None:
    """The copy is the database from now on; where the former one is kept, if there was one. A kill in between loses neither.

    :raises Unusable: with a sentence that says why; the database is left as it is.
    """
    with written(database, "The database is as it was."):
        return _take_place(new, database.resolve(), now)


def _take_place(new: Path, real: Path, now: float) -> Path | None:
    kept = None
    synchronise(new)
    if real.exists():
        kept = real.with_name(f"{real.name}.before-restore-{datetime.fromtimestamp(now, UTC):%Y%m%d-%H%M%S}")
        _belong_alike(new, real)
        _fold(real)
        there = [end for end in ("", *BESIDE) if Path(f"{real}{end}").exists()]
        for end in there:
            _call_also(Path(f"{real}{end}"), Path(f"{kept}{end}"))
        synchronise(real.parent)
        for end in there[1:]:
            Path(f"{real}{end}").unlink()
    new.replace(real)
    synchronise(real.parent)
    return kept


def _forget(new: Path) -> None:
    """What was begun, perhaps by a process that was killed, is not gone on with; a log that lay beside it least of all."""
    for end in ("", *BESIDE, "-journal", ".lock", ".lock-journal"):
        Path(f"{new}{end}").unlink(missing_ok=True)


def newest_table(database: Path) -> int | None:
    """The newest table of a database that is to be replaced, 0 if there is none; None if it cannot be read any more."""
    with suppress(Unusable, sqlite3.Error), closing(reading(database)) as connection:
        return int(connection.execute("SELECT coalesce(max(id), 0) FROM tables").fetchone()[0])
    return None


def _fold(database: Path) -> None:
    """What lies in the log beside a sound database is written into it, so that it is one file."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _belong_alike(new: Path, former: Path) -> None:
    """Whoever could use the former file can use the new one, whoever it was that restored it."""
    known = former.stat()
    new.chmod(known.st_mode)
    with suppress(OSError):  # only the administrator can give files away
        os.chown(new, known.st_uid, known.st_gid)


def _call_also(path: Path, name: Path) -> None:
    try:
        os.link(path, name)
    except OSError:  # a file system that knows no second names
        copy2(path, name)
        synchronise(name)
