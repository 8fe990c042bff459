"""What Parterre needs to be allowed, and what it is not."""

from __future__ import annotations

import discord

from cogs.server.deleted import without_deleted
from cogs.shell.chosen import number_in
from cogs.shell.client import Interaction
from host.mentions import place
from host.refusal import Refused
from host.servers import may_open, server_of
from rules.text import Text, say

NAMES = {  # of what is needed, as Discord's settings call them
    "view_channel": say("View Channels"),
    "send_messages": say("Send Messages"),
    "embed_links": say("Embed Links"),
    "attach_files": say("Attach Files"),
    "read_message_history": say("Read Message History"),
    "create_public_threads": say("Create Public Threads"),
    "send_messages_in_threads": say("Send Messages in Threads"),
}
NEEDED = discord.Permissions(**dict.fromkeys(NAMES, True))
THREADS = ("create_public_threads", "send_messages_in_threads")


def lacking(has: discord.Permissions, *, threads: bool) -> list[Text]:
    """The needed permissions that are missing; those for threads only if asked for."""
    return [NAMES[name] for name in _missing(has) if threads or name not in THREADS]


def missing_here(i: Interaction) -> list[Text]:
    """What stands in the way of a table where this interaction was made."""
    beside = "send_messages" if isinstance(i.channel, discord.Thread) else "send_messages_in_threads"
    return [NAMES[name] for name in _missing(i.app_permissions) if name not in (beside, "create_public_threads")]


def _missing(has: discord.Permissions) -> list[str]:
    return [name for name in NAMES if not getattr(has, name)]


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
    assert i.guild is not None
    assert i.channel_id is not None
    server = without_deleted(i.guild, await server_of(i.client.tables.store, i.guild.id))
    home = i.channel.parent_id if isinstance(i.channel, discord.Thread) else i.channel_id
    may_open(server, home, [role.id for role in i.user.roles] if isinstance(i.user, discord.Member) else [])
    lacking_here = missing_here(i)
    if lacking_here:
        raise Refused(say("I cannot hold a table here. I lack: {permissions}.", permissions=tuple(lacking_here)))
