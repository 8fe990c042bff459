"""Channels of a server, chosen in a menu of /setup."""

from __future__ import annotations

import discord

from cogs.discord_api.permissions import missing_permissions
from cogs.shell.chosen import number_in
from host.mentions import place
from host.refusal import Refused
from rules.text import say


def text_channel(guild: discord.Guild, value: str) -> discord.TextChannel:
    """Return a channel of this server that can hold tables.

    :raises Refused: for anything else.
    """
    found = guild.get_channel(number_in(value) or 0)
    if not isinstance(found, discord.TextChannel):
        raise Refused(say("That is not a text channel of this server. Please choose in the menu."))
    return found


def writable_channel(guild: discord.Guild, value: str) -> discord.TextChannel:
    """Return a text channel of this server where the bot may write.

    :raises Refused: for anything else.
    """
    found = text_channel(guild, value)
    if missing := missing_permissions(found.permissions_for(guild.me), threads=False):
        raise Refused(say("I cannot write there. In {place}, allow: {missing}.", place=place(found.id), missing=tuple(missing)))
    return found
