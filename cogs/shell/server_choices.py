"""The choices that a server made in /setup; deleted channels and roles do not count."""

from __future__ import annotations

from dataclasses import replace

import discord

from cogs.discord_api.permissions import missing_here
from cogs.shell.client import Interaction
from host.refusal import Refused
from host.servers import ServerSettings, may_open, read_server_settings
from rules.text import say


def without_deleted(guild: discord.Guild, server: ServerSettings) -> ServerSettings:
    """Return a server's choices without deleted channels and roles; in an outage, which hides them all, every choice stays."""
    if guild.unavailable:
        return server
    return replace(
        server,
        channels=tuple(channel for channel in server.channels if guild.get_channel(channel)),
        roles=tuple(role for role in server.roles if guild.get_role(role)),
        log=_unless_deleted(guild, server.log),
        overview=_unless_deleted(guild, server.overview),
        finals=_unless_deleted(guild, server.finals),
    )


def _unless_deleted(guild: discord.Guild, channel: int | None) -> int | None:
    return channel if channel is not None and guild.get_channel(channel) else None


async def require_opener(i: Interaction) -> None:
    """Check that this person may open a table in this channel, and that the bot can hold one there.

    :raises Refused: if the person may not, or the bot cannot.
    """
    assert i.guild is not None
    assert i.channel_id is not None
    server = without_deleted(i.guild, await read_server_settings(i.client.tables.store, i.guild.id))
    home = i.channel.parent_id if isinstance(i.channel, discord.Thread) else i.channel_id
    may_open(server, home, [role.id for role in i.user.roles] if isinstance(i.user, discord.Member) else [])
    lacking_here = missing_here(i)
    if lacking_here:
        raise Refused(say("I cannot run a table here. Missing permissions: {permissions}.", permissions=tuple(lacking_here)))
