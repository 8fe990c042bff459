"""Retry refused messages when the bot's permissions come back, and tell managers when Discord takes no files."""

from __future__ import annotations

import asyncio
import logging

import discord
from discord.ext import commands

from cogs.shell.client import Parterre
from host.deadlines import DAY
from host.servers import read_server_settings, set_server_settings
from rules.text import say

log = logging.getLogger(__name__)

RETRY_SECONDS = 30.0  # between two retries on one server, so that somebody who toggles permissions costs few requests
UPLOADS_NOTICE_SECONDS = 7 * DAY  # between two notices about refused files
NO_UPLOADS = say(
    "Discord does not accept files on this server at the moment, so I describe boards in words. Pictures come back by "
    "themselves once Discord accepts files again."
)


class Mending(commands.Cog):
    """Listen for permissions that come back, and for refused files."""

    def __init__(self, client: Parterre) -> None:
        self._client = client
        self._resting: set[int] = set()  # servers where refused messages were retried a moment ago
        self._changed: set[int] = set()  # of those, servers with more permissions since

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        me = after.guild.me
        if _gains(before.permissions_for(me), after.permissions_for(me)):
            self._mended(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        if after in after.guild.me.roles and _gains(before.permissions, after.permissions):
            self._mended(after.guild)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        mine = self._client.user is not None and after.id == self._client.user.id
        if mine and (before.roles != after.roles or before.timed_out_until != after.timed_out_until):
            self._mended(after.guild)

    @commands.Cog.listener()
    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        if before.locked and not after.locked:
            self._mended(after.guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        self._mended(guild)

    @commands.Cog.listener()
    async def on_uploads_limited(self, guild: int) -> None:
        """Notify the channel for changes, at most once a week."""
        if self._client.is_gone(guild):  # or the bot is there for some people alone
            return
        store, now = self._client.tables.store, self._client.tables.now()
        if now - (await read_server_settings(store, guild)).uploads_told >= UPLOADS_NOTICE_SECONDS:
            await set_server_settings(store, guild, NO_UPLOADS, uploads_told=now)
            self._client.sender.wake()

    def _mended(self, guild: discord.Guild) -> None:
        if guild.id in self._resting:
            self._changed.add(guild.id)
            return
        self._resting.add(guild.id)
        self._client.background(self._try_again(guild.id))

    async def _try_again(self, guild: int) -> None:
        """Retry the refused messages of a server, and again after a pause if more permissions came back meanwhile."""
        try:
            again = True
            while again:
                self._changed.discard(guild)
                await self._client.tables.store.outbox.retry_refused_now(guild, self._client.tables.now())
                self._client.sender.wake()
                await asyncio.sleep(RETRY_SECONDS)
                again = guild in self._changed
        finally:
            self._resting.discard(guild)


def _gains(before: discord.Permissions, after: discord.Permissions) -> bool:
    """Return whether a permission was added."""
    return bool(after.value & ~before.value)


async def setup(client: Parterre) -> None:
    await client.add_cog(Mending(client))
