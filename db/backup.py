"""Copies of a database file: taken at one moment while the bot goes on, complete or not there at all."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from db.exits import Exit
from db.opening import OWN, DiskFull, InUse, NotWritable, Unusable, explained, lock_beside, require_ours

FEW, MANY = 128, 2048  # pages of 4 KiB copied in one step: while a bot commits, or while none is there
FULL = (errno.ENOSPC, errno.EDQUOT)
NO_ROOM = "There is no room for {}, or its disk fails. {}"
BREATH = 0.005  # seconds between two steps, in which the disk is the bot's


class Missing(Unusable):
    """There is no such file."""

    code = Exit.NO_INPUT


class Exists(Unusable):
    """What is to be made is there already."""

    code = Exit.NOT_WRITABLE


def back_up(source: Path, target: Path) -> None:
    """Copy the database as it is at one moment to a new file, which appears there when it is complete.

    A bot that uses the database goes on meanwhile: readers of a write-ahead log hinder nobody who writes.

    :raises Unusable: with a sentence that says why; nothing is left of what was begun.
    """
    if os.path.lexists(target):
        known = source.exists() and target.exists() and target.samefile(source)
        raise Exists(f"{target} is {'the database itself' if known else 'there already'}. Name a file that is not there yet.")
    duplicate(source, target, FEW)


def duplicate(source: Path, target: Path, pages: int = MANY, mode: int | None = None) -> None:
    """Copy it likewise over a file that may be there, which is replaced when its successor is complete; raises `Unusable`.

    :param mode: of the new file; without one, that of the source, which its owner may have chosen.
    """
    part = target.with_name(f"{target.name}.part")
    with explained(source), closing(reading(source)) as live, written(target), _alone(part):
        part.touch(mode=OWN)  # nobody else reads it before it has the rights of the database
        _copy(live, part, pages)
        part.chmod(source.stat().st_mode | OWN if mode is None else mode)
        part.replace(target)
        synchronise(target.parent)


def reading(path: Path) -> sqlite3.Connection:
    """A connection that writes nothing, and sees the database of ours as it is now; raises `Unusable`."""
    if not path.is_file():
        raise Missing(f"There is no database {path}.")
    connection = sqlite3.connect(read_only(path), uri=True, isolation_level=None)
    try:
        with explained(path):
            connection.execute("BEGIN")
            require_ours(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def read_only(path: Path) -> str:
    """Return the address by which SQLite opens a file only to read it, whatever signs are in its name."""
    return f"{path.absolute().as_uri()}?mode=ro"


def synchronise(path: Path) -> None:
    """What this file or folder holds is on the disk, even if the power goes."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _copy(live: sqlite3.Connection, part: Path, pages: int) -> None:
    """All pages, and by them a single file that needs no log beside it.

    Each step is brought to the disk by itself, so that at no time a commit of the bot waits behind all of the copy.
    """

    def step_done(*_: int) -> None:
        synchronise(part)

    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode=OFF")
        copy.execute("PRAGMA synchronous=OFF")
        live.backup(copy, pages=pages, sleep=BREATH, progress=step_done)
        copy.execute("PRAGMA journal_mode=DELETE")
    synchronise(part)


@contextmanager
def _alone(part: Path) -> Generator[None]:
    """Begin this file anew, and leave nothing of it; raises `InUse` while another process writes it."""
    part.parent.stat()  # SQLite would not say that the folder is missing
    try:
        lock = lock_beside(part)
    except InUse as error:
        raise InUse(f"Another process is writing {part}. Wait for it, or name another file.") from error
    with closing(lock):
        _forget(part)
        try:
            yield
        finally:
            _forget(part, "", "-journal", ".lock")


def _forget(part: Path, *ends: str) -> None:
    """What was begun, perhaps by a process that was killed, is not gone on with."""
    for end in ends or ("", "-journal"):
        with suppress(OSError):
            Path(f"{part}{end}").unlink(missing_ok=True)


@contextmanager
def written(path: Path, left: str = "Nothing of it is left there.") -> Generator[None]:
    """What hinders the writing of a file, in a sentence, and what is ``left`` of it; raises `Unusable`."""
    try:
        yield
    except (FileNotFoundError, PermissionError) as error:
        raise NotWritable(f"{path} cannot be written: its folder is not there, or not for this program.") from error
    except OSError as error:
        if error.errno in FULL:
            raise DiskFull(NO_ROOM.format(path, left)) from error
        raise NotWritable(f"{path} cannot be written ({error.strerror}).") from error
    except sqlite3.Error as error:
        if str(error) in ("database or disk is full", "disk I/O error"):
            raise DiskFull(NO_ROOM.format(path, left)) from error
        raise
