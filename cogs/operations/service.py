"""The program as its supervisor and whoever watches over it see it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

from cogs.operations.health import Health
from cogs.operations.metrics import COMMIT, LOOP_LAG
from cogs.operations.settings import Address
from cogs.operations.systemd import Systemd
from cogs.shell.client import Parterre
from host.tables import Tables

BEAT = 0.5  # seconds between two looks at the event loop; a WatchdogSec must be longer


class Service:
    """Tells systemd and `Health`, as far as they are there, how the bot does."""

    def __init__(self, health: Health | None, systemd: Systemd) -> None:
        self._health = health
        self._systemd = systemd

    @classmethod
    @asynccontextmanager
    async def running(cls, address: Address | None) -> AsyncGenerator[Service]:
        """As long as the program runs; health and metrics are told at this address, if any. Raises `CannotStart`."""
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

    def measure(self, tables: Tables) -> None:
        """From now on, how long it takes until a step of a table is saved."""
        tables.store.on_commit = COMMIT.observe

    def watch(self, client: Parterre) -> None:
        """This is the bot from now on."""
        if self._health is not None:
            self._health.client = client
        client.once_ready(self._ready)

    async def leave_database(self) -> None:
        """Use it no more, as it is about to be closed."""
        if self._health is not None:
            await self._health.leave_database()

    def end(self) -> None:
        """The program ends in good order."""
        self._systemd.stopping()
        if self._health is not None:
            self._health.ending = True

    async def _ready(self) -> None:
        self._systemd.ready()

    async def _beat(self) -> None:
        clock = asyncio.get_running_loop().time
        while self._health is not None or self._systemd.watches:
            due = clock() + BEAT
            await asyncio.sleep(BEAT)
            LOOP_LAG.observe(max(0.0, clock() - due))
            self._systemd.alive()
            if self._health is not None:
                self._health.tick()
