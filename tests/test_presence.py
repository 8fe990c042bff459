"""The bot is removed from a server: while its database is away, or while it hears of other servers alone."""

from __future__ import annotations

from random import Random
from typing import Any

import discord

from cogs.background.presence import Presence
from cogs.shell.client import Parterre
from db.store import Store
from host.tables import Tables
from tests.manual_clock import ManualClock
from tests.people import start_table
from tests.server import Server
from tests.test_server_away import again
from trials.waiting import wait_until


async def test_server_of_a_shard_without_news_is_not_lost(tables: Tables) -> None:
    table = await start_table(tables, 2)
    client = Parterre(tables)
    client.shard_count = 2
    own = client.shard_of(table.position.row.guild)

    async def looked_at(shard: int) -> bool:
        await Presence(client).on_shard_ready(shard)
        await wait_until(lambda: not client._tasks)  # pyright: ignore[reportPrivateUsage]
        return table.position.row.paused is not None

    assert not await looked_at(1 - own)
    assert await looked_at(own)
    await client.close()


async def test_a_lost_server_is_noticed_when_the_database_is_back(server: Server) -> None:
    store = await Store.open(server.address(server.new()))
    tables = Tables(store, random=Random(1), now=ManualClock())
    table = await start_table(tables, 2)
    client = Parterre(tables)
    lost: Any = discord.Object(table.position.row.guild)
    server.stop()
    try:
        await Presence(client).on_guild_remove(lost)
    finally:
        server.start()
    await again(store)

    async def pauses() -> bool:
        return (await tables.get(table.id)).position.row.paused is not None

    await wait_until(pauses)
    await client.close()
    await store.close()
