"""The place where a table is played: a thread of its own at its card, where Discord allows one, else its channel."""

from __future__ import annotations

import logging
from contextlib import suppress

import discord
from discord import ui

from cogs.discord_api.errors import NETWORK, UNKNOWN_MESSAGE, UNREACHABLE, Kind, classify, refuses_words
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import layout
from cogs.shell.message import carry_message
from host.position import Position
from host.refusal import Refused
from host.servers import read_server_settings
from rules.text import Text, say

log = logging.getLogger(__name__)

AUTO_ARCHIVE_MINUTES = 10080  # a week without a message
NO_PERMISSION = say("A game is already running here, and I am not allowed to create threads. Please finish it first.")
RUNNING_IN_THREAD = say("A game is already running in this thread. Please finish it first.")
THREADS_OFF = say(
    "On this server games are played in the channels, one at a time in each, and one is running here. Please finish it first."
)
NO_THREAD = say("A game is already running here, and no thread could be created. Please finish it first, or try again later.")
TOO_MANY_THREADS = say(
    "This server has as many active threads as Discord allows, and a game is already running here. Please archive a thread, or "
    "finish that game first."
)
UNKNOWN_THREAD = say("Discord did not answer when I created the table's thread. Please try again in a minute.")


async def find_place(i: Interaction, at: Position) -> int:
    """Return the id of the place where a table will be played: a new thread, which has the id of its card, or its channel.

    :raises Refused: if it gets no thread and another table runs in the channel, or if Discord does not say whether the thread
        was made.
    """
    why = await _why_no_thread(i, at)
    if why is None:
        try:
            return await _create_thread(i.client, at)
        except UNREACHABLE as error:
            log.info("table %d gets no thread: %s", at.id, error)
            why = TOO_MANY_THREADS if classify(error).reason == "threads" else NO_THREAD
    rows = await i.client.tables.living_in(at.row.channel)
    if any(row.status == "running" and row.place == at.row.channel for row in rows):
        raise Refused(why)
    return at.row.channel


async def _why_no_thread(i: Interaction, at: Position) -> Text | None:
    """Return why a table cannot have a thread, as a sentence for a channel where another table runs; None if it can."""
    threads = (await read_server_settings(i.client.tables.store, at.row.guild)).threads
    guild = i.client.get_guild(at.row.guild)  # none, if we were removed from it since the click
    channel = guild and guild.get_channel(at.row.channel)
    if guild is None or channel is None:
        return RUNNING_IN_THREAD
    if not threads:
        return THREADS_OFF
    if not isinstance(channel, discord.TextChannel):
        return NO_THREAD
    has = i.app_permissions if i.channel_id == channel.id else channel.permissions_for(guild.me)
    return None if has.create_public_threads and has.send_messages_in_threads else NO_PERMISSION


async def _create_thread(client: Parterre, at: Position) -> int:
    """Return the id of a new thread at the table's card; post the card first if it is missing.

    Discord makes one thread for each message, so the thread of a try that broke off is found again.
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
    """Return the id of the thread at a message, which equals the message's id; make the thread unless it is there.

    :param names: the thread gets the first name that Discord allows.
    :raises Refused: if Discord does not say whether the thread is there.
    """
    name, *plainer = names
    try:
        await message.create_thread(name=name, auto_archive_duration=AUTO_ARCHIVE_MINUTES)
    except UNREACHABLE as error:
        verdict = classify(error)
        if plainer and refuses_words(error):
            log.info("thread %d gets a plainer name: %s", message.id, error)
            return await _thread_at(client, message, *plainer)
        if verdict.kind is not Kind.DONE and (verdict.unsent or not await _thread_exists(client, message.id)):
            raise
        log.info("thread %d already exists: %s", message.id, error)
    return message.id


async def _thread_exists(client: Parterre, thread: int) -> bool:
    try:
        await client.fetch_channel(thread)
    except UNREACHABLE as error:
        if classify(error).kind is Kind.MISSING:
            return False
        raise Refused(UNKNOWN_THREAD) from error
    return True


async def _post_card(client: Parterre, at: Position, place: discord.PartialMessageable) -> discord.Message:
    """Post the message that a thread hangs on; the sender shows the table's card there later."""
    shown = layout(say("## {game}", game=at.game.title))

    async def send(view: ui.LayoutView, _: list[discord.File]) -> discord.Message:
        return await place.send(view=view, nonce=f"card-{at.id}-{at.row.revision}")

    try:
        return await carry_message(client, shown, send, language=at.row.language)
    except NETWORK:  # nobody knows whether it arrived; Discord drops a second one with this nonce
        return await carry_message(client, shown, send, language=at.row.language)
