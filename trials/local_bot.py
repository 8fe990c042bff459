"""Run the bot and a sandbox in this process, without sockets and in virtual time."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from email.utils import formatdate
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
from discord.http import Route

from cogs.discord_api.shards import ShardPlan
from cogs.operations.clock import DiscordClock
from cogs.operations.drawing import Drawing
from cogs.operations.logs import TextFormatter
from cogs.shell.client import Parterre
from cogs.shell.languages import Languages
from db.store import Store
from host.tables import Tables
from render import Sketch
from sandbox.gateway import Hear
from sandbox.kinds import Json
from sandbox.server import Sandbox
from sandbox.shards import Shard
from trials.inline import InlineDrawing, InlineWorkers, Power, draw_small, open_inline
from trials.transport import SandboxSession

NOWHERE = "http://127.0.0.1:9"  # the address of a sandbox without a network


@cache
def known_languages(folder: Path | None = None) -> Languages:
    """Return the languages of a folder, or those of the house, read once for all bots."""
    return Languages.load(folder)


class LogLines(logging.Handler):
    """Keep the lines of the log, in the format of the program."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(TextFormatter())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class LocalBot:
    """A bot for journeys that shares the process of the test, so nobody can give it settings."""

    def __init__(self, sandbox: Sandbox, folder: Path, seed: str = "") -> None:
        self.sandbox = sandbox
        self.seed = seed  # of the dealer; empty: real chance
        self.emojis = False  # are pieces shown as emojis?
        self.shards = 1
        self.ranges = 1  # into which the shards are divided; the bot connects the first
        self.late_shards = frozenset[int]()  # those that `start` does not connect
        self.languages: Path | None = None  # the folder of their catalogues; none: the house's
        self.folder = folder
        self.database = folder / "parterre.sqlite3"
        self._client: Parterre | None = None
        self._power = Power()
        self._heard = LogLines()
        self._ears: dict[int, Hear] = {}  # by shard: the function that hears its events

    @property
    def running(self) -> bool:
        return self._client is not None

    @property
    def tables(self) -> Tables:
        """Return the tables of the running bot, to change them as another process on the same database would."""
        assert self._client is not None
        return self._client.tables

    @property
    def log(self) -> str:
        """Return the lines that the bot logged since `clear_log`."""
        return "\n".join(self._heard.lines)

    def draw(self, sketch: Sketch) -> bytes:
        """Return the file that the bot sends of a sketch."""
        return draw_small(sketch)

    def clear_log(self) -> None:
        """Forget what the bot wrote until now."""
        self._heard.lines.clear()

    async def open_store(self) -> Store:
        """Open the database, for a journey that prepares it before the bot starts."""
        return Store(await open_inline(self.database))

    async def start(self) -> None:
        """Start the bot, and wait until its commands are known, and until it is ready unless some shards are late."""
        root = logging.getLogger()
        root.addHandler(self._heard)
        root.setLevel(min(root.level, logging.INFO))
        self._power = Power()
        tables = self.tables_in(Store(await open_inline(self.database, self._power)))
        plan, languages = ShardPlan(ranges=self.ranges), known_languages(self.languages)
        self._client = client = Parterre(tables, self.drawing(), emojis=self.emojis, languages=languages, plan=plan)
        client.load_extension = self._load  # type: ignore[method-assign]
        client.http.static_login = self._log_in  # type: ignore[method-assign]
        self.sandbox.world.session_starts.recommended = self.shards
        await client.login(self.sandbox.token)
        state = client._connection  # type: ignore[reportPrivateUsage]
        state.shard_count, state.shard_ids = self.shards, list(client.own_shards)
        for shard in sorted({*state.shard_ids} - self.late_shards):
            self.connect_shard(shard)
        await self.sandbox.wait_commands()
        if not self.late_shards:
            await client.wait_until_ready()

    def connect_shard(self, shard: int) -> None:
        """Let a shard hear events in a new session."""
        assert self._client is not None
        self._ears[shard] = partial(self._hear, self._client)
        self.sandbox.gateway_state.attach(self._ears[shard], self._client.intents.value, Shard(shard, self.shards))

    def disconnect_shard(self, shard: int) -> None:
        """Break the connection of a shard; `connect_shard` brings it back."""
        assert self._client is not None
        self.sandbox.gateway_state.detach(self._ears.pop(shard))
        self._client.dispatch("shard_disconnect", shard)

    def tables_in(self, store: Store) -> Tables:
        """Return the tables of a database, with the clock and the dealer of this bot."""
        world, dealer = self.sandbox.world, Random(int(self.seed)) if self.seed else None
        now = DiscordClock(lambda: world.now() - world.ahead, asyncio.get_running_loop().time, lambda: world.ahead)
        return Tables(store, random=dealer, now=now, workers=InlineWorkers())

    def drawing(self) -> Drawing:
        """Return the object that draws the pictures of this bot, in this process."""
        return InlineDrawing()

    def session(self, trace: aiohttp.TraceConfig) -> SandboxSession:
        """Return the connection of this bot to the sandbox."""
        world = self.sandbox.world
        return SandboxSession(self.sandbox.rest, trace, lambda: formatdate(world.now(), usegmt=True), self._power)

    async def stop(self) -> None:
        """End the bot in good order."""
        if self._client is None:
            return
        await self._client.close()
        await self._leave(self._client)

    async def kill(self) -> None:
        """End the bot as a power cut would: its tasks end where they wait, and only what it saved is left."""
        assert self._client is not None
        self._power.cut()
        for task in self._client._under_way():  # type: ignore[reportPrivateUsage]
            task.cancel()
        await self._leave(self._client)

    async def _leave(self, client: Parterre) -> None:
        """Leave Discord, the database and the log."""
        self._client = None
        while self._ears:
            self.sandbox.gateway_state.detach(self._ears.popitem()[1])
        client.drawing.close()
        client.tables.workers.close()
        await client.tables.store.close()
        logging.getLogger().removeHandler(self._heard)

    async def _log_in(self, token: str) -> Any:
        """Do what `discord.http.HTTPClient.static_login` does, with another kind of session."""
        assert self._client is not None
        http = self._client.http
        assert http.http_trace is not None
        session = self.session(http.http_trace)
        setattr(http, "_HTTPClient__session", session)  # noqa: B010 - a name that is private to another class
        http._global_over = asyncio.Event()  # type: ignore[reportPrivateUsage]
        http._global_over.set()  # type: ignore[reportPrivateUsage]
        http.token = token
        return await http.request(Route("GET", "/users/@me"))

    async def _load(self, name: str) -> None:
        """Load an extension without running its module anew, as discord.py would for each bot."""
        await import_module(name).setup(self._client)

    def _hear(self, client: Parterre, event: str, data: Json) -> None:
        """Hear an event soon, as over a network."""
        asyncio.get_running_loop().call_soon(self._parse, client, event, data)

    def _parse(self, client: Parterre, event: str, data: Json) -> None:
        if self._client is client:
            parsers: dict[str, Any] = client._connection.parsers  # type: ignore[reportPrivateUsage]
            if event in parsers:
                parsers[event](data)


@asynccontextmanager
async def unstarted_bot(
    folder: Path, seed: str = "", record: Path | None = None, *, timeout_factor: float
) -> AsyncGenerator[LocalBot]:
    """Yield a bot that is not started yet, with a sandbox whose time is the event loop's; stop it at the end.

    :param seed: of the dealer; empty for real chance.
    :param record: where all requests are kept.
    :param timeout_factor: how many times as long as Discord people wait for answers.
    """
    loop, began = asyncio.get_running_loop(), time.time()
    sandbox = Sandbox(record=record, timeout_factor=timeout_factor, now=lambda: began + loop.time())
    sandbox.world.origin = NOWHERE
    bot = LocalBot(sandbox, folder, seed)
    try:
        yield bot
    finally:
        await bot.stop()
