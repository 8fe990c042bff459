"""Pays what the database owes the channels: one living board a table."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from itertools import chain, repeat

import aiohttp
import discord
from discord import ui
from discord.ext import commands

from cogs.channel.board import board_message, board_picture, people_to_ping, turn_line
from cogs.channel.presence import look_after
from cogs.channel.threads import LOCKED, MOVED, UNKNOWN_CHANNEL, set_archived
from cogs.shell.client import Parterre
from cogs.shell.components import build, files
from db.rows import PostRow
from host.codec import decode_story
from host.position import Position
from host.refusal import Refused
from host.table import Table
from rules.game import Event

log = logging.getLogger(__name__)

PAUSES = (2.0, 10.0, 60.0, 600.0, 3600.0)  # seconds before the next tries; the last one again and again


class Poster(commands.Cog):
    """Posts the newest owed board of a table; what cannot be posted now stays owed."""

    def __init__(self, client: Parterre) -> None:
        self._client = client
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._newest: dict[int, object] = {}  # by table: of those who try to pay it, the last that came

    async def cog_load(self) -> None:
        """Whatever was owed when the program stopped."""
        for table in await self._client.tables.store.tables_owed():
            self.post_soon(table)

    def post_soon(self, table: int) -> None:
        """Pay a table's owed post soon, and again later if it cannot be paid now."""
        self._client.background(self._pay_in_the_end(table))

    def restore(self, table: Table) -> None:
        """Post the board of a running table again, soon, if its message was deleted."""
        self._client.background(self._restore(table))

    async def _pay_in_the_end(self, table: int) -> None:
        await self._client.wait_until_ready()
        self._newest[table] = mine = object()
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            if await self.pay(table):
                self._newest.pop(table, None)
                return
            await asyncio.sleep(pause)
            if self._newest.get(table) is not mine:  # whoever came later goes on
                return

    async def pay(self, table_id: int) -> bool:
        """Post what is owed, if anything; returns whether nothing is owed any more."""
        async with self._locks[table_id]:
            post = await self._client.tables.store.owed(table_id)
            try:
                table = await self._client.tables.get(table_id)
                await (self._pay(table, post) if post else self._put_away(table))
            except (Refused, discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.warning("table %d: its board cannot be posted now%s: %s", table_id, _hint(error), error)
                if post:
                    await self._client.tables.store.set_trouble(post, str(error))
                return post is None
            return True

    async def _pay(self, table: Table, post: PostRow) -> None:
        at = table.position
        former: int | None = at.row.board
        try:
            message = await self._post(at, post)
        except discord.HTTPException as error:
            if error.code not in MOVED or at.row.place == at.row.channel:
                raise
            log.info("table %d goes on in channel %d: %s", at.id, at.row.channel, error)
            await self._client.tables.move_to(table, at.row.channel)
            former = None
            message = await self._post(table.position, post, Event("moved", MOVED[error.code]))
        await self._client.tables.paid(table, post, message.id)
        if former and former not in (message.id, at.row.lobby):
            await self._retire(at, former)
        await look_after(self._client, table)

    async def _post(self, at: Position, post: PostRow, *remarks: Event) -> discord.Message:
        story = (*remarks, *decode_story(post.story))
        shown = await board_picture(at, at.view(None), last=story)
        message = board_message(at, story, shown, self._client.tables.now())
        reader = self._client.reader(message.names)
        people = [discord.Object(person) for person in people_to_ping(at)]
        return await self._place(at).send(
            view=build(message, reader),
            files=files(message, reader),
            nonce=f"{at.id}-{post.seq}-{(at.row.board or 0) % 10_000}",
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=people),
        )

    def refresh_deadline(self, table: Table) -> None:
        """Let the board of a running table show the deadline as it is now, soon."""
        self._client.background(self._refresh_deadline(table))

    async def _refresh_deadline(self, table: Table) -> None:
        async with self._locks[table.id]:
            at = table.position
            if at.row.board is None or not at.to_act:
                return
            try:
                message = await self._place(at).fetch_message(at.row.board)
                told = self._client.reader(at.names).markdown(turn_line(at, self._client.tables.now()))
                view = with_last_text(message, told)
                await message.edit(view=view, allowed_mentions=discord.AllowedMentions.none())
            except discord.HTTPException as error:
                log.info("table %d: board %d keeps its deadline: %s", at.id, at.row.board, error)

    async def _restore(self, table: Table) -> None:
        async with self._locks[table.id]:
            if table.position.row.status == "running" and not await self._stands(table.position):
                await self._client.tables.store.owe_again(table.id)
        await self._pay_in_the_end(table.id)

    async def _stands(self, at: Position) -> bool:
        """Is the board's message there, as far as can be known?"""
        try:
            if at.row.board is not None:
                await self._place(at).fetch_message(at.row.board)
        except discord.NotFound:
            return False
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("table %d: no look at its board: %s", at.id, error)
        return True

    async def _put_away(self, table: Table) -> None:
        """Archive the own thread of a table that has been over for a while."""
        row = table.position.row
        if row.status != "over" or row.wake is None or row.wake > table.now():
            return
        if row.place != row.channel:
            try:
                await set_archived(self._client, row.place, archived=True)
            except discord.HTTPException as error:
                log.info("table %d: its thread stays open: %s", table.id, error)
        await self._client.tables.put_away(table)

    def _place(self, at: Position) -> discord.PartialMessageable:
        """The channel or thread it is played in, without asking Discord for it."""
        return self._client.get_partial_messageable(at.row.place, guild_id=at.row.guild)

    async def _retire(self, at: Position, board: int) -> None:
        """An earlier board keeps its picture and loses its buttons."""
        try:
            message = await self._place(at).fetch_message(board)
            await message.edit(view=without_buttons(message))
        except discord.HTTPException as error:
            log.info("table %d: board %d keeps its buttons: %s", at.id, board, error)


def without_buttons(message: discord.Message) -> ui.LayoutView:
    """The same message, but its rows of buttons."""
    view = _again(message)
    for item in list(view.walk_children()):
        if isinstance(item, ui.ActionRow) and isinstance(item.parent, ui.Container):
            item.parent.remove_item(item)
    return view


def with_last_text(message: discord.Message, text: str) -> ui.LayoutView:
    """The same message, but its last text."""
    view = _again(message)
    texts = [item for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
    texts[-1].content = text
    return view


def _again(message: discord.Message) -> ui.LayoutView:
    view = ui.LayoutView.from_message(message, timeout=None)
    assert isinstance(view, ui.LayoutView)
    for item in view.walk_children():
        if isinstance(item, ui.MediaGallery):
            item.items = [_same(media, message.attachments) for media in item.items]
    view.stop()
    return view


def _same(media: discord.MediaGalleryItem, attachments: list[discord.Attachment]) -> discord.MediaGalleryItem:
    """A picture that stays is named by its file: addresses of uploads expire."""
    names = [a.filename for a in attachments if a.filename in media.media.url]
    source = f"attachment://{names[0]}" if names else media.media.url
    return discord.MediaGalleryItem(source, description=media.description)


def _hint(error: Exception) -> str:
    """What somebody can do about a place that is no thread of the table's own."""
    code = error.code if isinstance(error, discord.HTTPException) else None
    hints = {LOCKED: " (unlock the thread it is played in)", UNKNOWN_CHANNEL: " (the place it is played in was deleted)"}
    return hints.get(code or 0, "")


async def setup(client: Parterre) -> None:
    client.boards = poster = Poster(client)
    await client.add_cog(poster)
