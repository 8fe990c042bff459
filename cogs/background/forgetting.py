"""Delete the data of servers that removed the bot long ago, and finish deletions and erasures that a stop has ended."""

from __future__ import annotations

import logging

from discord.ext import commands

from cogs.discord_api.errors import UNREACHABLE
from cogs.discord_api.poller import Poller
from cogs.shell.client import Parterre
from host.deadlines import HOUR
from host.erasure import finish_erasures
from host.forgetting import forget_due

log = logging.getLogger(__name__)


class Forgetting(commands.Cog):
    """Look once an hour for servers to forget and for people to erase."""

    def __init__(self, client: Parterre) -> None:
        self._client = client
        client.once_clerk(Poller("servers to forget", self._forget_servers, pause=HOUR).run)
        client.once_clerk(Poller("people to erase", self._erase_people, pause=HOUR).run)

    async def _forget_servers(self) -> None:
        await forget_due(self._client.tables.store, self._client.tables.now(), self._is_on)

    async def _is_on(self, guild: int) -> bool | None:
        """Return whether the bot is on this server, also if the server is unavailable now; None when Discord cannot say."""
        try:
            return await self._client.servers.find(guild, anew=True) is not None
        except UNREACHABLE as error:
            log.info("server %d is not known: %r", guild, error)
            return None

    async def _erase_people(self) -> None:
        await finish_erasures(self._client.tables)


async def setup(client: Parterre) -> None:
    await client.add_cog(Forgetting(client))
