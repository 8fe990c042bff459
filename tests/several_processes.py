"""Several drivers on one database of a server, as several processes have it, and gates that hold a job before its COMMIT."""

from __future__ import annotations

from asyncio import Task, create_task, gather
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

from bench.live.counting import Counting
from db.database import Rows
from db.statement import Statement
from db.store import Store
from tests.server import Server

if TYPE_CHECKING:
    from db.postgres.driver import Connection

WAIT = "SELECT pg_advisory_xact_lock_shared($1)"
UNLOCK_ALL = "SELECT pg_advisory_unlock_all()"
LOCK, UNLOCK = "SELECT pg_advisory_lock($1)", "SELECT pg_advisory_unlock($1)"
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
_numbers = count(1)
_databases = dict[Server, str]()


def driver_of(store: Store) -> Counting:
    """Return the driver of a store of `open_stores`."""
    assert isinstance(store._db, Counting)
    return store._db


def empty_address(server: Server) -> str:
    """Return the address of an empty database, which tests share one after another."""
    name = _databases.get(server)
    if name is None:
        name = _databases[server] = server.new()
    else:
        server.empty(name)
    return server.address(name)


@asynccontextmanager
async def open_stores(address: str, number: int) -> AsyncIterator[list[Store]]:
    """Open a database as several processes do."""
    stores = [Store(await Counting.share(address)) for _ in range(number)]
    try:
        yield stores
    finally:
        await gather(*(store.close() for store in stores))


class Gate:
    """Holds jobs that end with its ``statement`` before their COMMIT until it is opened."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._number = next(_numbers)
        self.statement = Statement(WAIT, (self._number,))

    async def close(self) -> None:
        await self._connection.execute(LOCK, self._number)

    async def open(self) -> None:
        """Let the jobs go on."""
        await self._connection.execute(UNLOCK, self._number)

    async def hold(self, store: Store, *job: Statement) -> Task[Rows]:
        """Carry a job out up to its COMMIT."""
        return await self.until_waiting(store._db.run([*job, self.statement]), 1)

    async def until_waiting(self, work: Coroutine[Any, Any, Any], number: int = 2) -> Task[Any]:
        """Begin something else, and wait until it is done or ``number`` jobs wait for locks."""
        task = create_task(work)
        while not task.done() and await self._connection.fetchval(WAITING) < number:
            pass
        return task


@asynccontextmanager
async def closed_gate(store: Store) -> AsyncIterator[Gate]:
    """Make a closed gate; it opens after the block."""
    async with driver_of(store)._pool.acquire() as connection:
        gate = Gate(connection)
        await gate.close()
        try:
            yield gate
        finally:
            await connection.execute(UNLOCK_ALL)
