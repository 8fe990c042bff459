"""/setup: is everything in place, channel by channel?"""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.house import House, Interaction
from cogs.permissions import lacking
from cogs.ui import note_view, private
from cogs.words import cut


class Admin(commands.Cog):
    """For those who manage a server."""

    @app_commands.command(name="setup", description="Which channels may hold tables, and which permissions are missing")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.checks.has_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def setup_command(self, i: Interaction) -> None:
        assert i.guild is not None
        lines = [_line(channel, i.guild.me) for channel in i.guild.text_channels]
        await private(i, note_view(cut("\n".join(["**Where tables may be held**", *lines]), 3900)))


def _line(channel: discord.TextChannel, me: discord.Member) -> str:
    has = channel.permissions_for(me)
    missing, for_threads = lacking(has, threads=False), lacking(has, threads=True)
    if missing:
        return f"✗ <#{channel.id}>: no tables. Missing: {', '.join(for_threads)}."
    if for_threads:
        return f"✓ <#{channel.id}>: one table at a time, in the channel. For threads, allow: {', '.join(for_threads)}."
    return f"✓ <#{channel.id}>: as many tables as you like, each in a thread."


async def setup(house: House) -> None:
    await house.add_cog(Admin())
