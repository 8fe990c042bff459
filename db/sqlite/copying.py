"""Copy a database file as of one moment while the bot goes on. A copy appears when it is complete, or not at all."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from db.errors import DiskFull, Exists, InUse, Missing, NotWritable
from db.sqlite.opening import PRIVATE_MODE, explain_errors, lock_beside, read_schema

PAGES_WHILE_IN_USE = 128  # of 4 KiB, in one step, while a bot may commit
PAGES_WHILE_UNUSED = 2048
STEP_PAUSE_SECONDS = 0.005  # between two steps, in which the disk is the bot's
NO_ROOM_ERRORS = (errno.ENOSPC, errno.EDQUOT)
NO_ROOM = "There is no room for {}, or its disk fails. {}"


def back_up(source: Path, target: Path) -> None:
    """Copy the database as of one moment to a new file.

    A bot may go on using the database: with a write-ahead log, readers do not block writers.

    :raises Exists: if the target exists.
    :raises Unusable: with a sentence that says why. No part of the copy is left.
    """
    if os.path.lexists(target):
        known = source.exists() and target.exists() and target.samefile(source)
        raise Exists(f"{target} is {'the database itself' if known else 'there already'}. Name a file that is not there yet.")
    copy_over(source, target, PAGES_WHILE_IN_USE)


def copy_over(source: Path, target: Path, pages: int = PAGES_WHILE_UNUSED, mode: int | None = None) -> None:
    """Copy the database as of one moment to a target, which the complete copy replaces if it exists.

    :param pages: the number of pages to copy in one step.
    :param mode: the file mode of the copy; by default that of the source.
    :raises Unusable: with a sentence that says why. The target is as it was.
    """
    part = target.with_name(f"{target.name}.part")
    with explain_errors(source), closing(open_to_read(source)) as live, explain_write_errors(target), _locked(part):
        part.touch(mode=PRIVATE_MODE)  # nobody else reads it before it has the rights of the database
        _copy_pages(live, part, pages)
        part.chmod(source.stat().st_mode | PRIVATE_MODE if mode is None else mode)
        part.replace(target)
        flush_to_disk(target.parent)


def open_to_read(path: Path) -> sqlite3.Connection:
    """Return a connection that cannot write, in a transaction that sees the database as of now.

    :raises Unusable: when the file is missing, is no database of ours, or cannot be read.
    """
    if not path.is_file():
        raise Missing(f"There is no database {path}.")
    connection = sqlite3.connect(read_only_uri(path), uri=True, isolation_level=None)
    try:
        with explain_errors(path):
            connection.execute("BEGIN")
            read_schema(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def read_only_uri(path: Path) -> str:
    """Return the URI by which SQLite opens a file only to read it. Its name may have any characters."""
    return f"{path.absolute().as_uri()}?mode=ro"


def flush_to_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk, so that they survive a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _copy_pages(live: sqlite3.Connection, part: Path, pages: int) -> None:
    """Copy all pages into a single file that needs no log beside it.

    Each step is flushed by itself, so that a commit of the bot never waits behind the whole copy.
    """

    def step_done(*_: int) -> None:
        flush_to_disk(part)

    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode=OFF")
        copy.execute("PRAGMA synchronous=OFF")
        live.backup(copy, pages=pages, sleep=STEP_PAUSE_SECONDS, progress=step_done)
        copy.execute("PRAGMA journal_mode=DELETE")
    flush_to_disk(part)


@contextmanager
def _locked(part: Path) -> Generator[None]:
    """Delete this file before and after the block, as a killed process may have left one.

    :raises InUse: while another process writes it.
    """
    part.parent.stat()  # SQLite would not say that the folder is missing
    try:
        lock = lock_beside(part)
    except InUse as error:
        raise InUse(f"Another process is writing {part}. Wait for it, or name another file.") from error
    with closing(lock):
        _delete(part, "", "-journal")
        try:
            yield
        finally:
            _delete(part, "", "-journal", ".lock")


def _delete(part: Path, *suffixes: str) -> None:
    for suffix in suffixes:
        with suppress(OSError):
            Path(f"{part}{suffix}").unlink(missing_ok=True)


@contextmanager
def explain_write_errors(path: Path, left: str = "Nothing of it is left there.") -> Generator[None]:
    """Raise `DiskFull` or `NotWritable` in place of the errors of writing a file; ``left`` says what became of it."""
    try:
        yield
    except (FileNotFoundError, PermissionError) as error:
        raise NotWritable(f"{path} cannot be written: its folder is not there, or not for this program.") from error
    except OSError as error:
        if error.errno in NO_ROOM_ERRORS:
            raise DiskFull(NO_ROOM.format(path, left)) from error
        raise NotWritable(f"{path} cannot be written ({error.strerror}).") from error
    except sqlite3.Error as error:
        if str(error) in ("database or disk is full", "disk I/O error"):
            raise DiskFull(NO_ROOM.format(path, left)) from error
        raise
