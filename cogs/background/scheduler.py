"""Do due work once a second and queue its messages; ask Discord for the time while the bot's clock is in doubt."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress

from discord.ext import commands
from discord.http import Route

from cogs.discord_api.poller import Poller
from cogs.operations.clock import DiscordClock, real_time
from cogs.shell.client import Parterre
from db.statement import Unsaved
from host.outages import Outages
from host.scheduler import Hindered, run_due

log = logging.getLogger(__name__)

POLL_SECONDS = 1.0
LAST_NOTE_SECONDS = 2.0  # for the note, at an orderly end, until when the bot was there


class Scheduler(commands.Cog):
    """Give back the time of outages; if this process is the clerk, let time pass for all tables while people can play."""

    def __init__(self, client: Parterre) -> None:
        self._client = client
        self._outages = Outages(client.tables, real_time(client.tables.now), lambda: client.plan.own_range)
        client.once_ready(Poller("Discord's time", self._compare_clocks, pause=POLL_SECONDS).run)
        client.once_ready(Poller("due work", self._run_due, pause=POLL_SECONDS).run)

    async def cog_unload(self) -> None:
        """Note until when the bot was there, for the next start."""
        with suppress(Unsaved, TimeoutError):
            async with asyncio.timeout(LAST_NOTE_SECONDS):
                await self._outages.gateway_lost()

    async def _run_due(self) -> None:
        here, own = await self._note_servers(), self._client.plan.own_range
        if not self._client.is_clerk or (here is None and not own.others):
            return
        elsewhere = await self._outages.find_servers_elsewhere()

        def is_here(guild: int) -> bool:
            return guild in (here or ()) if own.has(guild) else elsewhere(guild)

        try:
            await self._notify(await run_due(self._client.tables, is_here))
        except Hindered as error:
            await self._notify(error.done)
            raise

    async def _note_servers(self) -> frozenset[int] | None:
        """Note which servers of this process are there, and return them; None while the gateway is disconnected."""
        if not self._client.connected:
            if await self._outages.gateway_lost():
                log.info("the gateway is disconnected: due work waits until it is back")
            return None
        hears_of = self._client.hears_of
        here = frozenset(guild.id for guild in self._client.guilds if not guild.unavailable and hears_of(guild.id))
        await self._outages.gateway_heard(here)
        return here

    async def _compare_clocks(self) -> None:
        """Request something from Discord, as its answer tells the time, while the bot's clock is in doubt."""
        now = self._client.tables.now
        if self._client.connected and isinstance(now, DiscordClock) and now.in_doubt:
            await self._client.http.request(Route("GET", "/gateway"))

    async def _notify(self, done: Iterable[int]) -> None:
        """Have the messages of these tables sent, and look for the people who are to move now."""
        for table in done:
            self._client.sender.wake()
            self._client.background(self._client.presence.check_players(await self._client.tables.get(table)))


async def setup(client: Parterre) -> None:
    await client.add_cog(Scheduler(client))
