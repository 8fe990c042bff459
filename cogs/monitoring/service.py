"""Report the program's state to systemd and to the health endpoint."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

from cogs.monitoring.health import Health
from cogs.operations.metrics import COMMIT, LOOP_LAG
from cogs.operations.settings import Address
from cogs.operations.systemd import Systemd
from cogs.shell.client import Parterre
from host.tables import Tables

HEARTBEAT_SECONDS = 0.5  # between two measurements of the event loop; a WatchdogSec must be longer


class Service:
    """Report the state of the bot to systemd and to `Health`, if they are configured."""

    def __init__(self, health: Health | None, systemd: Systemd) -> None:
        self._health = health
        self._systemd = systemd

    @classmethod
    @asynccontextmanager
    async def running(cls, address: Address | None) -> AsyncGenerator[Service]:
        """Yield the service while the program runs.

        :param address: where to serve health and metrics; None: nowhere.
        :raises CannotStart: when that address cannot be used.
        """
        health, systemd = None if address is None else await Health.start(address), Systemd()
        service = cls(health, systemd)
        beating = asyncio.create_task(service._beat())
        try:
            yield service
        finally:
            beating.cancel()
            with suppress(asyncio.CancelledError):
                await beating
            systemd.close()
            if health is not None:
                await health.close()

    def stand_by(self) -> None:
        """Report that the program waits for other processes. To its supervisor it is as ready as it can be."""
        self._systemd.ready()
        if self._health is not None:
            self._health.stands_by = True

    def measure(self, tables: Tables) -> None:
        """Measure from now on how long the steps of tables take to be saved."""
        tables.store.on_commit = COMMIT.observe

    def watch(self, client: Parterre) -> None:
        """Report on this bot from now on."""
        if self._health is not None:
            self._health.client, self._health.stands_by = client, False
        client.once_ready(self._ready)

    async def leave_database(self) -> None:
        """Stop using the database, as it is about to be closed."""
        if self._health is not None:
            await self._health.leave_database()

    def end(self) -> None:
        """Report that the program ends in good order."""
        self._systemd.stopping()
        if self._health is not None:
            self._health.ending = True

    async def _ready(self) -> None:
        self._systemd.ready()

    async def _beat(self) -> None:
        clock = asyncio.get_running_loop().time
        while self._health is not None or self._systemd.watches:
            due = clock() + HEARTBEAT_SECONDS
            await asyncio.sleep(HEARTBEAT_SECONDS)
            LOOP_LAG.observe(max(0.0, clock() - due))
            self._systemd.alive()
            if self._health is not None:
                self._health.tick()
