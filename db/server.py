"""Opening a database of a PostgreSQL server: reachable, ours, and with today's schema; else one sentence says what is wrong."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import asyncpg

from db.exits import Exit
from db.jobs import prepare_jobs
from db.opening import Damaged, DiskFull, NotMigrated, NotWritable, Script, TooNew, Unreachable, Unusable, read_migrations
from db.server_errors import BROKEN

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parent / "migrations" / "postgres"
PATIENCE = 10.0  # seconds for a server to answer
OLDEST = 13  # the oldest version that is tried

ADDRESS = re.compile(r"postgres(ql)?://([^@/?#]*@)?(?P<place>[^@/?#]*(/[^@?#]*)?)(\?[^@#]*)?")
NO_ADDRESS = (
    "PARTERRE_DATABASE is no address of a PostgreSQL server, such as postgresql://user:password@host/database. "
    "Write what is no letter or digit of the password like %40 for @."
)
NO_PASSWORD_FILE = (
    "The password file of PostgreSQL (PGPASSFILE, or ~/.pgpass) is not written in UTF-8. Save it again in this encoding."
)

DAMAGED = (
    asyncpg.DataCorruptedError,
    asyncpg.IndexCorruptedError,
    asyncpg.UndefinedTableError,
    asyncpg.UndefinedColumnError,
)

SCHEMA = "SELECT schema FROM parterre"  # the number of the newest migration
OURS = "SELECT to_regclass('parterre') IS NOT NULL"
TAKEN = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
ENCODING = "SELECT current_setting('server_encoding')"
MARK = "SELECT obj_description(to_regclass('parterre'), 'pg_class')"  # where a bot used it; pg_dump takes it along
MAY_TELL_CLUSTER = "SELECT has_function_privilege('pg_control_system()', 'EXECUTE')"
CLUSTER = "SELECT system_identifier FROM pg_control_system()"
DATABASE = "SELECT oid FROM pg_database WHERE datname = current_database()"
WRITABLE = "SELECT current_setting('transaction_read_only') = 'off'"


class Restored(Unusable):
    """It was made by pg_restore, and nothing was done yet that makes it fit for use."""

    code = Exit.BAD_DATA


class TooOld(Unusable):
    """The server lacks what the program needs."""

    code = Exit.CONFIGURATION


class Misaddressed(Unusable):
    """That is no address, or one which needs more than is installed."""

    code = Exit.CONFIGURATION


class Refused(Unusable):
    """The server knows neither this name nor this password, or no such database."""

    code = Exit.NOT_LET_IN


def shown(address: str) -> str:
    """A server's address as it may be told: without a password. One that might be read in several ways raises `Misaddressed`."""
    if (found := ADDRESS.fullmatch(address)) is None:
        raise Misaddressed(NO_ADDRESS)
    return found["place"]


@asynccontextmanager
async def explained(address: str) -> AsyncGenerator[None]:
    """What hinders a connection, in a sentence; raises `Unusable`."""
    name = shown(address)
    try:
        yield
    except UnicodeDecodeError:
        raise Misaddressed(NO_PASSWORD_FILE) from None  # its words hold bytes of the file
    except (asyncpg.ClientConfigurationError, ValueError):
        raise Misaddressed(NO_ADDRESS) from None  # its words may hold a password
    except asyncpg.InvalidAuthorizationSpecificationError as error:
        raise Refused(f"The server of {name} does not accept this name and password: {error}") from error
    except asyncpg.InvalidCatalogNameError as error:
        raise Refused(f"There is no database {name}. Create it first, or correct PARTERRE_DATABASE.") from error
    except (asyncpg.InsufficientPrivilegeError, asyncpg.ReadOnlySQLTransactionError) as error:
        raise NotWritable(f"{name} must not be written: {error}.") from error
    except BROKEN as error:
        why = str(error) or "it does not answer"
        raise Unreachable(f"The PostgreSQL server of {name} cannot be reached: {why}.") from error
    except DAMAGED as error:
        raise Damaged(f"{name} is damaged, or was never restored to its end: {error}.") from error
    except (asyncpg.InsufficientResourcesError, asyncpg.PostgresSystemError) as error:
        raise DiskFull(f"The server of {name} has no room, or its disk fails: {error}.") from error


@asynccontextmanager
async def connected(address: str, **settings: str) -> AsyncGenerator[Connection]:
    """A connection for a while; what hinders it is explained: raises `Unusable`."""
    async with explained(address):
        connection = await asyncpg.connect(address, timeout=PATIENCE, server_settings=settings)
        try:
            _require_new_enough(connection, shown(address))
            yield connection
        finally:
            await connection.close(timeout=PATIENCE)


@asynccontextmanager
async def taken_back(connection: Connection, isolation: Literal["repeatable_read"] | None = None) -> AsyncGenerator[None]:
    """A transaction, or a part of one, of which nothing lasts."""
    transaction = connection.transaction(isolation=isolation)
    await transaction.start()
    try:
        yield
    finally:
        if not connection.is_closed():
            await transaction.rollback()


async def prepare(address: str, migrations: Path = MIGRATIONS) -> None:
    """Look whether this is a database of ours, or an empty one, and bring it up to date; raises `Unusable`."""
    async with connected(address) as connection, connection.transaction():
        await require_used_here(connection, shown(address))
        await migrate(connection, shown(address), migrations)
        await prepare_jobs(connection)
        await mark(connection)


def _require_new_enough(connection: Connection, name: str) -> None:
    version = connection.get_server_version().major
    if version < OLDEST:
        raise TooOld(f"The PostgreSQL server of {name} is of version {version}; from {OLDEST} on it can be used.")


async def require_used_here(connection: Connection, name: str) -> None:
    """Raises `Restored` if this was the database of a bot elsewhere, and not here."""
    if await connection.fetchval(MARK) not in (None, await here(connection)):
        raise Restored(
            f"{name} was made by pg_restore, or moved: buttons of moves that it has lost would act. "
            "Have bot.py restore make it fit for use, as docs/RUNNING.md tells."
        )


async def mark(connection: Connection) -> None:
    """Note that it is used here."""
    if await connection.fetchval(MARK) != (place := await here(connection)):
        await connection.execute(f"COMMENT ON TABLE parterre IS '{place}'")


async def here(connection: Connection) -> str:
    """What tells this database from those that are made of its dumps."""
    cluster = await connection.fetchval(CLUSTER) if await connection.fetchval(MAY_TELL_CLUSTER) else 0
    return f"used as database {await connection.fetchval(DATABASE)} of cluster {cluster}"


def pending(done: int, name: str, migrations: Path = MIGRATIONS) -> dict[int, Script]:
    """Return the migrations that a database has still to go through, by number; raises `TooNew`, `NotMigrated`."""
    scripts = {script.number: script for script in read_migrations(migrations)}
    if done > max(scripts):
        raise TooNew(
            f"{name} was written by a newer version of Parterre (schema {done}; this one knows {max(scripts)}). "
            "Update the program, or point PARTERRE_DATABASE at another database."
        )
    return {number: script for number, script in scripts.items() if number > done}


async def migrate(connection: Connection, name: str, migrations: Path = MIGRATIONS) -> None:
    """Carry out all migrations that are missing, within the transaction of whoever asks; raises `Unusable`."""
    if not await connection.fetchval(WRITABLE):
        raise NotWritable(f"{name} must not be written. Point PARTERRE_DATABASE at a database that may be.")
    done = await schema(connection, name)
    scripts = pending(done, name, migrations)
    if not done:
        await _begin(connection, name)
    for number, script in scripts.items():
        await _carried_out(connection, name, script)
        await connection.execute(f"UPDATE parterre SET schema = {number}")


async def _carried_out(connection: Connection, name: str, script: Script) -> None:
    try:
        await connection.execute(script.sql)
    except (*BROKEN, asyncpg.LockNotAvailableError):
        raise
    except asyncpg.PostgresError as error:
        raise NotMigrated(
            f"{name} cannot be brought up to date: {script.stem} fails ({error}). "
            "It is as it was; the version of the program that wrote it can still use it."
        ) from error


async def schema(connection: Connection, name: str) -> int:
    """The number of its newest migration; 0 if it is empty. Raises `Damaged` if something else keeps its data there."""
    if await connection.fetchval(OURS):
        if (done := await connection.fetchval(SCHEMA)) is None:
            raise Damaged(f"{name} was never restored to its end.")
        return done
    if await connection.fetchval(TAKEN):
        raise Damaged(f"{name} holds tables of something else than Parterre. Point PARTERRE_DATABASE at another database.")
    return 0


async def _begin(connection: Connection, name: str) -> None:
    """Make of an empty database one of ours, with no table of the games yet."""
    if (encoding := await connection.fetchval(ENCODING)) != "UTF8":
        raise Damaged(f"{name} cannot hold every letter, as its encoding is {encoding}. Create it with ENCODING 'UTF8'.")
    log.info("%s is empty: starting afresh, without any games", name)
    await connection.execute("CREATE TABLE parterre (schema BIGINT NOT NULL); INSERT INTO parterre VALUES (0)")
