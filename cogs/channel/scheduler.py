"""Looks every second what is due by now, and lets it be told."""

from __future__ import annotations

import asyncio
import logging

from discord.ext import commands

from cogs.channel.presence import look_after
from cogs.channel.trouble import trouble_of
from cogs.shell.client import Parterre
from host.scheduler import run_due

log = logging.getLogger(__name__)

PAUSE = 1.0  # seconds between two looks
LONGER = 30.0  # after one that has failed


class Scheduler(commands.Cog):
    """Time passes for all tables; also while the bot was stopped."""

    def __init__(self, client: Parterre) -> None:
        self._client = client
        client.once_ready(self._look_on)

    async def _look_on(self) -> None:
        while True:
            try:
                await self._look()
                await asyncio.sleep(PAUSE)
            except Exception as error:  # time must not stop
                log.error("a look has failed: %r", error, exc_info=not trouble_of(error).expected)
                await asyncio.sleep(LONGER)

    async def _look(self) -> None:
        for table in await run_due(self._client.tables):
            self._client.payer.wake()
            self._client.background(look_after(self._client, await self._client.tables.get(table)))


async def setup(client: Parterre) -> None:
    await client.add_cog(Scheduler(client))
