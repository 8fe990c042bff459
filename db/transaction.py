"""A server's database within one transaction: what a start will do to it is tried there, and taken back."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import asyncpg

from db.holding import Holding
from db.migrating import SPEED, Update
from db.opening import InUse
from db.server import MIGRATIONS, connected, migrate, pending, schema, shown

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]

HINDERED_BY = "SET LOCAL lock_timeout = '1s'"  # by whoever reads a table that is to be changed, such as pg_dump
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
SIZE = "SELECT pg_database_size(current_database())"


async def foreseen(address: str, migrations: Path = MIGRATIONS) -> Update | None:
    """What the next start will do to this database, tried if no bot uses it; None if nothing. Raises `Unusable`."""
    name = shown(address)
    async with connected(address) as connection:
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
        async with _held(address), _taken_back(connection):
            await connection.execute(HINDERED_BY)
            began = time.perf_counter()
            await migrate(connection, shown(address), migrations)
            return time.perf_counter() - began
    except (InUse, asyncpg.LockNotAvailableError):
        return None


@asynccontextmanager
async def _held(address: str) -> AsyncGenerator[None]:
    """No bot uses it meanwhile; raises `InUse` if one does."""
    holding = await Holding.begin(address)
    try:
        yield
    finally:
        await holding.end()


@asynccontextmanager
async def _taken_back(connection: Connection) -> AsyncGenerator[None]:
    """A transaction of which nothing is left."""
    transaction = connection.transaction()
    await transaction.start()
    try:
        yield
    finally:
        if not connection.is_closed():
            await transaction.rollback()
