"""Is a server's database sound, as far as can be asked? Its server looks after pages; here, what a restore has left out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import asyncpg

from db.server import pending, taken_back

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]

OTHER = "parterre_as_made"  # a schema in which nothing is but tables as the migrations make them; none of it lasts
MAKE = f"CREATE SCHEMA {OTHER}; SET LOCAL search_path TO {OTHER}"
PARTS = """SELECT 'column ' || table_name || '.' || column_name || ' of ' || data_type FROM information_schema.columns
      WHERE table_schema = {schema}
    UNION SELECT 'index ' || indexname FROM pg_indexes WHERE schemaname = {schema}
    UNION SELECT 'rule ' || conname || ' of ' || relname FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
      WHERE connamespace = (SELECT oid FROM pg_namespace WHERE nspname = {schema}) AND convalidated"""
LACKING = f"({PARTS.format(schema=repr(OTHER))}) EXCEPT ({PARTS.format(schema='CAST($1 AS TEXT)')}) ORDER BY 1"
INVALID = """SELECT CAST(CAST(indexrelid AS regclass) AS TEXT) FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace = CAST(current_schema() AS regnamespace) AND NOT indisvalid ORDER BY 1"""
REFERENCES = """SELECT CAST(CAST(conrelid AS regclass) AS TEXT), CAST(CAST(confrelid AS regclass) AS TEXT),
      string_agg(format('one.%I IS NOT NULL', mine.attname), ' AND '),
      string_agg(format('one.%I = other.%I', mine.attname, theirs.attname), ' AND ')
    FROM pg_constraint, unnest(conkey, confkey) AS pair (here, there), pg_attribute AS mine, pg_attribute AS theirs
    WHERE contype = 'f' AND connamespace = CAST(current_schema() AS regnamespace)
      AND mine.attrelid = conrelid AND mine.attnum = here AND theirs.attrelid = confrelid AND theirs.attnum = there
    GROUP BY pg_constraint.oid ORDER BY 1, 2"""
DANGLING = "SELECT count(*) FROM {table} AS one WHERE {known} AND NOT EXISTS (SELECT 1 FROM {other} AS other WHERE {same})"


async def faults(connection: Connection, name: str) -> AsyncIterator[str]:
    """What does not fit together in a database of today's schema: what it lacks, and rows that belong to none there is."""
    here = await connection.fetchval("SELECT current_schema()")
    async with taken_back(connection):
        await connection.execute(MAKE)
        for script in pending(0, name).values():
            await connection.execute(script.sql)
        lacking = await connection.fetch(LACKING, here)
    for (part,) in lacking:
        yield f"{name} lacks its {part}."
    for (index,) in await connection.fetch(INVALID):
        yield f"The index {index} is not valid."
    for table, other, known, same in await connection.fetch(REFERENCES):
        count = await connection.fetchval(DANGLING.format(table=table, other=other, known=known, same=same))
        if count:
            yield f"{count} rows of {table} belong to rows of {other} that are not there."
