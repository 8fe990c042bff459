"""Who holds a server's database: one process at a time, by a lock on a connection of its own."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from secrets import token_hex
from typing import TYPE_CHECKING

import asyncpg

from db.opening import InUse, Unusable
from db.server import PATIENCE, explained, shown
from db.server_errors import REFUSED

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]

log = logging.getLogger(__name__)

KEY = int.from_bytes(b"Parterre", "big")
LOCK = f"SELECT pg_try_advisory_lock({KEY})"
END = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = $1 AND pid != pg_backend_pid()"
LOOK = 5.0  # seconds between two looks whether it is still held
AGAIN = 1.0  # seconds between two tries to have it again
SOON = 0.05  # the same, where nobody but ourselves is in the way
KEEPALIVES = {
    "tcp_keepalives_idle": "10",  # seconds; a machine that is gone gives its lock back within half a minute
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "4",
}


class Lingers(Exception):
    """The server still had a connection of ours with the lock, as it had not heard that it is broken; it ends it now."""


class Holding:
    """The right to change a database. Whoever has lost it changes nothing, and tries to have it again before anybody else.

    ``name`` is as what the server knows all connections of this one.
    """

    def __init__(self, address: str, name: str, connection: Connection) -> None:
        self._address = address
        self._name = name
        self._connection = connection
        self._taken_over = asyncio.Event()
        self._watch = asyncio.create_task(self._watched())

    @classmethod
    async def begin(cls, address: str) -> Holding:
        """Take it; raises `Unusable`: `InUse` if somebody has it."""
        name = f"parterre (holding {token_hex(8)})"
        return cls(address, name, await _locked(address, name))

    @property
    def lasts(self) -> bool:
        return not self._connection.is_closed() and not self._taken_over.is_set()

    async def taken_over(self) -> None:
        """Wait until another process has taken the database over."""
        await self._taken_over.wait()

    async def end(self) -> None:
        """Give it back."""
        self._watch.cancel()
        await asyncio.wait({self._watch})
        with suppress(*REFUSED):
            await self._connection.close(timeout=PATIENCE)

    async def _watched(self) -> None:
        while True:
            lost = asyncio.Event()
            self._connection.add_termination_listener(lambda _, lost=lost: lost.set())
            while self.lasts and not lost.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), LOOK)
                    break
                await self._look()
            log.warning("the hold on %s is lost: nothing is saved until it is there again", shown(self._address))
            if not await self._again():
                return

    async def _look(self) -> None:
        try:
            await self._connection.execute("SELECT 1", timeout=PATIENCE)
        except REFUSED as error:
            log.warning("the hold on %s cannot be looked at: %r", shown(self._address), error)
            self._connection.terminate()

    async def _again(self) -> bool:
        """Hold it again as soon as possible; False if somebody else does."""
        while True:
            try:
                self._connection = await _locked(self._address, self._name)
            except InUse:
                self._taken_over.set()
                return False
            except Lingers:
                await asyncio.sleep(SOON)
            except Unusable:
                await asyncio.sleep(AGAIN)
            except REFUSED as error:
                log.warning("%s is not held again: %r", shown(self._address), error)
                await asyncio.sleep(AGAIN)
            else:
                log.warning("%s is held again", shown(self._address))
                return True


async def _locked(address: str, name: str) -> Connection:
    """A connection with the lock; raises `InUse` where another process has it, `Lingers` where one of this name may."""
    settings = {**KEEPALIVES, "application_name": name}
    async with explained(address):
        connection = await asyncpg.connect(address, timeout=PATIENCE, command_timeout=PATIENCE, server_settings=settings)
        try:
            if await connection.fetchval(END, name):
                raise Lingers
            if await connection.fetchval(LOCK):
                return connection
        except BaseException:
            connection.terminate()
            raise
        await connection.close()
    raise InUse(f"Another Parterre uses {shown(address)} already. End the other one first, or have this one wait by --standby.")
