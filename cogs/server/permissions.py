"""What Parterre needs to be allowed, and what it is not."""

from __future__ import annotations

import discord

from cogs.shell.chosen import number_in
from cogs.shell.client import Interaction
from host.mentions import place
from host.refusal import Refused
from host.servers import may_open, server_of
from rules.text import say

NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    send_messages_in_threads=True,
)
THREADS = ("create_public_threads", "send_messages_in_threads")


def readable(permission: str) -> str:
    """``send_messages_in_threads`` as Discord's settings call it."""
    return permission.replace("_", " ").title()


def lacking(has: discord.Permissions, *, threads: bool) -> list[str]:
    """The needed permissions that are missing; those for threads only if asked for."""
    missing = [name for name, needed in NEEDED if needed and not getattr(has, name)]
    return [readable(name) for name in missing if threads or name not in THREADS]


def missing_here(i: Interaction) -> list[str]:
    """What stands in the way of a table where this interaction was made."""
    missing = lacking(i.app_permissions, threads=False)
    if isinstance(i.channel, discord.Thread):
        own = i.app_permissions.send_messages_in_threads
        missing = [name for name in missing if name != "Send Messages"] + ([] if own else [readable(THREADS[1])])
    return missing


def chosen_channel(guild: discord.Guild, value: str) -> discord.TextChannel:
    """A channel of this server, chosen in a menu, where I may write; raises `Refused`."""
    found = text_channel(guild, value)
    if missing := lacking(found.permissions_for(guild.me), threads=False):
        raise Refused(say("I cannot write there. In {place}, allow: {missing}.", place=place(found.id), missing=tuple(missing)))
    return found


def text_channel(guild: discord.Guild, value: str) -> discord.TextChannel:
    """A channel of this server that can hold tables; raises `Refused`."""
    found = guild.get_channel(number_in(value) or 0)
    if not isinstance(found, discord.TextChannel):
        raise Refused(say("That is no text channel of this server. Please choose in the menu."))
    return found


async def may_open_here(i: Interaction) -> None:
    """May this person open a table in this channel, and can I hold it? Raises `Refused`."""
    assert i.guild_id is not None
    assert i.channel_id is not None
    server = await server_of(i.client.tables.store, i.guild_id)
    home = i.channel.parent_id if isinstance(i.channel, discord.Thread) else i.channel_id
    may_open(server, home, [role.id for role in i.user.roles] if isinstance(i.user, discord.Member) else [])
    lacking_here = missing_here(i)
    if lacking_here:
        raise Refused(say("I cannot hold a table here. I lack: {permissions}.", permissions=tuple(lacking_here)))
