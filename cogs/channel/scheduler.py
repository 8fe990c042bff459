"""Looks every second what is due by now, and lets it be told."""

from __future__ import annotations

from collections.abc import Iterable

from discord.ext import commands

from cogs.channel.looking import Looking
from cogs.channel.presence import look_after
from cogs.shell.client import Parterre
from host.scheduler import Hindered, run_due

PAUSE = 1.0  # seconds between two looks


class Scheduler(commands.Cog):
    """Time passes for all tables; also while the bot was stopped."""

    def __init__(self, client: Parterre) -> None:
        self._client = client
        client.once_ready(Looking("what is due", self._look, pause=PAUSE).go_on)

    async def _look(self) -> None:
        try:
            await self._let_be_told(await run_due(self._client.tables))
        except Hindered as error:
            await self._let_be_told(error.done)
            raise

    async def _let_be_told(self, done: Iterable[int]) -> None:
        for table in done:
            self._client.payer.wake()
            self._client.background(look_after(self._client, await self._client.tables.get(table)))


async def setup(client: Parterre) -> None:
    await client.add_cog(Scheduler(client))
