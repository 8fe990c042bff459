"""The folder of the local sandbox: used by one sandbox at a time, and emptied when the next one begins."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from cogs.operations.exits import CannotStart, Exit
from db.errors import InUse, Unusable
from db.sqlite.opening import lock_beside, make_folder

OWNER = "sandbox"  # the name of the file beside which the lock of a running sandbox lies


@contextmanager
def claim_folder(folder: Path, database: str, forgotten: Sequence[str]) -> Generator[Path]:
    """Hold this folder, after deleting the files in it with these patterns.

    The bot of a sandbox comes and goes, and its database is free meanwhile: so the sandbox has a lock of its own.

    :raises CannotStart: when another sandbox or bot uses the folder; nothing is deleted then.
    """
    real = folder.resolve()
    with _locked(real / OWNER):
        with _locked(real / database):
            _delete(real, forgotten)
        yield real


@contextmanager
def _locked(path: Path) -> Generator[None]:
    try:
        make_folder(path.parent, path)
        lock = lock_beside(path)
    except InUse as error:
        sentence = f"Another sandbox uses {path.parent}. End it first, or start bot.py in another folder."
        raise CannotStart(sentence, Exit.DATABASE_IN_USE) from error
    except Unusable as error:
        raise CannotStart.by(error) from error
    try:
        yield
    finally:
        lock.close()


def _delete(folder: Path, patterns: Sequence[str]) -> None:
    """Delete all but locks: a lock on a deleted file keeps nobody out."""
    try:
        for path in [path for pattern in patterns for path in folder.glob(pattern)]:
            if path.suffix != ".lock":
                path.unlink()
    except OSError as error:
        sentence = f"{folder} cannot be emptied ({error.strerror}). Delete it, or start bot.py in another folder."
        raise CannotStart(sentence, Exit.NOT_WRITABLE) from error
