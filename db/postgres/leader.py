"""Let one process at a time change a server's database: an advisory lock on a connection of its own."""

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


class OldConnection(Exception):
    """The server had not yet noticed that our old connection died, so it still held the lock. The server ends it now."""


class LeaderLock:
    """The right to change a database. While the lock is lost, this process saves nothing and tries to take it again.

    All connections of one lock have the same ``name`` on the server, so that a new one can end an old one.
    """

    def __init__(self, address: str, name: str, connection: Connection) -> None:
        self._address = address
        self._name = name
        self._connection = connection
        self._taken_over = asyncio.Event()
        self._watch = asyncio.create_task(self._watch_connection())

    @classmethod
    async def acquire(cls, address: str) -> LeaderLock:
        """Take the lock without waiting.

        :raises Unusable: `InUse` when another process holds it.
        """
        name = f"parterre (holding {token_hex(8)})"
        return cls(address, name, await _connect_and_lock(address, name))

    @property
    def held(self) -> bool:
        """Return whether this process may save now, as far as it knows."""
        return not self._connection.is_closed() and not self._taken_over.is_set()

    async def until_taken_over(self) -> None:
        """Wait until another process has taken the lock."""
        await self._taken_over.wait()

    async def release(self) -> None:
        """Close the connection, which frees the lock."""
        self._watch.cancel()
        await asyncio.wait({self._watch})
        with suppress(*REFUSED):
            await self._connection.close(timeout=CONNECT_SECONDS)

    async def _watch_connection(self) -> None:
        while True:
            lost = asyncio.Event()
            self._connection.add_termination_listener(lambda _, lost=lost: lost.set())
            while self.held and not lost.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), CHECK_SECONDS)
                    break
                await self._check()
            log.warning("lost the lock on %s: nothing is saved until it is back", public_name(self._address))
            if not await self._acquire_again():
                return

    async def _check(self) -> None:
        try:
            await self._connection.execute("SELECT 1", timeout=CONNECT_SECONDS)
        except REFUSED as error:
            log.warning("cannot check the lock on %s: %r", public_name(self._address), error)
            self._connection.terminate()

    async def _acquire_again(self) -> bool:
        """Take the lock again as soon as the server can be reached; return False if another process has taken it."""
        while True:
            try:
                self._connection = await _connect_and_lock(self._address, self._name)
            except InUse:
                self._taken_over.set()
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


async def _connect_and_lock(address: str, name: str) -> Connection:
    """Return a connection that holds the lock.

    :raises InUse: when another process holds it.
    :raises OldConnection: when a connection with this name still existed; try again soon.
    """
    settings = {**KEEPALIVES, "application_name": name}
    async with explain_errors(address):
        connection = await asyncpg.connect(
            address, timeout=CONNECT_SECONDS, command_timeout=CONNECT_SECONDS, server_settings=settings
        )
        try:
            if await connection.fetchval(END_OLD_CONNECTIONS, name):
                raise OldConnection
            if await connection.fetchval(LOCK):
                return connection
        except BaseException:
            connection.terminate()
            raise
        await connection.close()
    raise InUse(
        f"Another Parterre uses {public_name(address)} already. End the other one first, or have this one wait by --standby."
    )
