"""Servers of all shards: those of this process from discord.py's cache, others from Discord.

A process that runs only some shards hears nothing of the servers of others. It asks Discord for them, and keeps the answers for
`KEPT_SECONDS`, so that permissions and channels there may be that old.
"""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import discord

from cogs.discord_api.errors import UNREACHABLE, classify
from cogs.discord_api.payloads import complete
from cogs.discord_api.shards import ShardedBot

KEPT_SECONDS = 180.0
SERVERS_KEPT = 200  # those that nobody has needed for the longest are forgotten first


class _Kept(NamedTuple):
    server: discord.Guild
    until: float  # by the loop's clock


class Servers:
    """Find servers, whichever process runs their shards."""

    def __init__(self, client: ShardedBot) -> None:
        self._client = client
        self._kept = dict[int, _Kept]()  # by id, the last needed one last
        self._asking = WeakValueDictionary[int, asyncio.Lock]()  # by id: people and boards that ask at once share the answer

    async def find(self, guild: int, *, anew: bool = False) -> discord.Guild | None:
        """Return a server. One from Discord has its roles and the channels that the bot may view, but no threads and no members.

        None says that the bot cannot reach it now. Only a server's own shard knows whether it has removed the bot.

        :param anew: ask Discord even if it was asked lately.
        :raises UNREACHABLE: when Discord does not answer, or allows no request at the moment.
        """
        if (known := self._client.get_guild(guild)) is not None or self._client.is_gone(guild):
            return known
        async with self._asking.setdefault(guild, asyncio.Lock()):
            kept, now = self._kept.pop(guild, None), asyncio.get_running_loop().time()
            if kept is None or anew or kept.until <= now:
                found = await self._fetch(guild)
                kept = None if found is None else _Kept(found, now + KEPT_SECONDS)
            if kept is None:
                return None
            self._kept[guild] = kept
            if len(self._kept) > SERVERS_KEPT:
                del self._kept[next(iter(self._kept))]
            return kept.server

    async def _fetch(self, guild: int) -> discord.Guild | None:
        """Ask Discord for a server; return None if it refuses."""
        http = self._client.http
        try:
            told: dict[str, Any] = {**await http.get_guild(guild, with_counts=False)}
            channels = await http.get_all_guild_channels(guild)
        except UNREACHABLE as error:
            if not classify(error).refused:
                raise
            return None
        complete(channels)
        data: Any = {**told, "channels": channels}
        return discord.Guild(data=data, state=self._client._connection)  # pyright: ignore[reportPrivateUsage]
