"""Delete the data of servers that removed the bot long ago, and finish deletions and erasures that a stop has ended."""

from __future__ import annotations

from discord.ext import commands

from cogs.discord_api.poller import Poller
from cogs.shell.client import Parterre
from host.deadlines import HOUR
from host.erasure import finish_erasures
from host.forgetting import forget_due


class Forgetting(commands.Cog):
    """Look once an hour for servers to forget and for people to erase."""

    def __init__(self, client: Parterre) -> None:
        self._client = client
        client.once_ready(Poller("servers to forget", self._forget_servers, pause=HOUR).run)
        client.once_ready(Poller("people to erase", self._erase_people, pause=HOUR).run)

    async def _forget_servers(self) -> None:
        if len(self._client.known_shards) == self._client.shard_count:  # else a server may be there that nobody knows yet
            await forget_due(self._client.tables.store, self._client.tables.now(), self._is_on)

    def _is_on(self, guild: int) -> bool:
        """Return whether the bot is on this server, also if the server is unavailable now."""
        return self._client.get_guild(guild) is not None

    async def _erase_people(self) -> None:
        await finish_erasures(self._client.tables)


async def setup(client: Parterre) -> None:
    await client.add_cog(Forgetting(client))
