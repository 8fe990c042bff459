"""Send boards: post them, refresh the newest one, and retire older ones."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import discord
from discord import ui

from cogs.board.final_picture import final_picture
from cogs.board.message import board_message, board_picture, people_to_ping
from cogs.discord_api.errors import UNKNOWN_CHANNEL, classify
from cogs.sender.editing import MOVED, Posted, edit_message
from cogs.sender.kinds import Changed, Sent, sends
from cogs.sender.marked import items_of, mark_of, send_marked, sent_before
from cogs.sender.reposting import post_again
from cogs.shell.audience import public_reader
from cogs.shell.client import Parterre
from cogs.shell.components import Layout, Picture, in_words, layout
from cogs.shell.reader import names_winner, story_of
from db.enqueue import ELSEWHERE
from db.rows import OutboxRow, TableRow
from db.store import Store
from host.codec import decode, encode
from host.leaving import channel_deleted
from host.outbox import Part, Shown, read_parts, unshown_parts, with_first_part
from host.people import names_then, read_named
from host.position import Position
from host.quotas import undoes_too_often
from host.table import Table
from rules.game import Event
from rules.text import Text, say, verbatim

log = logging.getLogger(__name__)

FENCE = "```"  # around a board in words


@sends("board")
async def post_board(client: Parterre, row: OutboxRow) -> Sent | None:
    """Post a table's board as the table is when this try begins.

    Story, picture, turn and buttons of one message belong to one position. Changes during the try appear on the next board,
    which waits in the same queue and takes this one's buttons.

    If the table's own thread is lost, the board goes to the channel where the table was opened. If that channel is deleted, too,
    the table stands still until somebody moves it, and the next board tells the untold story.
    """
    assert row.table is not None
    table = await client.tables.get(row.table)
    at = table.position.row
    if at.status not in ("running", "over"):
        return None
    try:
        sent = await _post_or_move(client, row, table)
    except discord.HTTPException as error:
        if error.code != UNKNOWN_CHANNEL or at.status != "running" or await client.servers.find(at.guild, anew=True) is None:
            raise
        log.info("table %d: its channel is deleted", table.id)
        await channel_deleted(table)
        client.sender.wake()
        return None
    if sent is not None:
        client.background(client.presence.check_players(table))
    return sent


async def _post_or_move(client: Parterre, row: OutboxRow, table: Table) -> Sent | None:
    """Post a board; move the table to its channel if its own thread is locked or lost.

    If the thread was locked only for a moment, its board stays, and this one tells only later events. Without any, nothing is
    posted.
    """
    at = table.position.row
    try:
        thread = await _own_thread(client, row, at)
        if thread is None or not thread.locked:
            if thread is not None and row.subject == ELSEWHERE:
                log.info("table %d stays in its thread, which is not locked", table.id)
                untold = await _untold(client, row, at)
                return await _post(client, untold, table) if untold is not None else None
            return await _post(client, row, table)
        why = MOVED["locked"]
    except discord.HTTPException as error:
        found = MOVED.get(classify(error).reason)
        if found is None or at.place == at.channel:
            raise
        log.info("table %d continues in channel %d: %s", table.id, at.channel, error)
        why = found
    name = say("**{game}** · table {table}", game=table.position.game.title, table=table.id)
    payload = with_first_part(row, Event("moved", name), Event("moved", why))
    await client.tables.move_board(table, row, at.channel, payload)
    return await _post(client, row._replace(payload=payload), await client.tables.get(table.id))


async def _own_thread(client: Parterre, row: OutboxRow, at: TableRow) -> discord.Thread | None:
    """Return a table's own thread; None if it has none, or discord.py does not know it.

    In a locked thread nobody can press a button, even if the bot may write there. The process that runs the shard of its server
    notices that. A thread that seems lost is asked for at Discord: discord.py knows no archived ones, and none of other shards.

    :raises discord.HTTPException: when a thread that seems lost is lost, or Discord cannot say.
    """
    if at.place == at.channel or client.is_gone(at.guild):
        return None
    guild = client.get_guild(at.guild)
    thread = guild and guild.get_thread(at.place)
    if thread is None and row.subject == ELSEWHERE:
        fetched = await client.fetch_channel(at.place)
        return fetched if isinstance(fetched, discord.Thread) else None
    return thread


async def _untold(client: Parterre, row: OutboxRow, at: TableRow) -> OutboxRow | None:
    """Return a board with the events that no board has shown, or None without any; if an earlier try has sent it, unchanged."""
    if await sent_before(client, row, _places(client, row, at)) is not None:
        return row
    parts = await unshown_parts(client.tables.store, row)
    if not parts:
        return None
    await client.tables.store.outbox.set_story(row, encode(parts))
    return row._replace(payload=encode(parts))


def _places(client: Parterre, row: OutboxRow, at: TableRow) -> list[discord.PartialMessageable]:
    """Return where a table is played now, then where an earlier try may have sent its board."""
    places = dict.fromkeys((at.place, row.place or at.place))
    return [client.get_partial_messageable(place, guild_id=at.guild) for place in places]


async def _post(client: Parterre, row: OutboxRow, table: Table) -> Sent:
    """Post a board where the table is played, unless an earlier try has done so."""
    store, at = client.tables.store, table.position
    parts = await read_parts(store, row)
    story = tuple(event for part in parts for event in part.events)
    picture = await _picture(client, at, story)
    told = await _story(store, at, parts)
    shown = board_message(at, told, picture, client.tables.now(), won=any(map(names_winner, story)))
    newest = await store.outbox.newest_board(at.id)
    told_by_next = newest is not None and newest.id != row.id
    people = () if told_by_next or await undoes_too_often(table) else people_to_ping(at)
    places = _places(client, row, at.row)
    sent = await sent_before(client, row, places)
    message = sent or await send_marked(client, row, places[0], shown, at.row.language, people)
    return Sent(message.channel.id, message.id, encode(_shown_parts(message, picture, tuple(seat.person for seat in at.seats))))


async def _picture(client: Parterre, at: Position, story: Sequence[Event]) -> Picture | Text:
    """Return the picture of the board, or of the result if the game is over."""
    reader = await public_reader(client, at.row, at.names)
    if at.row.status == "over":
        return await final_picture(client, at, reader, story)
    return await board_picture(client.drawing, at, at.view(None), reader.teller, last=story, queued=True)


@sends("refresh")
async def refresh_board(client: Parterre, row: OutboxRow) -> None:
    """Edit the newest board so that it shows its table as it is now; post it again if it was deleted."""
    store = client.tables.store
    board = await store.outbox.get(row.target or 0)
    if board is None or board.table is None or board.message is None or board.place is None:
        return
    at, newest = (await client.tables.get(board.table)).position, await store.outbox.newest_board(board.table)
    if newest is None or newest.id != board.id or not at.to_act:
        return
    story = await _story(store, at, await read_parts(store, board))
    try:
        known = await _read_shown(client, board, at.row.guild)
        shown = board_message(at, story, _posted_picture(known), client.tables.now())
        await _edit(client, board, at, shown, known)
    except discord.HTTPException as error:
        if classify(error).reason != "message":
            raise
        await post_again(client, board)


@sends("retire")
async def retire_board(client: Parterre, row: OutboxRow) -> Changed | None:
    """Take buttons and turn from an older board, and strike its undone moves through.

    Its story keeps the names of the people who had the seats then. The description of its picture is forgotten: only an undo
    needs it again, and reads it from the message.
    """
    store = client.tables.store
    board = await store.outbox.get(row.target or 0)
    if board is None or board.table is None or board.message is None or board.place is None:
        return None
    at = (await client.tables.get(board.table)).position
    known = await _read_shown(client, board, at.row.guild)
    names = await names_then(store, at, known.people) if known.people else known.names or at.names
    story = await _story(store, at, await read_parts(store, board))
    await _edit(client, board, at, layout(story, _posted_picture(known), names=names), known)
    return Changed(encode(replace(known, alt="")), board.shown)


async def _edit(client: Parterre, board: OutboxRow, at: Position, shown: Layout, known: Shown) -> None:
    assert board.place is not None
    assert board.message is not None
    kept = [known.file] if known.file else []
    posted = Posted(at.row.guild, board.place, board.message, at.row.language)
    await edit_message(client, posted, shown, kept=kept, mark=mark_of(board))


async def _read_shown(client: Parterre, board: OutboxRow, guild: int) -> Shown:
    """Return the stored parts of a posted board; fetch its message for parts that are not stored."""
    assert board.place is not None
    assert board.message is not None
    shown = decode(board.shown, Shown) if board.shown else Shown(picture=f"board-{board.table}-{board.seq}.png")
    if not shown.needs_fetch:
        return shown
    message = await client.get_partial_messageable(board.place, guild_id=guild).fetch_message(board.message)
    found = next(iter(_pictures_in(items_of(message))), None)
    if found is None:
        return shown
    return replace(shown, alt=found.description or shown.alt, file=found.media.attachment_id or shown.file)


def _pictures_in(items: Iterable[ui.Item[Any]]) -> list[discord.MediaGalleryItem]:
    """Return the pictures in the galleries of a message, which Discord does not list among its attachments."""
    galleries = (item for item in items if isinstance(item, ui.MediaGallery))
    return [one for gallery in galleries for one in gallery.items]


async def _story(store: Store, at: Position, parts: Iterable[Part]) -> Text | None:
    """Return the story of a board, with undone moves struck through."""
    told = [
        replace(event, text=say("~~{line}~~", line=event.text)) if part.undone else event
        for part in parts
        for event in part.events
    ]
    return await read_named(store, at, story_of(told)) if told else None


def _shown_parts(message: discord.Message, picture: Picture | Text, people: tuple[int, ...]) -> Shown:
    """Return what to store about a posted board.

    :param message: its message, which an earlier try may have sent.
    :param picture: the picture of this try.
    :param people: the players by seat.
    """
    items = items_of(message)
    sent = next(iter(_pictures_in(items)), None)
    if sent is not None:
        name, file = PurePosixPath(urlsplit(sent.media.url).path).name, sent.media.attachment_id or 0
        return Shown(picture=name, alt=sent.description or "", people=people, file=file)
    if isinstance(picture, Picture):  # Discord took no file
        long = any(isinstance(item, ui.TextDisplay) and FENCE in item.content for item in items)
        return Shown(words=in_words(picture, short=not long), people=people)
    return Shown(words=picture, people=people)


def _posted_picture(shown: Shown) -> Picture | Text | None:
    """Return the picture of a posted board; its file stays at Discord, so it has no data."""
    return Picture(shown.picture, b"", verbatim(shown.alt)) if shown.picture else shown.words


async def setup(_: Parterre) -> None:
    """Do nothing: the import registered the senders. discord.py calls this."""
