"""Look at the use of a server's database from outside, without being one of its processes."""

from __future__ import annotations

from db.postgres.driver import MAX_CONNECTIONS
from db.postgres.membership import read_processes
from db.postgres.opening import connect, public_name, rolled_back
from db.usage import ServerUsage

OWN_CONNECTIONS = MAX_CONNECTIONS + 1  # of a process: its pool, and the one by which others see that it lives
NOW = "SELECT now()"
ALLOWED_CONNECTIONS = """SELECT least(
      CAST(current_setting('max_connections') AS INTEGER) - CASE WHEN rolsuper THEN 0 ELSE
        CAST(current_setting('superuser_reserved_connections') AS INTEGER)
        + CAST(coalesce(current_setting('reserved_connections', true), '0') AS INTEGER) END,
      CASE WHEN rolconnlimit >= 0 AND NOT rolsuper THEN rolconnlimit END,
      CASE WHEN datconnlimit >= 0 AND NOT rolsuper THEN datconnlimit END)
    FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()"""


async def read_usage(address: str) -> ServerUsage:
    """Return who uses a server's database, and how many connections its role may have; nothing is changed.

    :raises db.errors.Unusable: when the server cannot be reached.
    """
    async with connect(address) as connection, rolled_back(connection, "repeatable_read"):
        return ServerUsage(
            public_name(address),
            await connection.fetchval(NOW),
            await read_processes(connection),
            await connection.fetchval(ALLOWED_CONNECTIONS),
            OWN_CONNECTIONS,
        )
