"""Note the last job of each process on the server, to learn after a lost reply to COMMIT whether it was carried out.

The job itself writes the row, so the row is there if, and only if, the rest of the job is. The id of a transaction proves
nothing: after a crash the server gives ids again that had not reached its disk. Like ``parterre``, the table belongs to this
driver: no migration makes it, and it is not copied. It has one row a process; the next start deletes rows older than a day.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import asyncpg

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]

IS_MISSING = "SELECT to_regclass('parterre_jobs') IS NULL"
MAKE = "CREATE TABLE parterre_jobs (process BIGINT PRIMARY KEY, number BIGINT NOT NULL, at TIMESTAMPTZ NOT NULL)"
DELETE_OLD = "DELETE FROM parterre_jobs WHERE at < now() - interval '1 day'"
NOTE = """INSERT INTO parterre_jobs (process, number, at) VALUES ($1, $2, now())
    ON CONFLICT (process) DO UPDATE SET number = excluded.number, at = excluded.at"""
# An INSERT, as it waits for a connection that broke but still finishes its job; a SELECT would not.
LAST = """INSERT INTO parterre_jobs (process, number, at) VALUES ($1, 0, now())
    ON CONFLICT (process) DO UPDATE SET at = excluded.at RETURNING number"""


async def prepare_jobs(connection: Connection) -> None:
    """Create the table ``parterre_jobs`` if it is missing, and delete its rows that are older than a day."""
    if await connection.fetchval(IS_MISSING):
        await connection.execute(MAKE)
    await connection.execute(DELETE_OLD)
