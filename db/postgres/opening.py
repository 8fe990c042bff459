"""Connect to a database of a PostgreSQL server, recognize it, and explain in a sentence why it cannot be used."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Literal

import asyncpg

from db.errors import Damaged, DiskFull, Misaddressed, NotWritable, Refused, Restored, TooOld, Unreachable
from db.postgres.errors import BROKEN

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]

CONNECT_SECONDS = 10.0  # for the server to answer
OLDEST_VERSION = 13  # of PostgreSQL, that is tried

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
IS_OURS = "SELECT to_regclass('parterre') IS NOT NULL"
COUNT_TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
MARK = "SELECT obj_description(to_regclass('parterre'), 'pg_class')"  # a comment; pg_dump takes it along
MAY_READ_CLUSTER = "SELECT has_function_privilege('pg_control_system()', 'EXECUTE')"
CLUSTER = "SELECT system_identifier FROM pg_control_system()"
DATABASE = "SELECT oid FROM pg_database WHERE datname = current_database()"


def public_name(address: str) -> str:
    """Return the host and database of an address, without the user and password.

    :raises Misaddressed: when it may be read in several ways, so that a part of the password could show.
    """
    if (found := ADDRESS.fullmatch(address)) is None:
        raise Misaddressed(NO_ADDRESS)
    return found["place"]


@asynccontextmanager
async def explain_errors(address: str) -> AsyncGenerator[None]:
    """Raise `Unusable` in place of the errors of connecting and of the first statements."""
    name = public_name(address)
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
async def connect(address: str, **settings: str) -> AsyncGenerator[Connection]:
    """Connect with these settings of the server, and close the connection after the block.

    :raises Unusable: when the server refuses, cannot be reached or is too old; the same for errors within the block.
    """
    async with explain_errors(address):
        connection = await asyncpg.connect(address, timeout=CONNECT_SECONDS, server_settings=settings)
        try:
            _require_new_enough(connection, public_name(address))
            yield connection
        finally:
            await connection.close(timeout=CONNECT_SECONDS)


@asynccontextmanager
async def rolled_back(connection: Connection, isolation: Literal["repeatable_read"] | None = None) -> AsyncGenerator[None]:
    """Begin a transaction, or a savepoint within one, and roll it back after the block."""
    transaction = connection.transaction(isolation=isolation)
    await transaction.start()
    try:
        yield
    finally:
        if not connection.is_closed():
            await transaction.rollback()


def _require_new_enough(connection: Connection, name: str) -> None:
    version = connection.get_server_version().major
    if version < OLDEST_VERSION:
        raise TooOld(f"The PostgreSQL server of {name} is of version {version}; from {OLDEST_VERSION} on it can be used.")


async def read_schema(connection: Connection, name: str) -> int:
    """Return the number of the newest migration; 0 for an empty database.

    :raises Damaged: when another program keeps its data there, or pg_restore did not finish.
    """
    if await connection.fetchval(IS_OURS):
        if (done := await connection.fetchval(SCHEMA)) is None:
            raise Damaged(f"{name} was never restored to its end.")
        return done
    if await connection.fetchval(COUNT_TABLES):
        raise Damaged(f"{name} holds tables of something else than Parterre. Point PARTERRE_DATABASE at another database.")
    return 0


async def require_used_here(connection: Connection, name: str) -> None:
    """Compare the mark in the database with where it is.

    :raises Restored: when a bot has used it elsewhere, and not here.
    """
    if await is_used_here(connection) is False:
        raise Restored(
            f"{name} was made by pg_restore, or moved: buttons of moves that it has lost would act. "
            "Have bot.py restore make it fit for use, as docs/OPERATIONS.md says."
        )


async def is_used_here(connection: Connection) -> bool | None:
    """Return whether a bot has used this very database, and not one that it is a copy of; None if no bot has used either."""
    mark = await connection.fetchval(MARK)
    return None if mark is None else mark == await _place(connection)


async def mark_as_used_here(connection: Connection) -> None:
    """Note in the database that a bot uses it here."""
    if not await is_used_here(connection):
        await connection.execute(f"COMMENT ON TABLE parterre IS '{await _place(connection)}'")


async def _place(connection: Connection) -> str:
    """Return a text that differs for each database that is restored from a dump of this one."""
    cluster = await connection.fetchval(CLUSTER) if await connection.fetchval(MAY_READ_CLUSTER) else 0
    return f"used as database {await connection.fetchval(DATABASE)} of cluster {cluster}"
