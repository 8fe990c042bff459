"""Bring rows that earlier versions stored into today's form, once, while people play."""

from __future__ import annotations

from functools import partial

from discord.ext import commands

from cogs.discord_api.retry import until_reachable
from cogs.shell.client import Parterre
from host.season_totals import fill_totals
from host.stored_names import replace_names
from host.stored_results import fill_results


class Upgrade(commands.Cog):
    """Run the upgrades of rows that need the rules; a restart continues with the rest."""

    def __init__(self, client: Parterre) -> None:
        self._client = client
        client.once_clerk(partial(until_reachable, "stored rows are not upgraded yet", self._run))

    async def _run(self) -> None:
        tables = self._client.tables
        await fill_results(tables.store)
        await fill_totals(tables.store)
        await replace_names(tables.store, tables.now())


async def setup(client: Parterre) -> None:
    await client.add_cog(Upgrade(client))
