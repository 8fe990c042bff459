"""Opening a database file: for one process, and one of ours; else one sentence says what is wrong."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from db.exits import Exit

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parent / "migrations" / "sqlite"
OURS = frozenset(("tables", "seats", "moves"))  # tables since the first schema
LOCK_SECONDS = 5.0  # to wait for a program that locks the file, such as a backup
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={1000 * LOCK_SECONDS:.0f}")
OWN = 0o600  # the mode of a new file: games hold secrets, such as cards in hand


class Unusable(Exception):
    """The file cannot be used; the message is a sentence for whoever runs the program, ``code`` its exit status."""

    code = Exit.FAILED


class TooNew(Unusable):
    """It was written by a newer version of the program."""

    code = Exit.BAD_DATA


class Damaged(Unusable):
    """It is no database, or not a sound one."""

    code = Exit.BAD_DATA


class NotWritable(Unusable):
    """It is a folder, or must not be written."""

    code = Exit.NOT_WRITABLE


class DiskFull(Unusable):
    """There is no room for what must be written, or the disk fails."""

    code = Exit.DISK_FAILS


class InUse(Unusable):
    """Another process holds it."""

    code = Exit.DATABASE_IN_USE


class NotMigrated(Unusable):
    """A migration does not suit what is in the database, or cannot be read."""

    code = Exit.NOT_MIGRATED


class Unreachable(Unusable):
    """There is no such server, or it does not answer."""

    code = Exit.NO_SERVER


class Script(NamedTuple):
    """A migration: its number, the name of its file, and its SQL."""

    number: int
    stem: str
    sql: str


# By SQLite's name. When the bot runs already, all of these mean that it cannot save now: `db.statement.Unsaved`.
TROUBLES: dict[str, tuple[type[Unusable], str]] = {
    "SQLITE_NOTADB": (Damaged, "{path} is no database of Parterre. Point PARTERRE_DATABASE at another file."),
    "SQLITE_CORRUPT": (Damaged, "{path} is damaged. Put a copy of it from a backup in its place."),
    "SQLITE_PERM": (NotWritable, "{path} must not be written. Give the program the right to write it and its folder."),
    "SQLITE_READONLY": (NotWritable, "{path} must not be written. Give the program the right to write it and its folder."),
    "SQLITE_CANTOPEN": (NotWritable, "{path} cannot be opened. Give the program the right to write it and its folder."),
    "SQLITE_FULL": (DiskFull, "There is no room left on the disk of {path}. Make some, and start again."),
    "SQLITE_IOERR": (DiskFull, "{path} cannot be written: the disk is full, or it fails."),
    "SQLITE_NOLFS": (DiskFull, "{path} is too large for its disk. Move it to another one."),
    "SQLITE_BUSY": (InUse, "{path} is used by another program. End that one first."),
    "SQLITE_LOCKED": (InUse, "{path} is used by another program. End that one first."),
    "SQLITE_PROTOCOL": (InUse, "{path} is used by another program. End that one first."),
}


def kind_of(error: sqlite3.Error) -> str:
    """SQLite's name for it, such as ``SQLITE_IOERR`` for all that can go wrong with a disk."""
    return "_".join((getattr(error, "sqlite_errorname", None) or "").split("_")[:2])


@contextmanager
def explained(path: Path) -> Generator[None]:
    """What SQLite finds wrong with a file, in a sentence; raises `Unusable`."""
    try:
        yield
    except sqlite3.Error as error:
        name = kind_of(error)
        if name not in TROUBLES:
            raise
        kind, sentence = TROUBLES[name]
        raise kind(sentence.format(path=path)) from error


def read_migrations(folder: Path) -> list[Script]:
    """Return all migrations of a folder, oldest first.

    :raises NotMigrated: when there are none or one cannot be read. Without them any database would seem up to date.
    """
    try:
        files = sorted(file for file in folder.iterdir() if file.name[:4].isdecimal() and file.suffix == ".sql")
        found = [Script(int(file.name[:4]), file.stem, file.read_text(encoding="utf-8")) for file in files]
        hindrance = "" if found else "there are none"
    except OSError as error:
        found, hindrance = [], error.strerror or str(error)
    if hindrance:
        raise NotMigrated(
            f"The migrations of Parterre in {folder} cannot be read ({hindrance}). No database is opened without them. "
            "Give the program the right to read its own folder, or install it again."
        )
    return found


def make_private(path: Path) -> None:
    """Make an empty file for its owner alone, unless it is there. SQLite gives what it keeps beside it the same mode."""
    if not path.exists():
        with suppress(OSError):  # SQLite says what hinders it
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, OWN))


def claim(path: Path) -> sqlite3.Connection:
    """Keep other processes from using this file until the returned connection is closed.

    :raises Unusable: `InUse` when another process has claimed it.
    """
    if path.is_dir():
        raise NotWritable(f"{path} is a folder. Point PARTERRE_DATABASE at a file.")
    make_folder(path.parent, path)
    if not path.exists():
        log.info("%s is not there yet: starting afresh, without any games", path)
    try:
        return lock_beside(path)
    except InUse as error:
        raise InUse(f"Another Parterre uses {path} already. Two cannot share one file: end the other one first.") from error


def make_folder(folder: Path, path: Path) -> None:
    """Make the folder of this path; raises `NotWritable`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotWritable(f"The folder of {path} cannot be made ({error.strerror}).") from error


def lock_beside(path: Path) -> sqlite3.Connection:
    """Lock a file beside this one until the returned connection is closed; raises `Unusable`.

    A lock on a database itself would be dropped whenever any part of the process closes it.
    """
    lock: sqlite3.Connection | None = None
    try:
        make_private(Path(f"{path}.lock"))
        with explained(path):
            lock = sqlite3.connect(f"{path}.lock", timeout=0.0, isolation_level=None, check_same_thread=False)
            lock.execute("BEGIN EXCLUSIVE")
    except BaseException:
        _close(lock)
        raise
    return lock


def _close(lock: sqlite3.Connection | None) -> None:
    if lock is not None:
        lock.close()


def require_sound(connection: sqlite3.Connection, path: Path) -> None:
    """Raises `Unusable` if pages of the file are damaged."""
    with explained(path):
        if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise Damaged(TROUBLES["SQLITE_CORRUPT"][1].format(path=path))


def require_ours(connection: sqlite3.Connection, path: Path) -> int:
    """The number of its schema, 0 if there is nothing in it yet; raises `Unusable` if something else keeps its data there."""
    found = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if found and not (version and found >= OURS):
        raise Damaged(TROUBLES["SQLITE_NOTADB"][1].format(path=path))
    return version
