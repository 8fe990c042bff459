"""The bot that all cogs share, and the short names they use."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import COGS, errors
from cogs.board import cover
from cogs.sight import may_see
from cogs.translator import Translator
from host.position import NO_TABLE
from host.refusal import Refused
from host.table import Table
from host.tables import LIVING, Tables
from rules import GAMES

if TYPE_CHECKING:
    from cogs.notices import Notices
    from cogs.poster import Poster

log = logging.getLogger(__name__)
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here


class Tree(app_commands.CommandTree["House"]):
    """Slash commands; whatever goes wrong in one is told to the person who used it."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        await errors.explain(interaction, error)


class House(commands.Bot):
    """Parterre on Discord: minimal intents, no caches of people, nothing pinged unless a message says so."""

    def __init__(self, tables: Tables, stamp: Path | None = None) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            chunk_guilds_at_startup=False,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30,
        )
        self.tables = tables
        self._stamp = stamp

    @property
    def poster(self) -> Poster:
        """The cog that pays what the channels are owed."""
        cog = self.get_cog("Poster")
        assert cog is not None
        return cog  # type: ignore[return-value]

    @property
    def notices(self) -> Notices:
        """The cog that pays what else people are owed."""
        cog = self.get_cog("Notices")
        assert cog is not None
        return cog  # type: ignore[return-value]

    async def load_cogs(self) -> None:
        """Load every cog and the languages of its commands; needs no connection."""
        await self.tree.set_translator(Translator())
        for name in COGS:
            await self.load_extension(f"cogs.{name}")

    async def setup_hook(self) -> None:
        await self.load_cogs()
        await self._warm()
        await self._sync()
        await self.poster.pay_all()

    async def _warm(self) -> None:
        """Paint the sprites of the games that are being played, before anyone waits for them."""
        played = await self.tables.store.games(LIVING)
        await asyncio.gather(*(asyncio.to_thread(cover, key, max(GAMES[key].seats)) for key in played if key in GAMES))

    async def on_ready(self) -> None:
        log.info("ready as %s in %d servers", self.user, len(self.guilds))

    async def told_commands(self) -> list[dict[str, Any]]:
        """Our commands as Discord is told them, in all languages."""
        assert self.tree.translator is not None
        return [await command.get_translated_payload(self.tree, self.tree.translator) for command in self.tree.get_commands()]

    async def _sync(self) -> None:
        """Tell Discord our commands, but only when they have changed: creations are rationed by the day."""
        told = json.dumps(await self.told_commands(), sort_keys=True)
        digest = hashlib.sha256(f"{self.application_id}{told}".encode()).hexdigest()
        if self._stamp and self._stamp.exists() and self._stamp.read_text() == digest:
            return
        await self.tree.sync()
        if self._stamp:
            self._stamp.write_text(digest)


Interaction = discord.Interaction[House]


async def table_of(interaction: Interaction, table: int) -> Table:
    """The table with this id, if this person may see it here; refusals that follow know it and its people's names."""
    found = await interaction.client.tables.get(table)
    own = interaction.guild_id is None and found.seat_of(interaction.user.id) is not None  # clicked in a direct message
    if not own and not may_see(interaction, found.row):
        raise Refused(NO_TABLE)
    interaction.extras["table"] = found.id
    interaction.extras["names"] = found.names
    return found
