"""The visibility of tables: for a person who cannot see its channel, a table does not exist."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable
from typing import NamedTuple

import discord

from cogs.discord_api.errors import UNREACHABLE, Kind, classify
from cogs.discord_api.members import fetch_member
from cogs.shell.chosen import NUMBER_LIMIT
from cogs.shell.client import Interaction, Parterre
from cogs.shell.reader import plain_name
from db.rows import TableRow
from host.mentions import place as mention
from host.refusal import NoTable, Refused
from host.summary import is_unreachable
from host.table import Table
from rules.text import message, say

log = logging.getLogger(__name__)

UNSEEN = message("""{name} cannot see {place} and would miss this.
- Either let {name} see that channel and try again.
- Or open a table in a channel that both of you can see.""")
PLACES_REMEMBERED = 2000  # the oldest are forgotten first


class Place(NamedTuple):
    """The place where a table was opened: the channel whose permissions count, and whether it is a private thread."""

    channel: int
    private: bool


_places: dict[tuple[int, int], Place | None] = {}  # unknown to discord.py; by ids of server and place; None: cannot be viewed


def table_of(i: Interaction) -> Table:
    """Return the table of this interaction; the shell has found it and checked the person's rights."""
    table: Table = i.extras["table"]
    return table


def set_table(i: Interaction, table: Table) -> Table:
    """Make a table the one of this interaction, and return it."""
    i.extras["table"] = table
    return table


async def visible_table(i: Interaction, table: int) -> Table:
    """Return the table with this id, and remember it as the table of this interaction.

    :raises NoTable: if there is none that this person may see here.
    """
    if not 0 <= table < NUMBER_LIMIT:
        raise NoTable
    found = await i.client.tables.get(table)
    at = found.position
    if not await may_see(i, at.row, own=any(seat.person == i.user.id for seat in at.seats)):
        raise NoTable
    return set_table(i, found)


async def may_see(i: Interaction, row: TableRow, *, own: bool) -> bool:
    """Return whether this person may see a table from the place where they are.

    :param own: the person has a seat there.
    """
    if i.guild is None:
        return own
    if row.guild != i.guild_id or not isinstance(i.user, discord.Member):
        return False
    if is_unreachable(row) and i.permissions.manage_guild:  # managers move a table whose channel is gone
        return True
    return i.channel_id in (row.channel, row.place) or await _sees(i.client, i.guild, i.user, row, own=own, here=_here(i))


async def is_seen_by_all_here(i: Interaction, row: TableRow) -> bool:
    """Return whether everybody who reads the place of this interaction may see the table."""
    if i.guild is None or i.channel_id in (row.channel, row.place):
        return True
    place = await _place_of(i.client, i.guild, row.channel)
    if place is None or place.private:
        return False
    channel = _known_channel(i.client, i.guild, place.channel)
    return place.channel in _here(i) or (channel is not None and channel.permissions_for(i.guild.default_role).view_channel)


async def is_seen_by_readers_of(client: Parterre, channel: discord.TextChannel, row: TableRow) -> bool:
    """Return whether everybody who sees this channel may see the table, by the permissions of roles; in doubt False."""
    guild = channel.guild
    place = await _place_of(client, guild, row.channel)
    if place is None or place.private:
        return False
    home = _known_channel(client, guild, place.channel)
    if home is None or home.id == channel.id:
        return home is not None
    roles_of_both = all(
        home.permissions_for(role).view_channel for role in guild.roles if channel.permissions_for(role).view_channel
    )
    return roles_of_both and not _people_with(client, channel, view=True) and not _people_with(client, home, view=False)


def _people_with(client: Parterre, channel: discord.abc.GuildChannel, *, view: bool) -> bool:
    """Return whether a channel lets single people view it, or keeps them from it; the bot does not count."""
    single = {target.id: own for target, own in channel.overwrites.items() if not isinstance(target, discord.Role)}
    return any(own.view_channel is view for person, own in single.items() if client.user is None or person != client.user.id)


async def may_see_from_elsewhere(i: Interaction, row: TableRow) -> bool:
    """Return whether this person, who has a seat at a table of any server, may see it.

    For a table of another server this asks Discord whether the person is still a member there.
    """
    if i.guild_id == row.guild:
        return await may_see(i, row, own=True)
    known: dict[int, asyncio.Task[discord.Member | None]] = i.extras.setdefault("elsewhere", {})
    if row.guild not in known:
        known[row.guild] = asyncio.create_task(_member_of(i.client, row.guild, i.user.id))
    member = await known[row.guild]
    return member is not None and await _sees(i.client, member.guild, member, row, own=True)


async def _member_of(client: Parterre, number: int, person: int) -> discord.Member | None:
    """Return a member of any server; None for everybody else, and where Discord cannot say."""
    try:
        guild = await client.servers.find(number)
    except UNREACHABLE as error:
        log.info("server %d is not known: %r", number, error)
        return None
    return None if guild is None else await fetch_member(guild, person)


def seen_channels(i: Interaction, channels: Iterable[int]) -> set[int]:
    """Return the places of tables that this person sees on this server, as far as the bot knows without asking Discord.

    A private thread is left out even for its members, as are an archived thread and a deleted channel.
    """
    return {number for number in set(channels) if _is_seen(i, number)}


def _is_seen(i: Interaction, number: int) -> bool:
    if i.guild is None or not isinstance(i.user, discord.Member):
        return False
    place = _place(i.guild.get_channel_or_thread(number))
    if place is None or place.private:
        return False
    channel = _known_channel(i.client, i.guild, place.channel)
    return place.channel in _here(i) or (channel is not None and channel.permissions_for(i.user).view_channel)


async def _sees(
    client: Parterre, guild: discord.Guild, member: discord.Member, row: TableRow, *, own: bool, here: Collection[int] = ()
) -> bool:
    """Return whether a member sees a table that is played elsewhere.

    Only its players see it in a private thread, in a place that is gone, and in one that the bot may not view.

    :param own: the member has a seat there.
    :param here: channels that the member surely sees.
    """
    place = await _place_of(client, guild, row.channel)
    if place is None or (place.private and not own):
        return own
    if place.channel in here:
        return True
    channel = _known_channel(client, guild, place.channel)
    return own if channel is None else channel.permissions_for(member).view_channel


async def require_sight(i: Interaction, person: discord.Member | int, place: int) -> None:
    """Refuse to invite somebody to a place that they cannot see, as Discord would tell them nothing.

    An id of a person is looked up at Discord. In doubt nothing is refused: a private thread adds people when they are mentioned.

    :raises Refused: if this person surely cannot see the place.
    """
    if i.guild is None:
        return
    found = await _place_of(i.client, i.guild, place)
    channel = None if found is None or found.private else _known_channel(i.client, i.guild, found.channel)
    if channel is None:
        return
    member = person if isinstance(person, discord.Member) else await fetch_member(i.guild, person)
    if member is not None and not channel.permissions_for(member).view_channel:
        raise Refused(say(UNSEEN, name=plain_name(member.display_name), place=mention(channel.id)))


def _here(i: Interaction) -> Collection[int]:
    """Return the channels that everybody sees who reads the place of an interaction: itself, and the parent of a thread."""
    parent = i.channel.parent_id if isinstance(i.channel, discord.Thread) else None
    return [number for number in (i.channel_id, parent) if number is not None]


def _known_channel(client: Parterre, guild: discord.Guild, number: int) -> discord.abc.GuildChannel | None:
    """Return a channel whose overwrites are true; Discord tells other ones of a channel that the bot may not view.

    A server that `cogs.discord_api.servers` has asked for has no members, and only channels that the bot may view.
    """
    channel = guild.get_channel(number)
    me = guild.get_member(client.user.id) if client.user else None
    return channel if channel is not None and (me is None or channel.permissions_for(me).view_channel) else None


async def _place_of(client: Parterre, guild: discord.Guild, number: int) -> Place | None:
    """Return what Discord knows of a channel or thread, archived ones included; None if it is gone or not to be viewed."""
    if (channel := guild.get_channel_or_thread(number)) is not None:
        return _place(channel)
    key = guild.id, number
    if key not in _places:
        try:
            _places[key] = _place(await client.fetch_channel(number))
        except UNREACHABLE as error:
            if classify(error).kind is not Kind.MISSING:  # a permission that is missing may come back
                log.info("place %d is not known: %r", number, error)
                return None
            _places[key] = None
        if len(_places) > PLACES_REMEMBERED:
            del _places[next(iter(_places))]
    return _places[key]


def _place(channel: object) -> Place | None:
    if isinstance(channel, discord.Thread):
        return Place(channel.parent_id, channel.is_private())
    return Place(channel.id, private=False) if isinstance(channel, discord.abc.GuildChannel) else None


def jump(row: TableRow) -> str:
    """Return the address of a table's newest board, or of the place where it will be."""
    place = f"https://discord.com/channels/{row.guild}/{row.place}"
    return f"{place}/{row.board}" if row.board else place
