"""Run the bot until it is stopped, on Discord or on another server that speaks its API."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from cogs import VERSION
from cogs.discord_api.retry import until_reachable
from cogs.discord_api.shards import REFUSED_COUNT, ShardPlan
from cogs.monitoring.service import Service
from cogs.operations.clock import discord_clock
from cogs.operations.drawing import Drawing
from cogs.operations.exits import CannotStart, Exit
from cogs.operations.logs import set_up_logging
from cogs.operations.processes import agree_on_settings, wait_for_range
from cogs.operations.settings import (
    drawing_processes,
    log_format,
    log_level,
    metrics_address,
    other_server,
    ranges,
    require_fitting_ranges,
    shards,
    shows_emojis,
    tables_in_memory,
    worker_processes,
)
from cogs.shell.client import Parterre
from cogs.shell.loading import keep_loaded
from db.engines import Sharing
from db.errors import Unusable
from db.roles import range_role
from db.store import Store
from host.tables import Tables
from host.workers import Workers, preload

WRONG_TOKEN = 4004  # the code with which Discord closes a connection
WORKER_MODULES = ("bot", "render", "players.decision", "players.hint", "cogs.operations.logs")  # that all workers need


def use_server(api: str, gateway: str) -> None:
    """Use another server that speaks Discord's API.

    :param api: address of its HTTP API.
    :param gateway: address of its gateway.
    """
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)


def seeded_dealer() -> Random | None:
    """Return a dealer that draws the same in every game, for tests and demonstrations; None on Discord itself."""
    seed = os.environ.get("PARTERRE_SEED", "")
    return Random(int(seed)) if seed.isdecimal() and os.environ.get("PARTERRE_API") else None


async def unless_taken_over(store: Store, work: Coroutine[Any, Any, None]) -> None:
    """Do the work, and end it when another process has taken the place of this one.

    :raises CannotStart: in that case.
    """
    working, losing = asyncio.ensure_future(work), asyncio.ensure_future(store.until_taken_over())
    try:
        await asyncio.wait({working, losing}, return_when=asyncio.FIRST_COMPLETED)
        if losing.done():
            raise CannotStart(losing.result(), Exit.DATABASE_IN_USE)
        await working
    finally:
        losing.cancel()
        working.cancel()
        await asyncio.wait({working, losing})


async def serve(token: str, database: Path | str, *, standby: bool = False, ahead: bool = False) -> None:
    """Run the bot until it is cancelled.

    :param standby: wait while another process uses the file of the database. On a server that goes without saying.
    :param ahead: bring a server's database up to date although other processes use it.
    :raises CannotStart: when a setting, the database or the token is wrong, or another process takes the place of this one.
    """
    if other := other_server():
        use_server(*other)
    limit, emojis, wanted, parts = tables_in_memory(), shows_emojis(), shards(), ranges()
    require_fitting_ranges(database)
    preload(*WORKER_MODULES)
    log_alike = partial(set_up_logging, log_level(), log_format())
    workers, drawing = Workers(worker_processes(), prepare=log_alike), Drawing(drawing_processes(), log_alike)

    async def play() -> None:
        roles, tables = store.roles, Tables(store, limit, seeded_dealer(), discord_clock(), workers)
        await agree_on_settings(roles, token, parts, wanted)
        await play_on(tables, drawing, service, token, ShardPlan(wanted, ranges=parts, roles=roles), emojis=emojis)

    async with (
        Service.running(metrics_address()) as service,
        open_store(database, Sharing(VERSION, ahead, service.stand_by), standby=standby) as store,
    ):
        try:
            with closing(workers), closing(drawing):
                await unless_taken_over(store, play())
        finally:
            await service.leave_database()


async def play_on(tables: Tables, drawing: Drawing, service: Service, token: str, plan: ShardPlan, *, emojis: bool) -> None:
    """Stay connected to Discord until this is cancelled, and reconnect after each loss.

    :raises CannotStart: when Discord does not know the token, or does not accept the number of shards.
    """
    service.measure(tables)
    roles = tables.store.roles
    held = [0] if roles.alone else []  # the range of this process, once it has one

    async def connected() -> None:
        async with Parterre(tables, drawing, emojis=emojis, plan=plan) as client:
            client.once_ready(keep_loaded)  # the servers are there then
            if held:
                service.watch(client)
            try:
                await client.login(token)  # also to stand by, so that a takeover is quick
                if not held:
                    held.append(await wait_for_range(roles, plan.ranges, service.stand_by))
                    service.watch(client)
                client.use_range(*held)
                await keep_loaded()
                await client.connect()
            except asyncio.CancelledError:
                service.end()
                raise
            except discord.ConnectionClosed as error:
                if error.code == WRONG_TOKEN:  # it was made anew while the bot ran
                    raise discord.LoginFailure from error
                if error.code not in REFUSED_COUNT:
                    raise
                raise plan.refused() from error

    try:
        await until_reachable("no connection to Discord", connected)
    except discord.LoginFailure as error:
        raise CannotStart("Discord does not know this DISCORD_TOKEN. Copy it again from the developer portal.") from error
    finally:  # now, as the processes that draw and think take a while to end
        for number in held:
            await roles.give_up(range_role(number))


@asynccontextmanager
async def open_store(database: Path | str, shared: Sharing, *, standby: bool) -> AsyncGenerator[Store]:
    """Yield the opened database, which other processes may share if it is on a server.

    :raises CannotStart: when it cannot be opened.
    """
    try:
        store = await Store.open(database, standby=standby, shared=shared)
    except Unusable as error:
        raise CannotStart.by(error) from error
    try:
        yield store
    finally:
        await store.close()
