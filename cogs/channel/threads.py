"""The threads that tables live in: made, woken and archived; never locked."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from cogs.channel.sending import Paid
from cogs.discord_api.errors import ARCHIVED, NETWORK, UNKNOWN_MESSAGE, UNREACHABLE, Kind, classify, refuses_words
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, Picture, layout
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
UNKNOWN_THREAD = say("Discord gave no answer when the table's thread was opened. Please try again in a minute.")


async def find_place(i: Interaction, at: Position) -> int:
    """Return the place where a table will be played: a thread of its own, which has the id of its card, else its channel.

    :raises Refused: if there is no thread for it, and another table runs in the channel; or if Discord does not say whether
        there is one.
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
    if not isinstance(channel, discord.TextChannel):
        return NO_THREAD
    has = i.app_permissions if i.channel_id == channel.id else channel.permissions_for(guild.me)
    return None if has.create_public_threads and has.send_messages_in_threads else RUNNING


async def _new_thread(client: Parterre, at: Position) -> int:
    """Return the id of a new thread at the table's card; a card that is missing is posted first.

    No thread is made without a message: Discord makes one thread for each, so a try that broke off is found again.
    """
    people, reader = tuple(at.called[seat.seat] for seat in at.players), client.reader(language=at.row.language)
    name = reader.label(say("{game} · {people}", game=at.game.title, people=people), 100)
    plain = reader.label(say("{game} · table {table}", game=at.game.title, table=at.id), 100)  # names can hold blocked words
    place = client.get_partial_messageable(at.row.channel, guild_id=at.row.guild)
    if at.row.lobby is not None:
        try:
            return await _thread_at(client, place.get_partial_message(at.row.lobby), name, plain)
        except discord.HTTPException as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
    card = await _post_card(client, at, place)
    try:
        return await _thread_at(client, card, name, plain)
    except UNREACHABLE:
        with suppress(*UNREACHABLE):
            await card.delete()
        raise


async def _thread_at(client: Parterre, message: discord.PartialMessage | discord.Message, *names: str) -> int:
    """Return the id of the thread at a message, which is the message's own, whether this try or an earlier one made it.

    :param names: the thread gets the first one that Discord allows.
    :raises Refused: if Discord does not say whether it is there.
    """
    name, *plainer = names
    try:
        await message.create_thread(name=name, auto_archive_duration=WEEK)
    except UNREACHABLE as error:
        verdict = classify(error)
        if plainer and refuses_words(error):
            log.info("thread %d gets a plainer name: %s", message.id, error)
            return await _thread_at(client, message, *plainer)
        if verdict.kind is not Kind.DONE and (verdict.unsent or not await _is_there(client, message.id)):
            raise
        log.info("thread %d was made already: %s", message.id, error)
    return message.id


async def _is_there(client: Parterre, thread: int) -> bool:
    try:
        await client.fetch_channel(thread)
    except UNREACHABLE as error:
        if classify(error).kind is Kind.MISSING:
            return False
        raise Refused(UNKNOWN_THREAD) from error
    return True


async def _post_card(client: Parterre, at: Position, place: discord.PartialMessageable) -> discord.Message:
    """Post the message that a thread hangs on, as it looks before the table's card is shown there."""
    shown = layout(say("## {game}", game=at.game.title))

    async def send(view: ui.LayoutView, _: list[discord.File]) -> discord.Message:
        return await place.send(view=view, nonce=f"card-{at.id}-{at.row.revision}")

    try:
        return await carried(client, shown, send, language=at.row.language)
    except NETWORK:  # nobody knows whether it came, but one with this nonce comes once
        return await carried(client, shown, send, language=at.row.language)


class Kept(discord.Attachment):
    """A file that a message keeps when it is edited, known by its id alone."""

    def __init__(self, number: int) -> None:
        self.id = number

    def to_dict(self) -> Any:
        return {"id": self.id}


async def edit_message(
    client: Parterre,
    row: TableRow,
    place: int,
    message: int,
    shown: Layout,
    *,
    kept: Sequence[int] | None = None,
    mark: int | None = None,
) -> None:
    """Change an own message of a table by channel or thread and id, and ping nobody.

    An archived thread is woken for it. Where Discord takes no picture in an edit, the words are changed alone.

    :param kept: the ids of the files that it keeps, which ``shown`` names; None: its pictures are sent anew.
    :param mark: the id of its first component, by which it is known again.
    :raises discord.HTTPException: as Discord refuses it.
    """
    found = client.get_partial_messageable(place, guild_id=row.guild).get_partial_message(message)

    async def edit(view: ui.LayoutView, uploads: list[discord.File]) -> None:
        files = uploads if kept is None else [Kept(number) for number in kept]
        await found.edit(view=view, allowed_mentions=discord.AllowedMentions.none(), attachments=files)

    words = replace(shown, parts=tuple(part for part in shown.parts if not isinstance(part, Picture)))
    try:
        await carried(client, shown, edit, language=row.language, mark=mark, guild=row.guild)
    except discord.HTTPException as error:
        if error.code == ARCHIVED:
            await set_archived(client, place, archived=False)
            await carried(client, shown, edit, language=row.language, mark=mark, guild=row.guild)
        elif classify(error).kind is Kind.MALFORMED and kept is None and words != shown:
            log.warning("message %d is changed without its picture, as %s", message, error)
            await carried(client, words, edit, language=row.language, mark=mark, guild=row.guild)
        else:
            raise


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
