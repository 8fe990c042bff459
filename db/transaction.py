"""A server's database within one transaction: seen at one moment, and changed as a whole or not at all."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import asyncpg

from db.database import Row
from db.exits import Exit
from db.holding import Holding
from db.inspecting import faults
from db.integrity import Examined
from db.migrating import SPEED, Update
from db.numbers import last_number
from db.opening import Damaged, InUse, Unusable
from db.postgres import SETTINGS, Asked, do
from db.server import MARK, MIGRATIONS, connected, here, mark, migrate, pending, require_used_here, schema, shown, taken_back
from db.statement import Statement

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]

HINDERED_BY = "SET LOCAL lock_timeout = '1s'"  # by whoever reads a table that is to be changed, such as pg_dump
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
SIZE = "SELECT pg_database_size(current_database())"


class NotRestored(Unusable):
    """It is a database that a bot uses, and no restored one."""

    code = Exit.NOT_WRITABLE


class Transaction(Asked):
    """All that is asked belongs to the transaction of this connection; each job is carried out in it, or taken back by itself."""

    def __init__(self, connection: Connection) -> None:
        self._only = connection

    @asynccontextmanager
    async def _connection(self) -> AsyncGenerator[Connection]:
        yield self._only

    async def read(self, queries: Sequence[Statement]) -> list[list[Row]]:
        return [await self.all(query.sql, *query.values) for query in queries]

    async def run(self, job: Sequence[Statement]) -> list[list[Row]]:
        async with self._only.transaction():
            return [await do(self._only, statement) for statement in job]

    async def taken_over(self) -> None:
        await asyncio.Event().wait()

    async def close(self) -> None:
        """The transaction ends with the block of whoever has begun it."""


@asynccontextmanager
async def examined(address: str) -> AsyncGenerator[Examined]:
    """This database as it is at one moment, while it may be used; an older one is brought up to date, which is taken back.

    :raises Unusable: with a sentence that says why it cannot be read.
    """
    name = shown(address)
    async with connected(address, **SETTINGS) as connection, AsyncExitStack() as stack:
        done = await schema(connection, name)
        if not done:
            raise Damaged(f"{name} is empty.")
        if pending(done, name):
            await stack.enter_async_context(_held(address))  # it would hinder a bot
        await stack.enter_async_context(taken_back(connection, "repeatable_read"))
        await migrate(connection, name)
        found = [fault async for fault in faults(connection, name)]
        yield Examined(name, done, tuple(found), Transaction(connection))


async def foreseen(address: str, migrations: Path = MIGRATIONS) -> Update | None:
    """What the next start will do to this database, tried if no bot uses it; None if nothing. Raises `Unusable`."""
    name = shown(address)
    async with connected(address) as connection:
        await require_used_here(connection, name)
        done = await schema(connection, name)
        scripts = pending(done, name, migrations)
        if not scripts:
            return None
        if not done:
            return Update()
        tables = [table for (table,) in await connection.fetch(TABLES)]
        rows = sum([await connection.fetchval(f'SELECT count(*) FROM "{table}"') for table in tables])
        size = await connection.fetchval(SIZE)
        seconds = await _tried(address, connection, migrations)
    names = tuple(script.stem for script in scripts.values())
    return Update(names, rows, size, size / SPEED if seconds is None else seconds, tried=seconds is not None)


async def _tried(address: str, connection: Connection, migrations: Path) -> float | None:
    """The seconds that it takes to migrate this database, which stays as it is; None where that would get in somebody's way."""
    try:
        async with _held(address), taken_back(connection):
            await connection.execute(HINDERED_BY)
            began = time.perf_counter()
            await migrate(connection, shown(address), migrations)
            return time.perf_counter() - began
    except (InUse, asyncpg.LockNotAvailableError):
        return None


@asynccontextmanager
async def restored(address: str) -> AsyncGenerator[Transaction]:
    """A database that pg_restore has made, up to date, which a bot may use when this block has ended; nobody uses it meanwhile.

    :raises Unusable: with a sentence that says why; the database is left as it is, as by whatever the block raises.
    """
    name = shown(address)
    async with _held(address), connected(address, **SETTINGS) as connection, connection.transaction():
        if not await schema(connection, name):
            raise Damaged(f"{name} is empty. Have pg_restore bring a dump there first.")
        if await connection.fetchval(MARK) == await here(connection):
            raise NotRestored(f"{name} was not made by pg_restore, or is fit for use already: nothing is changed.")
        await migrate(connection, name)
        yield Transaction(connection)
        await mark(connection)


async def queried(address: str, query: str) -> list[Row]:
    """What a query finds in the up-to-date database of this address, whoever uses it; raises `Unusable`."""
    async with connected(address) as connection:
        return await Transaction(connection).all(query)


async def newest_table(address: str) -> int | None:
    """The newest table of a database that is to be replaced, 0 if there is none; None if it cannot be read any more."""
    with suppress(Unusable):
        async with connected(address) as connection:
            return await last_number(Transaction(connection), "tables")
    return None


@asynccontextmanager
async def _held(address: str) -> AsyncGenerator[None]:
    """No bot uses it meanwhile; raises `InUse` if one does."""
    holding = await Holding.begin(address)
    try:
        yield
    finally:
        await holding.end()
