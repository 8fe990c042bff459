"""Replace a database file by a copy of it while no bot runs, and keep the former file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from shutil import copy2

from db.errors import Exists, Unusable
from db.sqlite.checking import require_sound_schema
from db.sqlite.copying import copy_over, explain_write_errors, flush_to_disk, open_to_read
from db.sqlite.migrating import migrate_copy, missing_scripts
from db.sqlite.opening import PRIVATE_MODE, lock_database

LOG_SUFFIXES = ("-wal", "-shm")  # of the files that SQLite keeps beside a database


@contextmanager
def prepare_successor(file: Path, database: Path) -> Generator[Path]:
    """Copy and migrate a file beside the database, which stays locked during the block; return the path of the new file.

    Whatever the block leaves of the new file is deleted.

    :raises Unusable: with a sentence that says why; then the database is as it was.
    """
    if file.exists() and database.exists() and file.samefile(database):
        raise Exists(f"{file} is the database itself. Name a copy of it.")
    with closing(open_to_read(file)):
        lock = lock_database(database)
    real = database.resolve()
    new = real.with_name(f"{real.name}.restoring")
    _delete(new)
    try:
        copy_over(file, new, mode=PRIVATE_MODE)
        done = require_sound_schema(new, file)
        migrate_copy(new, file, done, missing_scripts(done, file))
        yield new
    finally:
        _delete(new)
        lock.close()


def replace_database(new: Path, database: Path, now: float) -> Path | None:
    """Put the new file in the place of the database; return the path of the former file, None if there was none.

    A process that is killed meanwhile loses neither.

    :raises Unusable: with a sentence that says why; then the database is as it was.
    """
    with explain_write_errors(database, "The database is as it was."):
        return _replace(new, database.resolve(), now)


def _replace(new: Path, real: Path, now: float) -> Path | None:
    kept = None
    flush_to_disk(new)
    if real.exists():
        kept = real.with_name(f"{real.name}.before-restore-{datetime.fromtimestamp(now, UTC):%Y%m%d-%H%M%S}")
        _copy_rights(real, new)
        _write_log_into(real)
        suffixes = [suffix for suffix in ("", *LOG_SUFFIXES) if Path(f"{real}{suffix}").exists()]
        for suffix in suffixes:
            _link_or_copy(Path(f"{real}{suffix}"), Path(f"{kept}{suffix}"))
        flush_to_disk(real.parent)
        for suffix in suffixes[1:]:
            Path(f"{real}{suffix}").unlink()
    new.replace(real)
    flush_to_disk(real.parent)
    return kept


def _delete(new: Path) -> None:
    """Delete a new file with all files beside it. A log that a killed process left would be read into the next one."""
    for suffix in ("", *LOG_SUFFIXES, "-journal", ".lock", ".lock-journal"):
        Path(f"{new}{suffix}").unlink(missing_ok=True)


def newest_table_id(database: Path) -> int | None:
    """Return the id of the newest table in a file that is to be replaced, 0 if it has none; None if it cannot be read."""
    with suppress(Unusable, sqlite3.Error), closing(open_to_read(database)) as connection:
        return int(connection.execute("SELECT coalesce(max(id), 0) FROM tables").fetchone()[0])
    return None


def _write_log_into(database: Path) -> None:
    """Write the write-ahead log into a sound database, so that it is a single file."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _copy_rights(former: Path, new: Path) -> None:
    """Let the new file have the owner and mode of the former one, though another user may have restored it."""
    known = former.stat()
    new.chmod(known.st_mode)
    with suppress(OSError):  # only the administrator can give files away
        os.chown(new, known.st_uid, known.st_gid)


def _link_or_copy(path: Path, name: Path) -> None:
    try:
        os.link(path, name)
    except OSError:  # the file system has no hard links
        copy2(path, name)
        flush_to_disk(name)
