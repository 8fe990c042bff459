"""Find out which players, channels, threads and servers are gone.

Discord reports lost servers, channels and threads while the bot is connected; after a start it looks for them. It reports no
members who leave, as the bot has no intent for members, so the bot looks up people whom a table waits for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import suppress
from functools import partial

import discord
from discord.ext import commands

from cogs.background.lost_places import check_place, may_be_lost
from cogs.discord_api.members import has_left
from cogs.discord_api.retry import until_reachable
from cogs.shell.client import Parterre
from db.rows import TableRow
from db.statement import Unsaved
from host.ballots import close_for_absent, review
from host.deadlines import DAY
from host.forgetting import note_back, note_removed
from host.leaving import guild_lost, member_left
from host.log_context import log_about
from host.nudge import people_waited_for
from host.refusal import Refused
from host.table import Table

log = logging.getLogger(__name__)

LOOKUP_PAUSE_SECONDS = 0.5  # between two tables that need requests to Discord after a start


class Presence(commands.Cog):
    """Look up people when it is their turn, and tables when the bot joins or leaves a server."""

    def __init__(self, client: Parterre) -> None:
        self._client = client
        self._waiting: dict[int, None] = {}  # servers to check, in this order
        self._checking = False
        self._looked_up: dict[tuple[int, int, str], float] = {}  # times by table, person and status of the table, oldest first

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        """Find servers that were lost while their shard was not connected; discord.py reports all others as available."""
        self._client.background(until_reachable("servers not looked at", partial(self._find_lost_servers, shard)))

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Check a server after a start, a new connection or an outage, as no event tells what happened there meanwhile."""
        self._waiting[guild.id] = None
        if not self._checking:
            self._checking = True
            self._client.background(self._check_waiting())

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self._check_in_background(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        self._check_in_background(guild.id)

    def _check_in_background(self, guild: int) -> None:
        """Check a server as soon as the database is available; by then the bot may have joined or left it again."""
        self._client.background(until_reachable(f"server {guild} not looked at", partial(self._check_server, guild)))

    async def _find_lost_servers(self, shard: int) -> None:
        """Do without the servers of a shard that discord.py does not know. Nothing is known yet of those of other shards."""
        for guild in await self._client.tables.store.forgetting.servers():
            if self._client.shard_of(guild) == shard and self._client.get_guild(guild) is None:
                await self._lose(guild)

    async def _check_waiting(self) -> None:
        """Check one server after the other, so that a start causes few requests at once."""
        try:
            while self._waiting:
                guild = next(iter(self._waiting))
                del self._waiting[guild]
                with self._client.log_server(guild):
                    await until_reachable(f"server {guild} not looked at", partial(self._check_server, guild))
        finally:
            self._checking = False

    async def _check_server(self, guild: int) -> None:
        await (self._lose if self._client.get_guild(guild) is None else self._check_tables)(guild)

    async def _lose(self, guild: int) -> None:
        store = self._client.tables.store
        await self._at_each([row async for row in store.all_living_in_guild(guild)], guild_lost)
        await store.outbox.forget_given_up(guild)
        await note_removed(store, guild, self._client.tables.now())

    async def _check_tables(self, guild: int) -> None:
        known = self._client.get_guild(guild)
        if known is None or known.unavailable:
            return
        await note_back(self._client.tables.store, guild)
        rows = self._client.tables.store.all_living_in_guild(guild)
        doubtful = [row async for row in rows if row.status == "open" or may_be_lost(known, row)]
        await self._at_each(doubtful, self._check_table)
        self._client.sender.wake()

    async def _check_table(self, table: Table) -> None:
        """Check the places of a table, and the people of an open one."""
        guild = self._client.get_guild(table.position.row.guild)
        if guild is None or guild.unavailable:
            return
        asked = await check_place(self._client, guild, table)
        if table.position.row.status == "open":
            asked |= await self.check_players(table)
        if asked:
            await asyncio.sleep(LOOKUP_PAUSE_SECONDS)

    async def _at_each(self, rows: Iterable[TableRow], work: Callable[[Table], Awaitable[object]]) -> None:
        """Do this at each of these tables, even if it fails at some.

        :raises Unsaved: after all were tried, if the database was unavailable for one.
        """
        unsaved: Unsaved | None = None
        for row in rows:
            for table in await self._client.tables.get_all([row.id]):
                try:
                    await work(table)
                except Unsaved as error:
                    unsaved = error
                except Exception:
                    log.exception("table %d: %s has failed", table.id, work)
        if unsaved is not None:
            raise unsaved

    async def check_players(self, table: Table, *, again: Collection[int] = ()) -> bool:
        """Look up people whom a table waits for, and do without those who left the server.

        Each person is looked up once a day at a table before its start, and once a day after it. A restart forgets this.

        :param again: people to look up although they were looked up today, as they are asked something new.
        :return: whether Discord was asked.
        """
        with log_about(table.id, table.position.seq):
            return await self._check_players(table, again)

    async def _check_players(self, table: Table, again: Collection[int]) -> bool:
        now, asked = self._client.tables.now(), False
        self._forget(now - DAY)
        for person in await people_waited_for(table) if self._can_look_up(table.position.row.guild) else ():
            key = (table.id, person, table.position.row.status)
            if key in self._looked_up and person not in again:
                continue
            self._looked_up.pop(key, None)  # the oldest come first
            self._looked_up[key], asked, done = now, True, False  # before the request, as other tasks may look at the same time
            try:
                done = await self._look_up(table, person)
            finally:
                if not done:  # the next check tries it again
                    self._looked_up.pop(key, None)
        return asked

    def _can_look_up(self, guild: int) -> bool:
        """Return whether Discord may tell who is a member of a server: the bot is there, or another process runs its shard."""
        return self._client.get_guild(guild) is not None or not self._client.is_mine(guild)

    async def _look_up(self, table: Table, person: int) -> bool:
        """Do without a person if they left the server; return False when Discord cannot say whether they did."""
        left = await has_left(self._client, table.position.row.guild, person)
        if left:
            await self._do_without(table, person)
        return left is not None

    async def _do_without(self, table: Table, person: int) -> None:
        """Give the seat of a person who left to others, and settle the questions that waited for them."""
        if table.position.row.status == "open":
            with suppress(Refused):  # the table has started or ended meanwhile
                await self._client.tables.leave(table.id, person)
        elif await member_left(table, person) or await close_for_absent(table, person):
            await review(table)
        self._client.sender.wake()

    def _forget(self, before: float) -> None:
        """Forget people who were looked up before this time."""
        while self._looked_up and (oldest := next(iter(self._looked_up.items())))[1] <= before:
            del self._looked_up[oldest[0]]


async def setup(client: Parterre) -> None:
    client.presence = presence = Presence(client)
    await client.add_cog(presence)
