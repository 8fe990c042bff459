"""Who may see which table: one in a channel that a person may not see does not exist for them."""

from __future__ import annotations

import discord

from cogs.shell.client import Interaction
from db.rows import TableRow
from host.position import NO_TABLE
from host.refusal import Refused
from host.table import Table


async def table_of(interaction: Interaction, table: int) -> Table:
    """The table with this id, if this person may see it here; refusals that follow know it and its people's names."""
    found = await interaction.client.tables.get(table)
    at = found.position
    own = interaction.guild_id is None and at.seat_of(interaction.user.id) is not None  # clicked in a direct message
    if not own and not may_see(interaction, at.row):
        raise Refused(NO_TABLE)
    interaction.extras["table"] = found.id
    interaction.extras["names"] = at.names
    return found


def sees(guild: discord.Guild, member: discord.Member, row: TableRow) -> bool:
    """May a member see the channel of a table, or that of its thread? One that the bot does not know of hides nothing."""
    channel = guild.get_channel_or_thread(row.channel)
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    return channel is None or channel.permissions_for(member).view_channel


def in_private_thread(guild: discord.Guild, row: TableRow) -> bool:
    """Is the table in a thread that only those invited know of?"""
    thread = guild.get_thread(row.channel)
    return thread is not None and thread.is_private()


def may_see(i: Interaction, row: TableRow) -> bool:
    """May this person see a table of the server they are in now? A table is seen where it is played."""
    if i.guild is None or row.guild != i.guild_id or not isinstance(i.user, discord.Member):
        return row.guild == i.guild_id
    return i.channel_id in (row.channel, row.place) or sees(i.guild, i.user, row)


async def sees_from_afar(i: Interaction, row: TableRow) -> bool:
    """The same for a table of any server; asks Discord for the person's membership in another one."""
    if i.guild_id == row.guild:
        return may_see(i, row)
    guild = i.client.get_guild(row.guild)
    if guild is None:
        return False
    known: dict[int, discord.Member | None] = i.extras.setdefault("elsewhere", {})
    if row.guild not in known:
        known[row.guild] = await _member(guild, i.user.id)
    member = known[row.guild]
    return member is not None and sees(guild, member, row)


async def _member(guild: discord.Guild, person: int) -> discord.Member | None:
    try:
        return await guild.fetch_member(person)
    except discord.HTTPException:
        return None


def jump(row: TableRow) -> str:
    """The address of a table's board, or of the place where it will be."""
    place = f"https://discord.com/channels/{row.guild}/{row.place}"
    return f"{place}/{row.board}" if row.board else place
