"""Pays what the database owes the channels: one living board a table."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict

import aiohttp
import discord
from discord import ui
from discord.ext import commands

from cogs.board import board_message, board_picture, people_to_ping
from cogs.house import House
from cogs.ui import Layout, files
from db.rows import PostRow
from host.codec import decode_story
from host.refusal import Refused
from host.table import Table

log = logging.getLogger(__name__)

PAUSES = (2.0, 10.0, 60.0, 600.0)  # seconds before the next tries
UNKNOWN_CHANNEL = 10003


class Poster(commands.Cog):
    """Posts the newest owed board of a table; what cannot be posted now stays owed."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._tasks: set[asyncio.Task[None]] = set()

    async def cog_unload(self) -> None:
        for task in self._tasks:
            task.cancel()

    def owe(self, table: int) -> None:
        """Pay a table's owed post soon, and again later if it cannot be paid now."""
        task = asyncio.create_task(self._pay_in_the_end(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def pay_all(self) -> None:
        """Whatever was owed when the program stopped."""
        for table in await self._house.tables.store.tables_owed():
            self.owe(table)

    async def _pay_in_the_end(self, table: int) -> None:
        await self._house.wait_until_ready()
        for pause in (*PAUSES, None):
            if await self.pay(table) or pause is None:
                return
            await asyncio.sleep(pause)

    async def pay(self, table_id: int) -> bool:
        """Post what is owed, if anything; returns whether nothing is owed any more."""
        async with self._locks[table_id]:
            post = await self._house.tables.store.owed(table_id)
            if post is None:
                return True
            try:
                table = await self._house.tables.get(table_id)
                await self._pay(table, post)
            except (Refused, discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.warning("table %d: the board of seq %d is still owed: %s", table_id, post.seq, error)
                await self._house.tables.store.set_trouble(post, str(error))
                return False
            return True

    async def _pay(self, table: Table, post: PostRow) -> None:
        former = table.row.board
        try:
            message = await self._post(table, post)
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL or table.row.place == table.row.channel:
                raise
            log.info("table %d: its thread is gone, it goes on in channel %d", table.id, table.row.channel)
            await self._house.tables.move_to(table, table.row.channel)
            former = None
            message = await self._post(table, post)
        await self._house.tables.store.paid(post, message.id)
        table.row = table.row._replace(board=message.id)
        if former and former != message.id:
            await self._retire(table, former)

    async def _post(self, table: Table, post: PostRow) -> discord.Message:
        story = decode_story(post.story)
        shown = await board_picture(table, table.view(None), last=story)
        view = board_message(table, story, shown)
        people = [discord.Object(person) for person in people_to_ping(table)]
        return await self.channel(table.row.place, table.row.guild).send(
            view=view,
            files=files(shown),
            nonce=f"{table.id}-{post.seq}",
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=people),
        )

    def channel(self, place: int, guild: int) -> discord.PartialMessageable:
        """A channel or thread by id, without asking Discord for it."""
        return self._house.get_partial_messageable(place, guild_id=guild)

    async def _retire(self, table: Table, board: int) -> None:
        """An earlier board keeps its picture and loses its buttons."""
        try:
            message = await self.channel(table.row.place, table.row.guild).fetch_message(board)
            await message.edit(view=without_buttons(message))
        except discord.HTTPException as error:
            log.info("table %d: board %d keeps its buttons: %s", table.id, board, error)


def without_buttons(message: discord.Message) -> Layout:
    """The same message, but its rows of buttons."""
    view = ui.LayoutView.from_message(message, timeout=None)
    assert isinstance(view, ui.LayoutView)
    for item in list(view.walk_children()):
        if isinstance(item, ui.ActionRow) and isinstance(item.parent, ui.Container):
            item.parent.remove_item(item)
        elif isinstance(item, ui.MediaGallery):
            item.items = [_again(media, message.attachments) for media in item.items]
    view.stop()
    return view


def _again(media: discord.MediaGalleryItem, attachments: list[discord.Attachment]) -> discord.MediaGalleryItem:
    """A picture that stays is named by its file: addresses of uploads expire."""
    names = [a.filename for a in attachments if a.filename in media.media.url]
    source = f"attachment://{names[0]}" if names else media.media.url
    return discord.MediaGalleryItem(source, description=media.description)


async def setup(house: House) -> None:
    await house.add_cog(Poster(house))
