"""Open a database file: lock it for this process, require that it is ours, and explain in a sentence why it cannot be used."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from db.errors import Damaged, DiskFull, InUse, NotWritable, Unusable

log = logging.getLogger(__name__)

FIRST_TABLES = frozenset(("tables", "seats", "moves"))  # every schema of ours has them
LOCK_SECONDS = 5.0  # to wait for a program that locks the file, such as a backup
PRIVATE_MODE = 0o600  # of new files: games hold secrets, such as cards in hand

# By the first two parts of SQLite's name. While the bot runs, all of these mean `db.statement.Unsaved`.
FILE_ERRORS: dict[str, tuple[type[Unusable], str]] = {
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


def error_family(error: sqlite3.Error) -> str:
    """Return the first two parts of SQLite's name: all errors of a disk are ``SQLITE_IOERR``. Empty if it has no name."""
    return "_".join((getattr(error, "sqlite_errorname", None) or "").split("_")[:2])


@contextmanager
def explain_errors(path: Path) -> Generator[None]:
    """Raise `Unusable` in place of the errors of SQLite that are listed in `FILE_ERRORS`."""
    try:
        yield
    except sqlite3.Error as error:
        name = error_family(error)
        if name not in FILE_ERRORS:
            raise
        kind, sentence = FILE_ERRORS[name]
        raise kind(sentence.format(path=path)) from error


def make_private(path: Path) -> None:
    """Make an empty file that only its owner can read, unless it exists. SQLite gives the files beside it the same mode."""
    if not path.exists():
        with suppress(OSError):  # SQLite reports the reason when it opens the file
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, PRIVATE_MODE))


def lock_database(path: Path) -> sqlite3.Connection:
    """Keep other processes of ours from using this file until the returned connection is closed.

    The folder is made if it is missing; the database itself is not.

    :raises Unusable: `InUse` when another process has locked it.
    """
    if path.is_dir():
        raise NotWritable(f"{path} is a folder. Point PARTERRE_DATABASE at a file.")
    make_folder(path.parent, path)
    if not path.exists():
        log.info("%s does not exist yet: starting without any games", path)
    try:
        return lock_beside(path)
    except InUse as error:
        raise InUse(f"Another Parterre uses {path} already. Two cannot share one file: end the other one first.") from error


def make_folder(folder: Path, path: Path) -> None:
    """Make the folder of this path.

    :raises NotWritable: when that fails.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotWritable(f"The folder of {path} cannot be made ({error.strerror}).") from error


def lock_beside(path: Path) -> sqlite3.Connection:
    """Lock the file ``path.lock`` until the returned connection is closed.

    A lock on the database itself would be dropped as soon as any part of the process closes it.

    :raises Unusable: `InUse` when another process holds the lock.
    """
    lock: sqlite3.Connection | None = None
    try:
        make_private(Path(f"{path}.lock"))
        with explain_errors(path):
            lock = sqlite3.connect(f"{path}.lock", timeout=0.0, isolation_level=None, check_same_thread=False)
            lock.execute("BEGIN EXCLUSIVE")
    except BaseException:
        if lock is not None:
            lock.close()
        raise
    return lock


def require_sound_pages(connection: sqlite3.Connection, path: Path) -> None:
    """Read all pages of the file.

    :raises Damaged: when one is not sound.
    """
    with explain_errors(path):
        if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise Damaged(FILE_ERRORS["SQLITE_CORRUPT"][1].format(path=path))


def read_schema(connection: sqlite3.Connection, path: Path) -> int:
    """Return the number of the newest migration; 0 for an empty file.

    :raises Damaged: when another program keeps its data there.
    """
    found = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if found and not (version and found >= FIRST_TABLES):
        raise Damaged(FILE_ERRORS["SQLITE_NOTADB"][1].format(path=path))
    return version
