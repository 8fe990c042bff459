"""Serve liveness, readiness and metrics over HTTP, on a port of their own."""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Coroutine
from math import nan
from typing import Any

from aiohttp import web
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from cogs.operations.clock import DiscordClock, describe_difference
from cogs.operations.exits import CannotStart, Exit
from cogs.operations.metrics import (
    CHANNELS,
    COMMANDS,
    CONNECTED,
    GIVEN_UP,
    GUILDS,
    LATENCY,
    OUTBOX_AGE,
    OUTBOX_ROWS,
    REGISTRY,
    ROLE,
    TABLES,
    LogCounter,
)
from cogs.operations.settings import Address
from cogs.shell.client import Parterre
from db.roles import CLERK, range_role

log = logging.getLogger(__name__)

DATABASE_TIMEOUT_SECONDS = 3.0
STANDS_BY = "stand-by"  # label of a process that has no role
STUCK_LOOP_SECONDS = 10.0  # without a tick, the event loop counts as stuck


class Health:
    """Serve ``/livez``, ``/readyz`` and ``/metrics``; ``client`` is the bot while one is connected.

    ``stands_by``: this process waits for others that do its work.
    """

    def __init__(self) -> None:
        self.client: Parterre | None = None
        self.ending = self.stands_by = False
        self._ticked = asyncio.get_running_loop().time()
        self._writing: asyncio.Task[None] | None = None
        self._asking = set[asyncio.Task[None]]()  # of the database
        app = web.Application()
        app.add_routes([web.get("/livez", self._live), web.get("/readyz", self._ready), web.get("/metrics", self._metrics)])
        self._counter = LogCounter()
        self._runner = web.AppRunner(app, access_log=None)

    @classmethod
    async def start(cls, address: Address) -> Health:
        """Return a server that listens at this address.

        :raises CannotStart: when the address cannot be used.
        """
        health = cls()
        logging.getLogger().addHandler(health._counter)
        await health._runner.setup()
        try:
            await web.TCPSite(health._runner, *address).start()
        except OSError as error:
            await health.close()
            raise _cannot_listen(address, error) from error
        host, port, *_ = health._runner.addresses[0]
        log.info("health and metrics at http://%s:%d", f"[{host}]" if ":" in host else host, port)
        return health

    async def close(self) -> None:
        logging.getLogger().removeHandler(self._counter)
        await self._runner.cleanup()

    async def leave_database(self) -> None:
        """Ask nothing of the database from now on, and cancel pending questions."""
        self.client = None
        while self._asking:
            for task in self._asking:
                task.cancel()
            await asyncio.wait(self._asking)

    def tick(self) -> None:
        """Note that the event loop is running."""
        self._ticked = asyncio.get_running_loop().time()

    async def _live(self, _: web.Request) -> web.Response:
        late = asyncio.get_running_loop().time() - self._ticked
        return _response("" if late < STUCK_LOOP_SECONDS else f"the event loop has not ticked for {late:.0f} s")

    async def _ready(self, _: web.Request) -> web.Response:
        return _response(await self._unready(), _shards(self.client), _difference(self.client))

    async def _unready(self) -> str:
        """Return why the bot cannot answer everybody now; empty if it can."""
        client = self.client
        if self.ending:
            return "the program ends"
        if client is None:
            return "the program stands by for other processes" if self.stands_by else "the program starts"
        if client.is_closed() or not client.connected:
            return "no connection to Discord"
        if len(client.heard_shards) != len(client.own_shards):
            return "not all shards are connected"
        try:
            await self._write(client)
        except Exception as error:  # after any error nothing can be saved now
            log.warning("the database cannot be written: %r", error)
            return "the database cannot be written"
        return ""

    async def _write(self, client: Parterre) -> None:
        """Write to the database once for all requests that ask at the same time.

        :raises TimeoutError: when it takes long; the write goes on nevertheless.
        """
        if self._writing is None or self._writing.done():
            self._writing = self._ask(client.tables.store.counts.check_writable())
        writing = self._writing
        await asyncio.wait({writing}, timeout=DATABASE_TIMEOUT_SECONDS)
        if not writing.done():
            raise TimeoutError
        writing.result()

    def _ask(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task that uses the database, to be cancelled by `leave_database`."""
        task = asyncio.create_task(work)
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())  # read it even if nobody waits any more
        return task

    async def _metrics(self, _: web.Request) -> web.Response:
        for each in (TABLES, OUTBOX_ROWS, OUTBOX_AGE):
            each.clear()
        GIVEN_UP.set(nan)  # until it is counted
        self._tell_roles()
        if self.client is not None:
            _count_gateway(self.client)
            try:
                async with asyncio.timeout(DATABASE_TIMEOUT_SECONDS):
                    await self._ask(_count_rows(self.client))
            except Exception as error:  # the other metrics are served all the same
                log.warning("cannot count the rows of the database: %r", error)
        body = await asyncio.to_thread(generate_latest, REGISTRY)  # it reads files of /proc
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})

    def _tell_roles(self) -> None:
        ROLE.clear()
        if self.client is None:
            ROLE.labels(STANDS_BY).set(self.stands_by)
            return
        sure = self.client.tables.store.roles.sure
        ROLE.labels(range_role(self.client.plan.range_number)).set(sure)
        ROLE.labels(CLERK).set(sure and self.client.is_clerk)


def _response(trouble: str, *notes: str) -> web.Response:
    text = "".join(f"{line}\n" for line in (trouble or "ok", *notes) if line)
    return web.Response(text=text, status=503 if trouble else 200)


def _shards(client: Parterre | None) -> str:
    """Return how many shards are connected out of how many; nothing before Discord has been asked for the number."""
    if client is None or not client.own_shards:
        return ""
    return f"shards connected: {len(client.heard_shards)} of {len(client.own_shards)}"


def _difference(client: Parterre | None) -> str:
    """Return how the machine's clock differs from Discord's; nothing while the bot uses it."""
    now = client.tables.now if client is not None else None
    return describe_difference(now.difference) if isinstance(now, DiscordClock) and now.difference else ""


def _cannot_listen(address: Address, error: OSError) -> CannotStart:
    where = f"port {address.port} of {address.host}"
    if error.errno == errno.EADDRINUSE:
        return CannotStart(f"PARTERRE_METRICS: {where} is used by a program that runs already. Choose another.", Exit.PORT_IN_USE)
    return CannotStart(f"PARTERRE_METRICS: {where} cannot be listened on ({error.strerror}).")


def _count_gateway(client: Parterre) -> None:
    GUILDS.set(len(client.guilds))
    CHANNELS.set(sum(len(guild.channels) for guild in client.guilds))
    COMMANDS.set(sum(1 for _ in client.tree.walk_commands()))
    for gauge in (CONNECTED, LATENCY):
        gauge.clear()  # the number of shards may have changed
    for shard in client.own_shards:
        CONNECTED.labels(str(shard)).set(shard in client.heard_shards)
    for shard, latency in client.latencies:
        LATENCY.labels(str(shard)).set(latency)


async def _count_rows(client: Parterre) -> None:
    now, counts = client.tables.now(), client.tables.store.counts
    for status, count in (await counts.tables()).items():
        TABLES.labels(status).set(count)
    for pending in await counts.pending():
        OUTBOX_ROWS.labels(pending.kind).set(pending.rows)
        OUTBOX_AGE.labels(pending.kind).set(0.0 if pending.since is None else max(0.0, now - pending.since))
    GIVEN_UP.set(await counts.given_up())
