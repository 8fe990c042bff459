"""Migrate a database file to today's schema, all at once or not at all, and preview how long that will take."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from shutil import disk_usage
from tempfile import TemporaryDirectory

from db.errors import DiskFull, NotMigrated, TooNew
from db.migration import BYTES_PER_SECOND, FOLDER, Script, Update, read_migrations
from db.sqlite.copying import copy_over, open_to_read
from db.sqlite.opening import FILE_ERRORS, LOCK_SECONDS, error_family, explain_errors, read_schema, require_sound_pages

log = logging.getLogger(__name__)

MIGRATIONS = FOLDER / "sqlite"
WAIT = f"busy_timeout={1000 * LOCK_SECONDS:.0f}"
OVERWRITE = "secure_delete=ON"  # so that no erased person is found in unused parts of the file; it costs no measurable time
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", WAIT, OVERWRITE)
OVERWRITES_SINCE = 26  # the number of the migration with which the pragma came
ROOM_FACTOR = 2  # free space needed, in sizes of the database: a copy, and the log of changing all its rows
PAGE_CHECK_LIMIT_BYTES = 256 << 20  # largest file whose pages are all read at each start: a fraction of a second


def prepare(connection: sqlite3.Connection, path: Path, migrations: Path = MIGRATIONS) -> None:
    """Check the file, migrate it, set the pragmas, and write to it once.

    An older file is copied first to ``….before-N``, if the disk has room; N is the first missing migration. Files above
    `PAGE_CHECK_LIMIT_BYTES` have their pages checked only before a migration.

    :raises Unusable: with a sentence that says why; then the file is as it was.
    """
    with explain_errors(path):
        done = read_schema(connection, path)
        scripts = missing_scripts(done, path, migrations)
        if scripts or path.stat().st_size <= PAGE_CHECK_LIMIT_BYTES:
            require_sound_pages(connection, path)
        if done and scripts:
            _back_up_before(path, scripts)
        if 0 < done < OVERWRITES_SINCE:
            _drop_unused_parts(connection, path)
        connection.execute(f"PRAGMA {OVERWRITE}")
        migrate(connection, path, done, scripts)
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        connection.executescript(f"BEGIN IMMEDIATE; PRAGMA user_version = {version}; COMMIT;")  # can it be written?


def missing_scripts(done: int, path: Path, migrations: Path = MIGRATIONS) -> list[Script]:
    """Return the migrations that a file with this schema lacks, oldest first.

    :raises TooNew: when its schema is newer than the newest migration.
    :raises NotMigrated: when the migrations cannot be read.
    """
    scripts = read_migrations(migrations)
    if done > len(scripts):
        raise TooNew(
            f"{path} was written by a newer version of Parterre (schema {done}; this one knows {len(scripts)}). "
            "Update the program, or point PARTERRE_DATABASE at another file."
        )
    return scripts[done:]


def migrate(connection: sqlite3.Connection, path: Path, done: int, scripts: Sequence[Script]) -> None:
    """Carry out all of these migrations in one transaction.

    :raises NotMigrated: when one of them fails on the rows; then none is carried out.
    """
    if not scripts:
        return
    steps = [f"{script.sql}\nPRAGMA user_version = {n};" for n, script in enumerate(scripts, start=done + 1)]
    try:
        connection.executescript("\n".join(["BEGIN IMMEDIATE;", *steps, "COMMIT;"]))
    except BaseException as error:
        if not connection.in_transaction:
            raise
        failed = scripts[int(connection.execute("PRAGMA user_version").fetchone()[0]) - done]
        connection.execute("ROLLBACK")
        if isinstance(error, sqlite3.Error) and error_family(error) not in FILE_ERRORS:
            raise NotMigrated(
                f"{path} cannot be brought up to date: {failed.stem} fails ({error}). "
                "It is as it was; the version of the program that wrote it can still use it."
            ) from error
        raise


def migrate_copy(copy: Path, path: Path, done: int, scripts: Sequence[Script]) -> None:
    """Migrate a copy of the file that no other process uses; errors name the file itself."""
    with explain_errors(copy), closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        migrate(connection, path, done, scripts)


def preview_update(path: Path, migrations: Path = MIGRATIONS) -> Update | None:
    """Return the update that the next start makes to this file, tried on a copy if there is room; None if it is up to date.

    :raises Unusable: when the next start would fail.
    """
    if not path.exists():
        return Update()
    with explain_errors(path), closing(open_to_read(path)) as connection:
        done = read_schema(connection, path)
        scripts = missing_scripts(done, path, migrations)
        rows = sum(connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0] for table in _tables(connection))
        size = _size(connection)
    if not done:
        return Update()
    if not scripts:
        return None
    copy = _backup_path(path, scripts) if _has_room(path.parent, size) else None
    with TemporaryDirectory() as folder:
        tried = _has_room(Path(folder), size)
        seconds = _try_on_copy(path, Path(folder), done, scripts) if tried else size / BYTES_PER_SECOND
    return Update(tuple(script.stem for script in scripts), rows, size, seconds, tried, copy)


def _try_on_copy(path: Path, folder: Path, done: int, scripts: Sequence[Script]) -> float:
    """Return how many seconds it takes to copy and migrate this file."""
    began = time.perf_counter()
    trial = folder / "trial.sqlite3"
    copy_over(path, trial)
    migrate_copy(trial, path, done, scripts)
    return time.perf_counter() - began


def _back_up_before(path: Path, scripts: Sequence[Script]) -> None:
    """Copy the file before these migrations change it. Without room for a copy, only log that."""
    copy, names = _backup_path(path, scripts), ", ".join(script.stem for script in scripts)
    log.info("%s is migrated: %s", path, names)
    try:
        if not _has_room(path.parent, path.stat().st_size):
            raise DiskFull
        copy_over(path, copy)
        log.info("kept the former database as %s", copy)
    except DiskFull:
        log.warning("no space for %s: continuing without a copy", copy)


def _drop_unused_parts(connection: sqlite3.Connection, path: Path) -> None:
    """Write the file anew without its unused parts, in which earlier versions left deleted rows. Without room, only log that."""
    try:
        connection.execute("VACUUM")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_FULL:
            raise
        log.warning("no space to write %s anew: its unused parts may hold deleted rows until it is copied or restored", path)


def _backup_path(path: Path, scripts: Sequence[Script]) -> Path:
    return path.with_name(f"{path.name}.before-{scripts[0].stem.split('_')[0]}")


def _has_room(folder: Path, size: int) -> bool:
    return disk_usage(folder).free > ROOM_FACTOR * size


def _size(connection: sqlite3.Connection) -> int:
    pages, page = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    return pages * page


def _tables(connection: sqlite3.Connection) -> list[str]:
    return [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
