"""Make a database that pg_restore has made fit for use, and read what is needed of the one before it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

from db.database import Row
from db.errors import Damaged, NotRestored, Unusable
from db.ids import highest_id
from db.postgres.driver import SETTINGS, Transaction
from db.postgres.leader import locked
from db.postgres.membership import forget_processes
from db.postgres.migrating import migrate
from db.postgres.opening import connect, is_used_here, mark_as_used_here, public_name, read_schema


@asynccontextmanager
async def finish_restore(address: str) -> AsyncGenerator[Transaction]:
    """Migrate a database that pg_restore has made, and mark it as used here when the block ends.

    All of it is one transaction, the changes of the block included. An error within the block rolls all of it back.

    :raises Unusable: with a sentence that says why; then the database is as it was.
    """
    name = public_name(address)
    async with locked(address), connect(address, **SETTINGS) as connection, connection.transaction():
        if not await read_schema(connection, name):
            raise Damaged(f"{name} is empty. Have pg_restore bring a dump there first.")
        if await is_used_here(connection):
            raise NotRestored(f"{name} was not made by pg_restore, or is fit for use already: nothing is changed.")
        await migrate(connection, name)
        await forget_processes(connection)  # those of the dump
        yield Transaction(connection)
        await mark_as_used_here(connection)


async def query_once(address: str, query: str) -> list[Row]:
    """Return the rows of a query to a database that is up to date; a bot may go on using it.

    :raises Unusable: when it cannot be read.
    """
    async with connect(address) as connection:
        return await Transaction(connection).all(query)


async def newest_table_id(address: str) -> int | None:
    """Return the id of the newest table in a database that is to be replaced, 0 if it has none; None if it cannot be read."""
    with suppress(Unusable):
        async with connect(address) as connection:
            return await highest_id(Transaction(connection), "tables")
    return None
