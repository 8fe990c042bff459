"""Open a database by its address, with the engine that the address asks for.

The functions raise `db.errors.Unusable` with a sentence for people who run the program. PostgreSQL's modules are imported where
they are needed, as their library may be missing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from db import queries
from db.database import Database, ExaminedDatabase, Row
from db.errors import Damaged, InUse, NotInstalled, Unreachable
from db.migration import Update
from db.settings import FACT
from db.sqlite import checking, migrating, restoring
from db.sqlite.copying import open_to_read
from db.sqlite.driver import SqliteDatabase
from db.sqlite.opening import explain_errors
from db.usage import ServerUsage


class Sharing(NamedTuple):
    """How a process shares a server's database: its version, and whether it migrates ahead of others that use it.

    ``on_wait`` is called when it begins to wait for others.
    """

    version: str
    ahead: bool = False
    on_wait: Callable[[], None] = lambda: None


log = logging.getLogger(__name__)

STANDBY_CHECK_SECONDS = 1.0  # between two tries to open a database that another process uses
RETURN_SECONDS = 5.0  # in which the process that used a database before its server was away may take it again
UNFINISHED_FACT = "unfinished copy"  # name of a fact of a database that is being filled


async def open_database(address: Path | str, *, standby: bool = False, shared: Sharing | None = None) -> Database:
    """Open and migrate a database. A path is that of a file, which is made if it is missing; a URL that of a server's database.

    :param standby: wait while another process uses it; by default that raises `InUse`.
    :param shared: share a server's database with other processes; by default it is for this process alone. A process that shares
        it waits while another one uses it alone, as with ``standby``.
    :raises Unusable: when it cannot be used; then it is as it was.
    """
    told = ""
    while True:
        try:
            database = await _open(address, shared)
            try:
                return await _require_finished(database)
            except Damaged:
                await database.close()
                raise
        except InUse as error:
            if not standby and (shared is None or isinstance(address, Path)):
                raise
            if told != str(error):
                log.info("standing by: %s", error)
                if shared is not None:
                    shared.on_wait()
            told = str(error)
            await asyncio.sleep(STANDBY_CHECK_SECONDS)
        except Unreachable:
            if not told:
                raise
            await asyncio.sleep(RETURN_SECONDS)


async def _require_finished(database: Database) -> Database:
    """Return the database.

    :raises Damaged: when it is a copy that was broken off.
    """
    if await database.one(FACT, UNFINISHED_FACT) is not None:
        raise Damaged("The database is a copy that was never finished. Make it empty, and copy anew.")
    return database


async def _open(address: Path | str, shared: Sharing | None) -> Database:
    if isinstance(address, Path):
        return await SqliteDatabase.open(address)
    with _postgres():
        from db.postgres.driver import PostgresDatabase
    if shared is None:
        return await PostgresDatabase.open(address)
    return await PostgresDatabase.share(address, shared.version, ahead=shared.ahead)


async def preview_update(address: Path | str) -> Update | None:
    """Return the update that the next start makes to a database, which stays as it is; None if it is up to date.

    :raises Unusable: when the next start would fail.
    """
    if isinstance(address, Path):
        return migrating.preview_update(address)
    with _postgres():
        from db.postgres.migrating import preview_update as preview_update_of_server
    return await preview_update_of_server(address)


@asynccontextmanager
async def examine(address: Path | str) -> AsyncGenerator[ExaminedDatabase]:
    """Open a database as of one moment to check it; a bot may go on using it.

    :raises Unusable: when it cannot be read.
    """
    if isinstance(address, Path):
        examining = checking.examine(address)
    else:
        with _postgres():
            from db.postgres.checking import examine as examine_server
        examining = examine_server(address)
    async with examining as found:
        await _require_finished(found.database)
        yield found


@asynccontextmanager
async def finish_restore(address: str) -> AsyncGenerator[Database]:
    """Make a server's database fit for use that pg_restore has made: all of it, with the block's changes, or nothing.

    :raises Unusable: when it was not made by pg_restore, or cannot be used.
    """
    with _postgres():
        from db.postgres.restoring import finish_restore as finish
    async with finish(address) as database:
        yield await _require_finished(database)


async def count_tables_of_computers(address: Path | str) -> list[Row]:
    """Count the running tables where computers play: rows of a game, the version of its rules, and a number.

    The database must be up to date; a bot may go on using it.

    :raises Unusable: when it cannot be read.
    """
    if isinstance(address, Path):
        with explain_errors(address), closing(open_to_read(address)) as connection:
            return connection.execute(queries.COMPUTERS).fetchall()
    with _postgres():
        from db.postgres.restoring import query_once
    return await query_once(address, queries.COMPUTERS)


async def newest_table_id(address: Path | str) -> int | None:
    """Return the id of the newest table in a database that is to be replaced, 0 if it has none; None if it cannot be read."""
    if isinstance(address, Path):
        return restoring.newest_table_id(address)
    with _postgres():
        from db.postgres.restoring import newest_table_id as newest_table_id_on_server
    return await newest_table_id_on_server(address)


async def read_usage(address: str) -> ServerUsage:
    """Return which processes use a server's database, and how many connections its role may have; nothing is changed.

    :raises Unusable: when the server cannot be reached.
    """
    with _postgres():
        from db.postgres.usage import read_usage as read_usage_of_server
    return await read_usage_of_server(address)


@contextmanager
def _postgres() -> Generator[None]:
    """Explain a missing library.

    :raises NotInstalled: in place of ModuleNotFoundError.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise NotInstalled("PostgreSQL needs a library of its own: pip install -r requirements-postgres.txt") from error
