"""Edit messages of tables, and archive the threads that they stand in or wake them; threads are never locked."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import discord
from discord import ui

from cogs.discord_api.errors import ARCHIVED, Kind, classify
from cogs.sender.kinds import sends
from cogs.shell.client import Parterre
from cogs.shell.components import Layout, Picture
from cogs.shell.message import carry_message
from db.rows import OutboxRow
from rules.text import say

log = logging.getLogger(__name__)

MOVED = {  # by the reason of Discord's refusal: a sentence for a table that goes on in its channel
    "deleted": say("The thread of this table was deleted, so the game continues here."),
    "locked": say("The thread of this table is locked, so the game continues here."),
    "threads": say("This server has too many active threads to open this table's again, so the game continues here."),
}


class Posted(NamedTuple):
    """A message of the bot: the ids of its server, its place and itself, and the language that it is written in."""

    guild: int
    place: int
    message: int
    language: str


class Kept(discord.Attachment):
    """A file, known by its id alone, that a message keeps when it is edited."""

    def __init__(self, number: int) -> None:
        self.id = number

    def to_dict(self) -> Any:
        return {"id": self.id}


async def edit_message(
    client: Parterre,
    posted: Posted,
    shown: Layout,
    *,
    kept: Sequence[int] | None = None,
    mark: int | None = None,
) -> None:
    """Edit a message of the bot, and ping nobody.

    An archived thread is woken for it. If Discord takes no picture in an edit, only the words change.

    :param kept: the ids of the files that the message keeps and ``shown`` names; None: its pictures are uploaded again.
    :param mark: the mark that the message bears, as in `cogs.sender.marked`.
    :raises discord.HTTPException: as Discord refuses it.
    """
    guild, place, message, language = posted
    found = client.get_partial_messageable(place, guild_id=guild).get_partial_message(message)

    async def edit(view: ui.LayoutView, uploads: list[discord.File]) -> None:
        files = uploads if kept is None else [Kept(number) for number in kept]
        await found.edit(view=view, allowed_mentions=discord.AllowedMentions.none(), attachments=files)

    words = replace(shown, parts=tuple(part for part in shown.parts if not isinstance(part, Picture)))
    try:
        await carry_message(client, shown, edit, language=language, mark=mark, guild=guild)
    except discord.HTTPException as error:
        if error.code == ARCHIVED:
            await set_archived(client, place, archived=False)
            await carry_message(client, shown, edit, language=language, mark=mark, guild=guild)
        elif classify(error).kind is Kind.MALFORMED and kept is None and words != shown:
            log.warning("message %d is edited without its picture: %s", message, error)
            await carry_message(client, words, edit, language=language, mark=mark, guild=guild)
        else:
            raise


async def set_archived(client: Parterre, thread: int, *, archived: bool) -> None:
    """Archive a thread or wake it; any other channel stays as it is.

    :raises discord.HTTPException: as Discord refuses it.
    """
    found = await client.fetch_channel(thread)
    if isinstance(found, discord.Thread) and found.archived is not archived:
        await found.edit(archived=archived)


@sends("archive")
async def archive_thread(client: Parterre, row: OutboxRow) -> None:
    """Archive the own thread of a table that has been over for a while, unless another table lives there."""
    assert row.table is not None
    now = (await client.tables.get(row.table)).position.row
    if now.status == "over" and now.place != now.channel and not await client.tables.living_in(now.place):
        await set_archived(client, now.place, archived=True)
