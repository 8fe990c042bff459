"""The threads that tables live in: made, woken and archived; never locked."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import ui

from cogs.channel.sending import Paid
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout
from cogs.shell.discord_errors import ARCHIVED, HAS_THREAD, UNKNOWN_MESSAGE, UNREACHABLE, classify
from cogs.shell.message import carried
from db.rows import OutboxRow, TableRow
from host.position import Position
from host.refusal import Refused
from host.servers import server_of
from rules.text import Text, say

log = logging.getLogger(__name__)

WEEK = 10080  # minutes without a word until Discord archives a thread
MOVED = {  # why a table goes on in its channel, by the reason of a refusal
    "deleted": say("The thread of this table is gone, so the game goes on here."),
    "locked": say("The thread of this table is locked, so the game goes on here."),
    "threads": say("This server has too many active threads to open this table's again, so the game goes on here."),
}
RUNNING = say("A table is running here already, and I may not create threads. Please finish it first.")
RUNNING_IN_THREAD = say("A table is running in this thread already. Please finish it first.")
THREADS_OFF = say("This server plays in its channels, one table in each, and one is running here. Please finish it first.")
NO_THREAD = say("A table is running here already, and no thread could be made. Please finish it first, or try again later.")
NO_MORE = say(
    "This server has as many active threads as Discord allows, and a table is running here already. "
    "Please archive a thread, or finish that table first."
)


async def find_place(i: Interaction, at: Position) -> int:
    """Where a table will be played: in a thread of its own, else in its channel.

    :raises Refused: if there is no thread for it, and another table runs in the channel.
    """
    why = await _without_thread(i, at)
    if why is None:
        try:
            return await _new_thread(i.client, at)
        except UNREACHABLE as error:
            log.info("table %d gets no thread: %s", at.id, error)
            why = NO_MORE if classify(error).reason == "threads" else NO_THREAD
    rows = await i.client.tables.living_in(at.row.channel)
    if any(row.status == "running" and row.place == at.row.channel for row in rows):
        raise Refused(why)
    return at.row.channel


async def _without_thread(i: Interaction, at: Position) -> Text | None:
    """Why there will be no thread, said where another table runs; None if there can be one."""
    threads = (await server_of(i.client.tables.store, at.row.guild)).threads
    guild = i.client.get_guild(at.row.guild)  # none, if we were removed from it since the click
    channel = guild and guild.get_channel(at.row.channel)
    if guild is None or channel is None:
        return RUNNING_IN_THREAD
    if not threads:
        return THREADS_OFF
    has = i.app_permissions if i.channel_id == channel.id else channel.permissions_for(guild.me)
    return None if has.create_public_threads and has.send_messages_in_threads else RUNNING


async def _new_thread(client: Parterre, at: Position) -> int:
    """The thread of the lobby message, which has its id; it may be there already, if the start was interrupted.

    Where that message is gone, it is a thread of the channel.
    """
    people = tuple(seat.name for seat in at.players)
    name = client.reader(language=at.row.language).label(say("{game} · {people}", game=at.game.title, people=people), 100)
    place = client.get_partial_messageable(at.row.channel, guild_id=at.row.guild)
    if at.row.lobby is not None:
        try:
            message = place.get_partial_message(at.row.lobby)
            return (await message.create_thread(name=name, auto_archive_duration=WEEK)).id
        except discord.HTTPException as error:
            if error.code == HAS_THREAD:
                return at.row.lobby
            if error.code != UNKNOWN_MESSAGE:
                raise
    channel = await client.fetch_channel(at.row.channel)
    if not isinstance(channel, discord.TextChannel):
        return at.row.channel
    thread = await channel.create_thread(name=name, type=discord.ChannelType.public_thread, auto_archive_duration=WEEK)
    return thread.id


async def edit_message(
    client: Parterre,
    row: TableRow,
    place: int,
    message: int,
    shown: Layout,
    *,
    keep_files: bool = False,
    mark: int | None = None,
) -> None:
    """Change an own message of a table by channel or thread and id, and ping nobody; an archived thread is woken for it.

    :param keep_files: its pictures are those that it has, which ``shown`` names.
    :param mark: the id of its first component, by which it is known again.
    :raises discord.HTTPException: as Discord refuses it.
    """
    found = client.get_partial_messageable(place, guild_id=row.guild).get_partial_message(message)

    async def edit(view: ui.LayoutView, uploads: list[discord.File]) -> None:
        kept: dict[str, Any] = {} if keep_files else {"attachments": uploads}
        await found.edit(view=view, allowed_mentions=discord.AllowedMentions.none(), **kept)

    try:
        await carried(client, shown, edit, language=row.language, mark=mark, guild=row.guild)
    except discord.HTTPException as error:
        if error.code != ARCHIVED:
            raise
        await set_archived(client, place, archived=False)
        await carried(client, shown, edit, language=row.language, mark=mark, guild=row.guild)


async def set_archived(client: Parterre, thread: int, *, archived: bool) -> None:
    """Archive a thread, or wake it; anything else than a thread stays as it is. Raises `discord.HTTPException`."""
    found = await client.fetch_channel(thread)
    if isinstance(found, discord.Thread) and found.archived is not archived:
        await found.edit(archived=archived)


async def archive_thread(client: Parterre, row: OutboxRow) -> Paid | None:
    """Archive the own thread of a table that has been over for a while, unless another table lives there."""
    assert row.table is not None
    now = (await client.tables.get(row.table)).position.row
    if now.status == "over" and now.place != now.channel and not await client.tables.living_in(now.place):
        await set_archived(client, now.place, archived=True)
    return None
