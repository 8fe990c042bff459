"""The overview: a message in a channel that managers choose. It lists the tables of the server, and changes once a minute."""

from __future__ import annotations

import logging

import discord

from cogs.board.lines import PAGE_TABLES, join_button
from cogs.discord_api.errors import Kind, classify
from cogs.lobby.listing import NONE, lines_of
from cogs.sender.editing import Posted, edit_message
from cogs.sender.kinds import Sent, sends
from cogs.sender.marked import mark_of, send_marked, sent_before
from cogs.shell.audience import language_of_server
from cogs.shell.client import Parterre
from cogs.shell.components import Button, Layout, button, layout, rows
from cogs.shell.visibility import is_seen_by_readers_of
from db.rows import OutboxRow, TableRow
from host.mentions import moment
from host.servers import read_server_settings
from host.summary import TableSummary
from host.tables import LIVING_STATUSES
from rules.text import say

log = logging.getLogger(__name__)


@sends("overview")
async def post_overview(client: Parterre, row: OutboxRow) -> Sent | None:
    """Post the overview in the channel that the server has chosen, and delete the former one; post none if it wants none."""
    assert row.guild is not None
    channel = await _chosen_channel(client, row.guild)
    sent = await sent_before(client, row, [] if channel is None else [channel])
    for former in await client.tables.store.outbox.overviews(row.guild):
        await _delete(client, former)
    if channel is None:
        return None
    if sent is None:
        language = await language_of_server(client, row.guild)
        sent = await send_marked(client, row, channel, await overview_message(client, channel), language)
    return Sent(sent.channel.id, sent.id)


@sends("overview-update")
async def update_overview(client: Parterre, row: OutboxRow) -> None:
    """Edit the overview so that it lists the tables as they are now; post it again if it was deleted."""
    store = client.tables.store
    posted = await store.outbox.get(row.target or 0)
    if posted is None or posted.guild is None or posted.place is None or posted.message is None:
        return
    channel = await _chosen_channel(client, posted.guild)
    if channel is None or channel.id != posted.place:
        return  # a row that replaces it waits, or the channel is gone
    message = Posted(posted.guild, posted.place, posted.message, await language_of_server(client, posted.guild))
    try:
        await edit_message(client, message, await overview_message(client, channel), mark=mark_of(posted))
    except discord.HTTPException as error:
        if classify(error).kind is not Kind.MISSING:
            raise
        log.info("overview of server %d was deleted", posted.guild)
        await store.outbox.enqueue_overview(posted.guild)
        client.sender.wake()


async def _chosen_channel(client: Parterre, number: int) -> discord.TextChannel | None:
    """Return the channel that a server has chosen for its overview; None if it chose none, or the channel is gone."""
    chosen = (await read_server_settings(client.tables.store, number)).overview
    if chosen is None:
        return None
    guild = await client.servers.find(number)
    if guild is not None and guild.get_channel(chosen) is None:  # it may be new
        guild = await client.servers.find(number, anew=True)
    found = None if guild is None else guild.get_channel(chosen)
    return found if isinstance(found, discord.TextChannel) else None


async def _delete(client: Parterre, former: OutboxRow) -> None:
    """Delete a former overview, and forget its row."""
    assert former.place is not None
    assert former.message is not None
    try:
        await client.get_partial_messageable(former.place).get_partial_message(former.message).delete()
    except discord.HTTPException as error:
        if classify(error).kind is not Kind.MISSING:
            raise
    await client.tables.store.outbox.mark_done(former)


async def overview_message(client: Parterre, channel: discord.TextChannel) -> Layout:
    """Return the newest tables that all readers of this channel may see, with buttons to join open ones and to list all."""
    seen = sorted(await _seen(client, channel), key=lambda row: LIVING_STATUSES.index(row.status))[:PAGE_TABLES]
    tables = await client.tables.summaries([row.id for row in seen])
    lines = lines_of(tables, everywhere=True, button_of=_join_button) or [NONE]
    ways = [button(say("Open a table"), "l1:new"), button(say("All tables"), "t1:list:1:0:all")]
    age = say("-# As of {time}", time=moment(client.tables.now(), "R"))
    return layout(say("## Tables of this server"), *lines, *rows(ways), age)


def _join_button(at: TableSummary) -> Button | None:
    return join_button(at) if at.row.status == "open" and len(at.seats) < at.row.size else None


async def _seen(client: Parterre, channel: discord.TextChannel) -> list[TableRow]:
    known = await client.tables.store.living_in_guild(channel.guild.id)
    return [row for row in known if await is_seen_by_readers_of(client, channel, row)]


async def setup(_: Parterre) -> None:
    """Do nothing: the import registered the senders. discord.py calls this."""
