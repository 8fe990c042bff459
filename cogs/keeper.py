"""Looks every second what is due by now, and lets it be told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from discord.ext import commands

from cogs.ballots import show_closed
from cogs.house import House
from cogs.lobby_message import refresh_lobby
from cogs.presence import look_after
from host.keeper import look

log = logging.getLogger(__name__)

PAUSE = 1.0  # seconds between two looks
LONGER = 30.0  # after one that has failed


class Keeper(commands.Cog):
    """Time passes for all tables; also while the house was stopped."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tasks: set[asyncio.Task[None]] = set()
        self._looking = False

    async def cog_unload(self) -> None:
        for task in self._tasks:
            task.cancel()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        if not self._looking:  # Discord says it after each loss of the connection
            self._looking = True
            self._spawn(self._look_on())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look_on(self) -> None:
        while True:
            try:
                await self._look()
                await asyncio.sleep(PAUSE)
            except Exception:  # time must not stop
                log.exception("a look has failed")
                await asyncio.sleep(LONGER)

    async def _look(self) -> None:
        for table in await look(self._house.tables):
            self._spawn(self._tell(table))
        await self._house.notices.pay_all()
        await show_closed(self._house)

    async def _tell(self, table: int) -> None:
        """Let the channel see what has happened at a table."""
        found = await self._house.tables.get(table)
        if found.row.status == "cancelled":
            await refresh_lobby(self._house, found)
            return
        self._house.poster.owe(table)
        await look_after(self._house, found)


async def setup(house: House) -> None:
    await house.add_cog(Keeper(house))
