"""End the seasons of servers where they end with the month."""

from __future__ import annotations

from discord.ext import commands

from cogs.discord_api.poller import Poller
from cogs.shell.client import Parterre
from host.deadlines import MINUTE
from host.seasons import end_due_seasons


class Seasons(commands.Cog):
    """Look once a minute for seasons that are over."""

    def __init__(self, client: Parterre) -> None:
        self._client = client
        client.once_clerk(Poller("seasons that are over", self._end_seasons, pause=MINUTE).run)

    async def _end_seasons(self) -> None:
        if await end_due_seasons(self._client.tables.store, self._client.tables.now()):
            self._client.sender.wake()


async def setup(client: Parterre) -> None:
    await client.add_cog(Seasons(client))
