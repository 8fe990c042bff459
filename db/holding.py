"""Who holds a server's database: one process at a time, by a lock on a connection of its own."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

import asyncpg

from db.opening import InUse, Unusable
from db.server import PATIENCE, UNREACHABLE, explained, shown

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]

log = logging.getLogger(__name__)

FAILED = (*UNREACHABLE, asyncpg.PostgresError, asyncpg.InternalClientError)  # whatever a server may answer
KEY = int.from_bytes(b"Parterre", "big")
LOCK = f"SELECT pg_try_advisory_lock({KEY})"
WHO = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
END = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE (pid, backend_start) = ($1, $2)"
LOOK = 5.0  # seconds between two looks whether it is still held
AGAIN = 1.0  # seconds between two tries to have it again
SETTINGS = {
    "application_name": "parterre (holding)",
    "tcp_keepalives_idle": "10",  # seconds; a machine that is gone gives its lock back within half a minute
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "4",
}


class Lingers(Unusable):
    """The server still keeps the connection that held it for us, as it has not heard that it is broken."""


class Held(NamedTuple):
    """A connection with the lock, and as what the server knows it: its process, and since when."""

    connection: Connection
    known: tuple[int, datetime]


class Holding:
    """The right to change a database. Whoever has lost it changes nothing, and tries to have it again before anybody else."""

    def __init__(self, address: str, held: Held) -> None:
        self._address = address
        self._held = held
        self._taken_over = asyncio.Event()
        self._watch = asyncio.create_task(self._watched())

    @classmethod
    async def begin(cls, address: str) -> Holding:
        """Take it; raises `Unusable`: `InUse` if somebody has it."""
        return cls(address, await _locked(address))

    @property
    def lasts(self) -> bool:
        return not self._held.connection.is_closed() and not self._taken_over.is_set()

    async def taken_over(self) -> None:
        """Wait until another process has taken the database over."""
        await self._taken_over.wait()

    async def end(self) -> None:
        """Give it back."""
        self._watch.cancel()
        await asyncio.wait({self._watch})
        with suppress(*FAILED):
            await self._held.connection.close(timeout=PATIENCE)

    async def _watched(self) -> None:
        while True:
            lost = asyncio.Event()
            self._held.connection.add_termination_listener(lambda _, lost=lost: lost.set())
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
            await self._held.connection.execute("SELECT 1", timeout=PATIENCE)
        except FAILED as error:
            log.warning("the hold on %s cannot be looked at: %r", shown(self._address), error)
            self._held.connection.terminate()

    async def _again(self) -> bool:
        """Hold it again as soon as possible; False if somebody else does."""
        while True:
            try:
                self._held = await _locked(self._address, self._held)
            except InUse:
                self._taken_over.set()
                return False
            except Unusable:
                await asyncio.sleep(AGAIN)
            except FAILED as error:
                log.warning("%s is not held again: %r", shown(self._address), error)
                await asyncio.sleep(AGAIN)
            else:
                log.warning("%s is held again", shown(self._address))
                return True


async def _locked(address: str, former: Held | None = None) -> Held:
    """The lock; raises `InUse` where another process has it, `Lingers` where our ``former`` connection may."""
    async with explained(address):
        connection = await asyncpg.connect(address, timeout=PATIENCE, command_timeout=PATIENCE, server_settings=SETTINGS)
        try:
            if await connection.fetchval(LOCK):
                ((process, since),) = await connection.fetch(WHO)
                return Held(connection, (process, since))
            lingers = former is not None and await connection.fetchval(END, *former.known)
        except BaseException:
            connection.terminate()
            raise
        await connection.close()
    if lingers:
        raise Lingers(f"The server of {shown(address)} is told to end the connection that is broken.")
    raise InUse(f"Another Parterre uses {shown(address)} already. End the other one first, or have this one wait by --standby.")
