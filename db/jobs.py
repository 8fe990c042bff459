"""The last job of each process, noted on the server by the job itself: what a lost answer to COMMIT is judged by.

The number of a transaction is no proof: after a crash the server gives numbers again that it had not written to its disk.
A row that the job writes is there if, and only if, all else of the job is. The table belongs to this driver, like ``parterre``,
so no migration makes it, and it is not copied. It keeps one row a process; rows older than a day are deleted at the next start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import asyncpg

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]

LACKING = "SELECT to_regclass('parterre_jobs') IS NULL"
MAKE = "CREATE TABLE parterre_jobs (process BIGINT PRIMARY KEY, number BIGINT NOT NULL, at TIMESTAMPTZ NOT NULL)"
FORGET_OLD = "DELETE FROM parterre_jobs WHERE at < now() - interval '1 day'"
NOTE = """INSERT INTO parterre_jobs (process, number, at) VALUES ($1, $2, now())
    ON CONFLICT (process) DO UPDATE SET number = excluded.number, at = excluded.at"""
# An insertion, and no mere query: it waits while a connection that broke is still finishing its job, however it ends.
LAST = """INSERT INTO parterre_jobs (process, number, at) VALUES ($1, 0, now())
    ON CONFLICT (process) DO UPDATE SET at = excluded.at RETURNING number"""


async def prepare_jobs(connection: Connection) -> None:
    """Make the table where it is missing, and forget processes that ended long ago."""
    if await connection.fetchval(LACKING):
        await connection.execute(MAKE)
    await connection.execute(FORGET_OLD)
