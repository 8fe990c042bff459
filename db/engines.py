"""Which engine holds the games."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

from db import integrity, migrating, restoring
from db.backup import reading
from db.database import Database, Row
from db.exits import Exit
from db.facts import GET
from db.opening import Damaged, InUse, Unreachable, Unusable, explained
from db.queries import COMPUTERS
from db.sqlite import SqliteDatabase

log = logging.getLogger(__name__)

LOOK = 1.0  # seconds between two looks of who stands by
UNFINISHED = "unfinished copy"  # a fact of a database that is being made
PRECEDENCE = 5.0  # seconds in which whoever held a database before its server was away may hold it again


class NotInstalled(Unusable):
    """PostgreSQL needs a library that is not there."""

    code = Exit.CONFIGURATION


async def opened(address: Path | str, *, standby: bool = False) -> Database:
    """The database of this address, up to date: a path is that of a file; raises `Unusable`.

    :param standby: while another process uses it, wait.
    """
    waits = False
    while True:
        try:
            database = await _opened(address)
            try:
                return await _finished(database)
            except Damaged:
                await database.close()
                raise
        except InUse:
            if not standby:
                raise
            if not waits:
                log.info("standing by: another Parterre uses the database")
            waits = True
            await asyncio.sleep(LOOK)
        except Unreachable:
            if not waits:
                raise
            await asyncio.sleep(PRECEDENCE)


async def _finished(database: Database) -> Database:
    """If it is no copy that was broken off."""
    if await database.one(GET, UNFINISHED) is not None:
        raise Damaged("The database is a copy that was never finished. Make it empty, and copy anew.")
    return database


async def _opened(address: Path | str) -> Database:
    if isinstance(address, Path):
        return await SqliteDatabase.open(address)
    with _library_of_servers():
        from db.postgres import PostgresDatabase
    return await PostgresDatabase.open(address)


async def foreseen(address: Path | str) -> migrating.Update | None:
    """What the next start will do to the database of this address, which is left as it is; None if nothing. Raises `Unusable`."""
    if isinstance(address, Path):
        return migrating.foreseen(address)
    with _library_of_servers():
        from db import transaction
    return await transaction.foreseen(address)


@asynccontextmanager
async def examined(address: Path | str) -> AsyncGenerator[integrity.Examined]:
    """The database of this address as it is at one moment, whoever uses it; raises `Unusable` if it cannot be read."""
    if isinstance(address, Path):
        examining = integrity.examined(address)
    else:
        with _library_of_servers():
            from db import transaction
        examining = transaction.examined(address)
    async with examining as found:
        await _finished(found.database)
        yield found


@asynccontextmanager
async def restored(address: str) -> AsyncGenerator[Database]:
    """A server's database that pg_restore has made, while it is made fit for use, all at once; raises `Unusable`."""
    with _library_of_servers():
        from db import transaction
    async with transaction.restored(address) as database:
        yield await _finished(database)


async def tables_of_computers(address: Path | str) -> list[Row]:
    """Running tables where computers play, in a database that is up to date: game, version of its rules, how many there are.

    Whoever uses the database is not hindered. Raises `Unusable`.
    """
    if isinstance(address, Path):
        with explained(address), closing(reading(address)) as connection:
            return connection.execute(COMPUTERS).fetchall()
    with _library_of_servers():
        from db import transaction
    return await transaction.queried(address, COMPUTERS)


async def newest_table(address: Path | str) -> int | None:
    """The newest table of a database that is to be replaced, 0 if there is none; None if it cannot be read any more."""
    if isinstance(address, Path):
        return restoring.newest_table(address)
    with _library_of_servers():
        from db import transaction
    return await transaction.newest_table(address)


@contextmanager
def _library_of_servers() -> Generator[None]:
    """It is there only where it is wanted."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise NotInstalled("PostgreSQL needs a library of its own: pip install -r requirements-postgres.txt") from error
