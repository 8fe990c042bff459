"""Run database jobs, workers and drawing without threads: each job is done before its caller goes on.

So virtual time stands still during a job, and threads cost no time.
"""

from __future__ import annotations

import asyncio
import atexit
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ParamSpec, TypeVar

from cogs.operations.drawing import Drawing
from db.sqlite.driver import SqliteDatabase
from db.sqlite.migrating import MIGRATIONS, prepare
from db.sqlite.opening import lock_database
from host.workers import Workers
from render import Sketch, drawn, paint
from render.png import encode

SHRINK = 8
P = ParamSpec("P")
R = TypeVar("R")


class Power:
    """The power supply of a bot in this process. After a cut the bot neither saves nor sends nor receives anything."""

    def __init__(self) -> None:
        self._on = True

    def cut(self) -> None:
        """Cut the power for good."""
        self._on = False

    def require(self) -> None:
        """Do nothing while there is power.

        :raises asyncio.CancelledError: after the cut, so that each task of the bot ends where it would save or send.
        """
        if not self._on:
            raise asyncio.CancelledError


class InlineConnection:
    """A connection to a database file, used in this thread."""

    def __init__(self, file: Path, power: Power) -> None:
        self._connection = sqlite3.connect(file, isolation_level=None)
        self._power = power

    async def do(self, work: Callable[[sqlite3.Connection], R]) -> R:
        """Run a job on the connection."""
        self._power.require()
        return work(self._connection)

    async def close(self) -> None:
        """Close the file."""
        self._connection.close()


@cache
def migrated(old: Path | None = None) -> Path:
    """Return a database in today's schema to be copied, as migrations take a hundred times as long.

    :param old: the file that is migrated; without one, a new database.
    """
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    file = Path(folder.name) / "migrated.sqlite3"
    if old is not None:
        shutil.copyfile(old, file)
    with closing(lock_database(file)), closing(sqlite3.connect(file, isolation_level=None)) as connection:
        prepare(connection, file, MIGRATIONS)
    return file


def new_database(file: Path) -> None:
    """Put an empty database of today's schema there, unless there is one."""
    if not file.exists():
        shutil.copyfile(migrated(), file)
        file.chmod(0o600)


async def open_inline(file: Path, power: Power | None = None) -> SqliteDatabase:
    """Open the database in this file, which is made if it is not there.

    :param power: when it is cut, the database is neither read nor written any more.
    :raises Unusable: as `db.sqlite.opening` does.
    """
    new_database(file)
    held, connection = lock_database(file), InlineConnection(file, power or Power())
    await connection.do(lambda made: prepare(made, file, MIGRATIONS))
    await connection.do(lambda made: made.execute("PRAGMA synchronous = OFF"))  # no real power cut is simulated
    return SqliteDatabase(connection, held)


class InlineWorkers(Workers):
    """Workers that do each job in the thread of its caller."""

    async def run(self, function: Callable[P, R], *values: P.args, **named: P.kwargs) -> R:
        return function(*values, **named)

    async def run_later(self, function: Callable[P, R], *values: P.args, **named: P.kwargs) -> R:
        return function(*values, **named)


class InlineDrawing(Drawing):
    """Draw pictures with inline workers: boards become small files (`draw_small`), other pictures are as the bot sends them."""

    def __init__(self) -> None:
        super().__init__()
        self.workers = InlineWorkers()

    async def draw(self, function: Callable[P, bytes], *values: P.args, **named: P.kwargs) -> bytes:
        return await super().draw(SMALL.get(function, function), *values, **named)

    async def draw_later(self, function: Callable[P, bytes], *values: P.args, **named: P.kwargs) -> bytes:
        return await super().draw_later(SMALL.get(function, function), *values, **named)


def draw_small(sketch: Sketch) -> bytes:
    """Draw a sketch as `render.drawn` does, and return a PNG of 1/`SHRINK` of its width and height.

    Reducing the colours of a picture and compressing it takes longer than drawing it.
    Bots in processes of their own send whole pictures.
    """
    return encode(paint(sketch).reduce(SHRINK))


SMALL: dict[Callable[..., bytes], Callable[..., bytes]] = {drawn: draw_small}
