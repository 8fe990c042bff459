"""Locks on a server's database: one process alone, or several that share it. Each has a connection of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from secrets import token_hex
from typing import TYPE_CHECKING

import asyncpg

from db.errors import InUse, Unusable
from db.postgres.errors import REFUSED
from db.postgres.opening import CONNECT_SECONDS, explain_errors, public_name

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]

log = logging.getLogger(__name__)

KEY = int.from_bytes(b"Parterre", "big")
LOCK = f"SELECT pg_try_advisory_lock({KEY})"
END_OLD_CONNECTIONS = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = $1 AND pid != pg_backend_pid()"
)
CHECK_SECONDS = 5.0  # between two checks that the connection lives
RETRY_SECONDS = 1.0  # between two tries to take the lock again
RETRY_OWN_SECONDS = 0.05  # the same, where only an old connection of ours is in the way
KEEPALIVES = {
    "tcp_keepalives_idle": "10",  # seconds; the server frees the lock of a machine that is gone within half a minute
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "4",
}
TAKEN_OVER = "Another Parterre has taken the database over while it was out of reach."


class OldConnection(Exception):
    """The server had not yet noticed that our old connection died, so it still held the lock. The server ends it now."""


class DatabaseLock:
    """A lock on the whole database. While it is lost, this process saves nothing and tries to take it again.

    Subclasses say how to take it, and how to check the connection.
    """

    check_seconds = CHECK_SECONDS

    def __init__(self, address: str, connection: Connection) -> None:
        self._address = address
        self._connection = connection
        self._lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._watch = asyncio.create_task(self._watch_connection())

    @property
    def held(self) -> bool:
        """Return whether this process may save now, as far as it knows."""
        return not self._connection.is_closed() and not self._lost.done()

    async def until_taken_over(self) -> str:
        """Wait until another process has taken the place of this one; return a sentence that says so."""
        return await asyncio.shield(self._lost)

    async def release(self) -> None:
        """Close the connection, which frees the lock."""
        self._watch.cancel()
        await asyncio.wait({self._watch})
        with suppress(*REFUSED):
            await self._connection.close(timeout=CONNECT_SECONDS)

    async def leave(self) -> None:
        """Leave the database to others in good order."""
        await self.release()

    def lose(self, sentence: str) -> None:
        """Save nothing any more, as another process has taken the place of this one."""
        if not self._lost.done():
            self._lost.set_result(sentence)

    async def _connect(self) -> Connection:
        """Return a connection that holds the lock.

        :raises InUse: when another process has taken it for good.
        :raises OldConnection: when a connection of this process still existed; try again soon.
        """
        raise NotImplementedError

    async def _check(self) -> None:
        """Use the connection; an error of `REFUSED` ends it."""
        raise NotImplementedError

    async def _watch_connection(self) -> None:
        while True:
            lost = asyncio.Event()
            self._connection.add_termination_listener(lambda _, lost=lost: lost.set())
            while self.held and not lost.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), self.check_seconds)
                    break
                await self._check_or_end()
            if self._lost.done():
                return
            log.warning("lost the lock on %s: nothing is saved until it is back", public_name(self._address))
            if not await self._acquire_again():
                return

    async def _check_or_end(self) -> None:
        try:
            await self._check()
        except REFUSED as error:
            log.warning("cannot check the lock on %s: %r", public_name(self._address), error)
            self._connection.terminate()

    async def _acquire_again(self) -> bool:
        """Take the lock again as soon as the server can be reached; return False if another process has taken it."""
        while True:
            try:
                self._connection = await self._connect()
            except InUse:
                self.lose(TAKEN_OVER)
                return False
            except OldConnection:
                await asyncio.sleep(RETRY_OWN_SECONDS)
            except Unusable:
                await asyncio.sleep(RETRY_SECONDS)
            except REFUSED as error:
                log.warning("cannot lock %s again: %r", public_name(self._address), error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                log.warning("locked %s again", public_name(self._address))
                return True


class LeaderLock(DatabaseLock):
    """The right to change a database alone.

    All connections of one lock have the same ``name`` on the server, so that a new one can end an old one.
    """

    def __init__(self, address: str, name: str, connection: Connection) -> None:
        super().__init__(address, connection)
        self._name = name

    @classmethod
    async def acquire(cls, address: str) -> LeaderLock:
        """Take the lock without waiting.

        :raises Unusable: `InUse` when another process holds it.
        """
        name = f"parterre (holding {token_hex(8)})"
        return cls(address, name, await _connect_and_lock(address, name))

    async def _connect(self) -> Connection:
        return await _connect_and_lock(self._address, self._name)

    async def _check(self) -> None:
        await self._connection.execute("SELECT 1", timeout=CONNECT_SECONDS)


@asynccontextmanager
async def locked(address: str) -> AsyncGenerator[None]:
    """Hold the lock during the block.

    :raises Unusable: `InUse` when another process holds it.
    """
    lock = await LeaderLock.acquire(address)
    try:
        yield
    finally:
        await lock.release()


@asynccontextmanager
async def connect_to_lock(address: str, name: str) -> AsyncGenerator[Connection]:
    """Connect under this name, and yield the only connection that has it; after an error it is closed.

    :raises OldConnection: when a connection with this name still existed; try again soon.
    :raises Unusable: as `explain_errors`.
    """
    settings = {**KEEPALIVES, "application_name": name}
    async with explain_errors(address):
        connection = await asyncpg.connect(
            address, timeout=CONNECT_SECONDS, command_timeout=CONNECT_SECONDS, server_settings=settings
        )
        try:
            if await connection.fetchval(END_OLD_CONNECTIONS, name):
                raise OldConnection
            yield connection
        except BaseException:
            connection.terminate()
            raise


async def _connect_and_lock(address: str, name: str) -> Connection:
    """Return a connection that holds the lock.

    :raises InUse: when another process holds it.
    :raises OldConnection: when a connection with this name still existed; try again soon.
    """
    async with connect_to_lock(address, name) as connection:
        if await connection.fetchval(LOCK):
            return connection
        raise InUse(f"Another Parterre uses {public_name(address)} already. End all its processes first.")
