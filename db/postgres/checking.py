"""Check whether a server's database is complete. Its server looks after pages; here, parts that a restore left out are found."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

import asyncpg

from db.database import ExaminedDatabase
from db.errors import Damaged
from db.postgres.driver import SETTINGS, Transaction
from db.postgres.leader import locked
from db.postgres.migrating import migrate, missing_scripts
from db.postgres.opening import connect, public_name, read_schema, rolled_back

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]

PATTERN = "parterre_as_made"  # a schema with the tables as the migrations make them; it is rolled back
MAKE_PATTERN = f"CREATE SCHEMA {PATTERN}; SET LOCAL search_path TO {PATTERN}"
PARTS = """SELECT 'column ' || table_name || '.' || column_name || ' of ' || data_type FROM information_schema.columns
      WHERE table_schema = {schema}
    UNION SELECT 'index ' || indexname FROM pg_indexes WHERE schemaname = {schema}
    UNION SELECT 'rule ' || conname || ' of ' || relname FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
      WHERE connamespace = (SELECT oid FROM pg_namespace WHERE nspname = {schema}) AND convalidated
    UNION SELECT 'trigger ' || tgname || ' of ' || relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
      WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = {schema}) AND NOT tgisinternal AND tgenabled = 'O'"""
MISSING_PARTS = f"({PARTS.format(schema=repr(PATTERN))}) EXCEPT ({PARTS.format(schema='CAST($1 AS TEXT)')}) ORDER BY 1"
INVALID_INDEXES = """SELECT CAST(CAST(indexrelid AS regclass) AS TEXT) FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace = CAST(current_schema() AS regnamespace) AND NOT indisvalid ORDER BY 1"""
REFERENCES = """SELECT CAST(CAST(conrelid AS regclass) AS TEXT), CAST(CAST(confrelid AS regclass) AS TEXT),
      string_agg(format('one.%I IS NOT NULL', mine.attname), ' AND '),
      string_agg(format('one.%I = other.%I', mine.attname, theirs.attname), ' AND ')
    FROM pg_constraint, unnest(conkey, confkey) AS pair (here, there), pg_attribute AS mine, pg_attribute AS theirs
    WHERE contype = 'f' AND connamespace = CAST(current_schema() AS regnamespace)
      AND mine.attrelid = conrelid AND mine.attnum = here AND theirs.attrelid = confrelid AND theirs.attnum = there
    GROUP BY pg_constraint.oid ORDER BY 1, 2"""
DANGLING_ROWS = "SELECT count(*) FROM {table} AS one WHERE {known} AND NOT EXISTS (SELECT 1 FROM {other} AS other WHERE {same})"


@asynccontextmanager
async def examine(address: str) -> AsyncGenerator[ExaminedDatabase]:
    """Read this database as of one moment; a bot may go on using it, unless it has to be migrated for that.

    A migration is rolled back after the block.

    :raises Unusable: when it cannot be read.
    """
    name = public_name(address)
    async with connect(address, **SETTINGS) as connection, AsyncExitStack() as stack:
        done = await read_schema(connection, name)
        if not done:
            raise Damaged(f"{name} is empty.")
        if missing_scripts(done, name):
            await stack.enter_async_context(locked(address))  # the migration would block a bot
        await stack.enter_async_context(rolled_back(connection, "repeatable_read"))
        await migrate(connection, name)
        found = [fault async for fault in find_faults(connection, name)]
        yield ExaminedDatabase(name, done, tuple(found), Transaction(connection))


async def find_faults(connection: Connection, name: str) -> AsyncIterator[str]:
    """Yield a sentence for each missing part of today's schema, each invalid index, and each reference to missing rows."""
    here = await connection.fetchval("SELECT current_schema()")
    async with rolled_back(connection):
        await connection.execute(MAKE_PATTERN)
        for script in missing_scripts(0, name):
            await connection.execute(script.sql)
        missing = await connection.fetch(MISSING_PARTS, here)
    for (part,) in missing:
        yield f"{name} lacks its {part}."
    for (index,) in await connection.fetch(INVALID_INDEXES):
        yield f"The index {index} is not valid."
    for table, other, known, same in await connection.fetch(REFERENCES):
        count = await connection.fetchval(DANGLING_ROWS.format(table=table, other=other, known=known, same=same))
        if count:
            yield f"{count} rows of {table} belong to rows of {other} that are not there."
