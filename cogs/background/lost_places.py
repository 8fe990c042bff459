"""Lost places of tables: threads that were locked or deleted, and channels that were deleted."""

from __future__ import annotations

import logging
from functools import partial

import discord
from discord.ext import commands

from cogs.discord_api.errors import UNREACHABLE, Kind, classify
from cogs.discord_api.retry import until_reachable
from cogs.sender.reposting import repost_board
from cogs.shell.client import Parterre
from db.rows import TableRow
from host.leaving import channel_deleted, guild_back
from host.summary import is_unreachable
from host.table import Table

log = logging.getLogger(__name__)


class LostPlaces(commands.Cog):
    """Listen for lost places: the game goes on in the table's channel, or stands still until somebody moves it."""

    def __init__(self, client: Parterre) -> None:
        self._client = client

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        if payload.data["thread_metadata"].get("locked"):
            self._lose(payload.thread_id, deleted=False)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        self._lose(payload.thread_id, deleted=True)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self._lose(channel.id, deleted=True)

    def _lose(self, place: int, *, deleted: bool) -> None:
        work = partial(_leave_place, self._client, place, deleted=deleted)
        self._client.background(until_reachable(f"tables of place {place} not moved", work))


async def _leave_place(client: Parterre, place: int, *, deleted: bool) -> None:
    for row in await client.tables.living_in(place):
        for table in await client.tables.get_all([row.id]):
            if row.channel != place:
                await repost_board(client, table)
            elif deleted:  # a table that was opened in a locked thread waits there until somebody unlocks it
                await _lose_channel(client, table)


async def _lose_channel(client: Parterre, table: Table) -> None:
    await channel_deleted(table)
    client.sender.wake()


def may_be_lost(guild: discord.Guild, row: TableRow) -> bool:
    """Return whether the places of a table need a check, as far as discord.py knows; most need none, and are not loaded."""
    home, place = (guild.get_channel_or_thread(each) for each in (row.channel, row.place))
    locked = row.place != row.channel and isinstance(place, discord.Thread) and place.locked
    return home is None or place is None or locked or is_unreachable(row)


async def check_place(client: Parterre, guild: discord.Guild, table: Table) -> bool:
    """Move or stop a table whose place was lost while the bot was away.

    Discord is asked only about threads that discord.py does not know: they are archived or gone.

    :return: whether Discord was asked.
    """
    row, asked = table.position.row, False
    home: object = guild.get_channel_or_thread(row.channel)
    if home is None:
        home, asked = await _fetch_place(client, row.channel), True
    if home is False:
        await _lose_channel(client, table)
        return asked
    if home is None:  # Discord cannot say
        return asked
    if await guild_back(table) or row.place == row.channel or row.status != "running":
        return asked
    thread: object = guild.get_thread(row.place)
    if thread is None:
        thread, asked = await _fetch_place(client, row.place), True
    if thread is False or (isinstance(thread, discord.Thread) and thread.locked):
        await repost_board(client, table)
    return asked


async def _fetch_place(client: Parterre, place: int) -> object:
    """Return a channel or thread; False if it is deleted, None where Discord cannot say."""
    try:
        return await client.fetch_channel(place)
    except UNREACHABLE as error:
        verdict = classify(error)
        if verdict.kind is not Kind.MISSING:
            log.info("place %d is not known: %s", place, error)
        return False if verdict.kind is Kind.MISSING else None


async def setup(client: Parterre) -> None:
    await client.add_cog(LostPlaces(client))
