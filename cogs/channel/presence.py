"""Who is still there: people who leave the server, and the bot when it is removed from one. No event tells of people."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial

import discord
from discord.ext import commands

from cogs.channel.patience import in_the_end
from cogs.shell.client import Parterre
from cogs.shell.discord_errors import UNREACHABLE, Kind, classify
from db.rows import TableRow
from db.statement import Unsaved
from host.ballots import review
from host.deadlines import DAY
from host.leaving import find_again, forsake, gone
from host.log_context import working
from host.table import Table

log = logging.getLogger(__name__)


class Presence(commands.Cog):
    """Looks people up when it is their turn, and tables when the bot comes or goes."""

    def __init__(self, client: Parterre) -> None:
        self._client = client
        self._looked_up: dict[tuple[int, int], float] = {}  # by table and person, oldest first

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """What happened while the bot was not connected."""
        self._client.background(in_the_end("servers not looked at", self._look_at_all))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self._look_at_in_the_end(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        self._look_at_in_the_end(guild.id)

    def _look_at_in_the_end(self, guild: int) -> None:
        """Look at a server as soon as the database can be asked; by then the bot may have come or gone once more."""
        self._client.background(in_the_end(f"server {guild} not looked at", partial(self._look_at, guild)))

    async def _look_at_all(self) -> None:
        for guild in await self._client.tables.store.guilds():
            await self._look_at(guild)

    async def _look_at(self, guild: int) -> None:
        await (self._lose if self._client.get_guild(guild) is None else self._find)(guild)

    async def _lose(self, guild: int) -> None:
        store = self._client.tables.store
        await self._at_each([row async for row in store.all_living_in_guild(guild)], forsake)
        await store.outbox.forget_given_up(guild)

    async def _find(self, guild: int) -> None:
        rows = self._client.tables.store.all_living_in_guild(guild)
        await self._at_each([row async for row in rows if row.paused is not None], find_again)
        self._client.payer.wake()

    async def _at_each(self, rows: Iterable[TableRow], work: Callable[[Table], Awaitable[object]]) -> None:
        """Do this at these tables; one where it fails does not stand in the way of the others.

        :raises Unsaved: if the database hindered it at one, after all were tried.
        """
        unsaved: Unsaved | None = None
        for row in rows:
            for table in await self._client.tables.those([row.id]):
                try:
                    await work(table)
                except Unsaved as error:
                    unsaved = error
                except Exception:
                    log.exception("table %d: %s has failed", table.id, work)
        if unsaved is not None:
            raise unsaved

    async def look_after(self, table: Table) -> None:
        """Look up those who are to act, each once a day; a stand-in plays for who has left the server."""
        at, now = table.position, self._client.tables.now()
        guild = self._client.get_guild(at.row.guild)
        self._forget(now - DAY)
        for seat in filter(lambda seat: seat.is_person, at.to_act) if guild else ():
            key = (table.id, seat.person)
            left = await has_left(guild, seat.person) if guild and key not in self._looked_up else None
            if left is not None:
                self._looked_up[key] = now
            if left and await gone(table, seat.person):
                await review(table)
                self._client.payer.wake()

    def _forget(self, before: float) -> None:
        """Those who were looked up before; however many there are, only the oldest are asked about."""
        while self._looked_up and (oldest := next(iter(self._looked_up.items())))[1] <= before:
            del self._looked_up[oldest[0]]


async def has_left(guild: discord.Guild, person: int) -> bool | None:
    """Is this person no member any more, or no user at all? None when Discord cannot say."""
    try:
        await guild.fetch_member(person)
    except UNREACHABLE as error:
        log.info("person %d of server %d: %s", person, guild.id, error)
        verdict = classify(error)
        return True if verdict.kind is Kind.MISSING and verdict.reason == "person" else None
    return False


async def look_after(client: Parterre, table: Table) -> None:
    """Has anyone who is to act left the server?"""
    cog = client.get_cog("Presence")
    assert isinstance(cog, Presence)
    with working(table.id, table.position.seq):
        await cog.look_after(table)


async def setup(client: Parterre) -> None:
    await client.add_cog(Presence(client))
