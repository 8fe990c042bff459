"""/import: a record from a file, checked line by line, as a replay. Nothing of it is stored."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from hashlib import sha256

import discord
from discord import app_commands
from discord.ext import commands

from cogs.discord_api.errors import UNREACHABLE
from cogs.play.film_message import count_line, film_picture, show_film
from cogs.play.films import Film
from cogs.play.replay import films_of
from cogs.shell.answer import Answer, private
from cogs.shell.audience import reader_of
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, layout, note
from cogs.shell.respond import answers
from cogs.shell.words import describe, word
from host.quotas import Quotas
from host.records import ImportedGame, import_game
from host.refusal import Refused
from rules.text import joined, say

log = logging.getLogger(__name__)

MEGABYTE = 10**6
RECORD_LIMIT_MB = 4  # the longest games have records of 0.6 MB
DOWNLOAD_SECONDS = 30.0
TOO_LARGE = say("This file is too large. A record has at most {most} MB.", most=RECORD_LIMIT_MB)
NOT_FETCHED = say("The file could not be fetched from Discord. Please attach it again.")
FAILED = say("The replay could not be drawn. Please try again.")
FROM_FILE = say("-# All names come from the file. Anybody can change them there.")


class RecordImport(commands.Cog):
    """The command /import. It checks one record at a time, as a long one takes seconds."""

    def __init__(self) -> None:
        self._checking = asyncio.Lock()

    @app_commands.command(
        name=word("command", "import"), description=word("description", "Check a record and show it as an animation")
    )
    @describe(file=word("description", "The record, a file that ends in .jsonl"))
    @answers()
    async def import_record(self, i: Interaction, file: discord.Attachment) -> Answer:
        tables, guild = i.client.tables, i.guild_id
        assert guild is not None
        _require_small(file.size)
        await (await Quotas.of(tables.store, guild, tables.now())).use("replays", i.user.id)  # also counts files that are refused
        data = await _fetch(file)
        async with self._checking:
            found = await asyncio.to_thread(import_game, data)
        digest, teller = sha256(data).hexdigest(), reader_of(i, found.names).teller
        film = films_of(i.client).make(digest, f"record {digest[:8]}", found.game, lambda: found.turns, teller)
        return await show_film(i, private, film, partial(_finished, found, film))


def _require_small(size: int) -> None:
    if size > RECORD_LIMIT_MB * MEGABYTE:
        raise Refused(TOO_LARGE)


async def _fetch(file: discord.Attachment) -> bytes:
    """Return the content of a file.

    :raises Refused: when Discord does not send it, or sends more than it has announced.
    """
    try:
        async with asyncio.timeout(DOWNLOAD_SECONDS):
            data = await file.read()
    except UNREACHABLE as error:
        log.info("a record is not fetched: %r", error)
        raise Refused(NOT_FETCHED) from None
    _require_small(len(data))
    return data


async def _finished(found: ImportedGame, film: Film) -> Layout:
    """Return the finished replay, or a sentence if it failed."""
    if error := film.making.exception():
        log.error("no replay of a record", exc_info=error)
        return note(FAILED)
    shown = film_picture("record.gif", film, found.game, found.turns[-1].view)
    head = joined("\n", say("**{game}** · a record", game=found.game.title), count_line(film))
    return layout(head, shown, FROM_FILE, names=found.names)


async def setup(client: Parterre) -> None:
    await client.add_cog(RecordImport())
