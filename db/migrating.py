"""Bringing a database file up to date, all at once or not at all; and what that will be like, told before."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from shutil import disk_usage
from tempfile import TemporaryDirectory
from typing import NamedTuple

from db.backup import duplicate, reading
from db.opening import (
    MIGRATIONS,
    PRAGMAS,
    TROUBLES,
    DiskFull,
    NotMigrated,
    Script,
    TooNew,
    explained,
    kind_of,
    read_migrations,
    require_ours,
    require_sound,
)

log = logging.getLogger(__name__)

ROOM = 2  # times the size of a database: a copy of it, and what the change of all its rows may write
LOOKED_THROUGH = 256 << 20  # bytes at most, in a fraction of a second
SPEED = 5e6  # bytes a second that are surely migrated


class Update(NamedTuple):
    """What the next start does first: the names of the migrations, the rows and bytes there are, the seconds it takes.

    Without any migrations, it is made then. ``tried``: the seconds were measured. ``copy`` is the file that keeps the database as
    it was, None where there will be none.
    """

    migrations: tuple[str, ...] = ()
    rows: int = 0
    size: int = 0
    seconds: float = 0.0
    tried: bool = False
    copy: Path | None = None


def prepare(connection: sqlite3.Connection, path: Path, migrations: Path = MIGRATIONS) -> None:
    """Check the file, bring it up to date, and make sure that it can be written; raises `Unusable`.

    Before an older file is changed, a copy of it is made beside it, where there is room. One that is too large to be looked
    through at each start is so only before it is changed.
    """
    with explained(path):
        done = require_ours(connection, path)
        scripts = pending(done, path, migrations)
        if scripts or path.stat().st_size <= LOOKED_THROUGH:
            require_sound(connection, path)
        if done and scripts:
            _keep(path, scripts)
        migrate(connection, path, done, scripts)
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        connection.executescript(f"BEGIN IMMEDIATE; PRAGMA user_version = {version}; COMMIT;")  # can it be written?


def pending(done: int, path: Path, migrations: Path = MIGRATIONS) -> list[Script]:
    """Return the migrations that a database of this schema has still to go through; raises `TooNew`, `NotMigrated`."""
    scripts = read_migrations(migrations)
    if done > len(scripts):
        raise TooNew(
            f"{path} was written by a newer version of Parterre (schema {done}; this one knows {len(scripts)}). "
            "Update the program, or point PARTERRE_DATABASE at another file."
        )
    return scripts[done:]


def migrate(connection: sqlite3.Connection, path: Path, done: int, scripts: Sequence[Script]) -> None:
    """Carry out all of these migrations or, if one fails, none; raises `NotMigrated`, and what `explained` explains."""
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
        if isinstance(error, sqlite3.Error) and kind_of(error) not in TROUBLES:
            raise NotMigrated(
                f"{path} cannot be brought up to date: {failed.stem} fails ({error}). "
                "It is as it was; the version of the program that wrote it can still use it."
            ) from error
        raise


def migrate_copy(copy: Path, path: Path, done: int, scripts: Sequence[Script]) -> None:
    """The same in a copy of the file, which is at nobody else's disposal."""
    with explained(copy), closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        migrate(connection, path, done, scripts)


def foreseen(path: Path, migrations: Path = MIGRATIONS) -> Update | None:
    """What the next start will do to this file, tried on a copy where there is room; None if nothing. Raises `Unusable`."""
    if not path.exists():
        return Update()
    with explained(path), closing(reading(path)) as connection:
        done = require_ours(connection, path)
        scripts = pending(done, path, migrations)
        rows = sum(connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0] for table in _tables(connection))
        size = _size(connection)
    if not done:
        return Update()
    if not scripts:
        return None
    copy = _copy_of(path, scripts) if _has_room(path.parent, size) else None
    with TemporaryDirectory() as folder:
        tried = _has_room(Path(folder), size)
        seconds = _tried(path, Path(folder), done, scripts) if tried else size / SPEED
    return Update(tuple(script.stem for script in scripts), rows, size, seconds, tried, copy)


def _tried(path: Path, folder: Path, done: int, scripts: Sequence[Script]) -> float:
    """The seconds that it takes to copy this file and to migrate it."""
    began = time.perf_counter()
    trial = folder / "trial.sqlite3"
    duplicate(path, trial)
    migrate_copy(trial, path, done, scripts)
    return time.perf_counter() - began


def _keep(path: Path, scripts: Sequence[Script]) -> None:
    """Keep the database as it is beside it, before these migrations change it."""
    copy, names = _copy_of(path, scripts), ", ".join(script.stem for script in scripts)
    log.info("%s is brought up to date: %s", path, names)
    try:
        if not _has_room(path.parent, path.stat().st_size):
            raise DiskFull
        duplicate(path, copy)
        log.info("%s is the database as it was before", copy)
    except DiskFull:
        log.warning("there is no room for %s: going on without a copy", copy)


def _copy_of(path: Path, scripts: Sequence[Script]) -> Path:
    return path.with_name(f"{path.name}.before-{scripts[0].stem.split('_')[0]}")


def _has_room(folder: Path, size: int) -> bool:
    return disk_usage(folder).free > ROOM * size


def _size(connection: sqlite3.Connection) -> int:
    pages, page = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    return pages * page


def _tables(connection: sqlite3.Connection) -> list[str]:
    return [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
