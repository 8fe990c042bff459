"""Note the last job of each process on the server, to learn after a lost reply to COMMIT whether it was carried out.

The job itself changes the row, so the row tells of it if, and only if, the rest of the job was carried out. The id of a
transaction proves nothing: after a crash the server gives ids again that had not reached its disk. The row also fences a process
that others have ended (`db.postgres.membership`): they mark it, and no further job can change it. Like ``parterre``, the table
belongs to this driver: no migration makes it, and it is not copied. It has one row a process; rows of former ones are deleted
after a day.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import asyncpg

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]

# Made only if it is missing, as making anything waits for jobs that are still finishing.
IS_COMPLETE = """SELECT EXISTS (SELECT 1 FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = 'parterre_jobs' AND column_name = 'ended')"""
MAKE = """CREATE TABLE IF NOT EXISTS parterre_jobs (process BIGINT PRIMARY KEY, number BIGINT NOT NULL, at TIMESTAMPTZ NOT NULL);
    ALTER TABLE parterre_jobs ADD COLUMN ended BOOLEAN NOT NULL DEFAULT false"""
DELETE_OLD = """DELETE FROM parterre_jobs WHERE at < now() - interval '1 day'
    AND NOT EXISTS (SELECT 1 FROM parterre_processes WHERE parterre_processes.process = parterre_jobs.process)"""
INSERT_JOBS = "INSERT INTO parterre_jobs (process, number, at) VALUES ($1, 0, now())"
NOTE = "UPDATE parterre_jobs SET number = $2, at = now() WHERE process = $1 AND NOT ended"
NOTED = "UPDATE 1"  # the answer to it, unless others have ended this process
END_JOBS = "UPDATE parterre_jobs SET ended = true WHERE process = $1"
# An UPDATE, as it waits for a connection that broke but still finishes its job; a SELECT would not.
LAST = "UPDATE parterre_jobs SET at = now() WHERE process = $1 RETURNING number"


async def prepare_jobs(connection: Connection) -> None:
    """Create the table ``parterre_jobs`` if it is missing, and delete rows of processes that are gone for a day."""
    if not await connection.fetchval(IS_COMPLETE):
        await connection.execute(MAKE)
    await connection.execute(DELETE_OLD)
