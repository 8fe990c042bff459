"""Migrate a server's database to today's schema, all at once or not at all, and preview how long that will take."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import TYPE_CHECKING

import asyncpg

from db.errors import Damaged, InUse, NotMigrated, NotWritable, TooNew
from db.migration import BYTES_PER_SECOND, FOLDER, Script, Update, read_migrations
from db.postgres.errors import BROKEN
from db.postgres.jobs import prepare_jobs
from db.postgres.leader import locked
from db.postgres.membership import OLDEST, prepare_membership
from db.postgres.opening import connect, mark_as_used_here, public_name, read_schema, require_used_here, rolled_back

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]

log = logging.getLogger(__name__)

MIGRATIONS = FOLDER / "postgres"
ENCODING = "SELECT current_setting('server_encoding')"
IS_WRITABLE = "SELECT current_setting('transaction_read_only') = 'off'"
LOCK_TIMEOUT = "SET LOCAL lock_timeout = '1s'"  # a reader of a table, such as pg_dump, blocks its migration
TABLES = """SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'parterre\\_%'
    ORDER BY tablename"""  # but for those of this driver
SIZE = "SELECT pg_database_size(current_database())"
ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtext('parterre migrating'))"
MAKE = "CREATE TABLE parterre (schema BIGINT NOT NULL); INSERT INTO parterre VALUES (0)"
ADD_OLDEST = "ALTER TABLE parterre ADD COLUMN oldest BIGINT NOT NULL DEFAULT 0; UPDATE parterre SET oldest = schema"
HAS_OLDEST = """SELECT EXISTS (SELECT 1 FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = 'parterre' AND column_name = 'oldest')"""


async def prepare(address: str, migrations: Path = MIGRATIONS) -> None:
    """Migrate a database of ours or an empty one, and mark it as used here; the caller holds the lock.

    :raises Unusable: with a sentence that says why; then the database is as it was.
    """
    async with connect(address) as connection, connection.transaction():
        await connection.execute(ONE_AT_A_TIME)
        await require_used_here(connection, public_name(address))
        await migrate(connection, public_name(address), migrations)
        await prepare_membership(connection)
        await prepare_jobs(connection)
        await mark_as_used_here(connection)


def missing_scripts(done: int, name: str, migrations: Path = MIGRATIONS) -> list[Script]:
    """Return the migrations that a database with this schema lacks, oldest first.

    :raises TooNew: when its schema is newer than the newest migration.
    :raises NotMigrated: when the migrations cannot be read.
    """
    scripts = read_migrations(migrations)
    newest = scripts[-1].number
    if done > newest:
        raise TooNew(
            f"{name} was written by a newer version of Parterre (schema {done}; this one knows {newest}). "
            "Update the program, or point PARTERRE_DATABASE at another database."
        )
    return [script for script in scripts if script.number > done]


async def find_missing(connection: Connection, name: str, migrations: Path = MIGRATIONS) -> list[Script]:
    """Return the migrations that a database lacks, oldest first. It may be newer than the program if that can use it.

    :raises TooNew: when it says that only newer programs can use it.
    :raises Damaged, NotMigrated: as `read_schema` and `missing_scripts`.
    """
    done = await read_schema(connection, name)
    newest = read_migrations(migrations)[-1].number
    if done > newest and await connection.fetchval(HAS_OLDEST) and await connection.fetchval(OLDEST) <= newest:
        return []
    return missing_scripts(done, name, migrations)


async def migrate(connection: Connection, name: str, migrations: Path = MIGRATIONS) -> None:
    """Carry out all missing migrations within the caller's transaction.

    :raises Unusable: when one fails or the database cannot be written; the caller rolls back.
    """
    if not await connection.fetchval(IS_WRITABLE):
        raise NotWritable(f"{name} must not be written. Point PARTERRE_DATABASE at a database that may be.")
    scripts = await find_missing(connection, name, migrations)
    if not await read_schema(connection, name):
        await _begin(connection, name)
    if not await connection.fetchval(HAS_OLDEST):
        await connection.execute(ADD_OLDEST)
    for script in scripts:
        await _carry_out(connection, name, script)
        await connection.execute(f"UPDATE parterre SET schema = {script.number}, oldest = greatest(oldest, {script.oldest})")


async def _carry_out(connection: Connection, name: str, script: Script) -> None:
    try:
        await connection.execute(script.sql)
    except (*BROKEN, asyncpg.LockNotAvailableError):
        raise
    except asyncpg.PostgresError as error:
        raise NotMigrated(
            f"{name} cannot be brought up to date: {script.stem} fails ({error}). "
            "It is as it was; the version of the program that wrote it can still use it."
        ) from error


async def _begin(connection: Connection, name: str) -> None:
    """Make an empty database one of ours, without any table of the games yet."""
    if (encoding := await connection.fetchval(ENCODING)) != "UTF8":
        raise Damaged(f"{name} cannot hold every letter, as its encoding is {encoding}. Create it with ENCODING 'UTF8'.")
    log.info("%s is empty: starting without any games", name)
    await connection.execute(MAKE)


async def preview_update(address: str, migrations: Path = MIGRATIONS) -> Update | None:
    """Return the update that the next start makes to this database, tried if no bot uses it; None if it is up to date.

    :raises Unusable: when the next start would fail.
    """
    name = public_name(address)
    async with connect(address) as connection:
        await require_used_here(connection, name)
        scripts = await find_missing(connection, name, migrations)
        if not scripts:
            return None
        if not await read_schema(connection, name):
            return Update()
        tables = [table for (table,) in await connection.fetch(TABLES)]
        rows = sum([await connection.fetchval(f'SELECT count(*) FROM "{table}"') for table in tables])
        size = await connection.fetchval(SIZE)
        seconds = await _try_and_roll_back(address, connection, migrations)
    names = tuple(script.stem for script in scripts)
    return Update(names, rows, size, size / BYTES_PER_SECOND if seconds is None else seconds, tried=seconds is not None)


async def _try_and_roll_back(address: str, connection: Connection, migrations: Path) -> float | None:
    """Return how many seconds the migrations take; None when a bot or a reader would have to wait for that."""
    try:
        async with locked(address), rolled_back(connection):
            await connection.execute(LOCK_TIMEOUT)
            began = time.perf_counter()
            await migrate(connection, public_name(address), migrations)
            return time.perf_counter() - began
    except (InUse, asyncpg.LockNotAvailableError):
        return None
