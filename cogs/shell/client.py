"""The bot that everything in ``cogs/`` shares; it knows no cog, the cogs hand it what the others need of them."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Collection, Coroutine, Generator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import discord
from discord.ext import commands

from cogs import COGS
from cogs.discord_api.direct_messages import DirectMessages
from cogs.discord_api.emojis import Emojis
from cogs.discord_api.errors import classify, shorten_expected
from cogs.discord_api.pace import paced
from cogs.discord_api.payloads import complete_channels
from cogs.discord_api.retry import until_reachable
from cogs.discord_api.uploads import Uploads
from cogs.operations.clock import DiscordClock
from cogs.operations.drawing import Drawing
from cogs.operations.metrics import counted_requests
from cogs.shell.access import declare
from cogs.shell.languages import ENGLISH, Languages
from cogs.shell.loading import load_files
from cogs.shell.reader import Reader
from cogs.shell.translator import Translator
from host.table import Table
from host.tables import Tables

log = logging.getLogger(__name__)

IN_HAND = 10.0  # seconds for the clicks that are being answered, and for what is owed; what is left is owed by the next start
CLOSING = 5.0  # seconds for tasks to end after that, before the log names those that have not
CANCELLATIONS = 10  # of a task that goes on, before the end does without it
OF_LIBRARY = ("discord.py: ", "CommandTree-")  # begins the names of tasks in which discord.py runs our code
READY = 0.2  # seconds without news of a further server; nothing here needs the channels of all of them
logging.getLogger("discord.app_commands.tree").addFilter(shorten_expected)
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here


class Sender(Protocol):
    """Sends the rows of the outbox; `cogs.sender.sender.Sender` sets itself as `Parterre.sender`."""

    def wake(self) -> None:
        """Send now, as something has just been queued."""

    async def until_sent(self, queue: str) -> None:
        """Wait until this queue is empty, but not for long."""

    async def until_idle(self) -> None:
        """Wait until no row is due."""


class Presence(Protocol):
    """Knows who left their server; `cogs.background.presence.Presence` sets itself as `Parterre.presence`."""

    async def check_players(self, table: Table, *, again: Collection[int] = ()) -> bool:
        """Look up people whom a table waits for, and do without those who left the server.

        :param again: people to look up although they were looked up today.
        :return: whether Discord was asked.
        """
        ...


class Parterre(commands.Bot):
    """Parterre on Discord: minimal intents, no caches of people, nothing pinged unless a message says so.

    ``emojis``: pieces of games are shown as emojis, too. ``languages`` are those of `Languages.load` unless they are given.
    """

    sender: Sender
    presence: Presence
    command_ids: dict[str, int]  # by the name of the command or its group, as Discord knows it

    def __init__(
        self, tables: Tables, drawing: Drawing | None = None, *, emojis: bool = True, languages: Languages | None = None
    ) -> None:
        trace = paced(counted_requests())
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            chunk_guilds_at_startup=False,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30,
            guild_ready_timeout=READY,
            http_trace=tables.now.compared(trace) if isinstance(tables.now, DiscordClock) else trace,
        )
        complete_channels(self._connection.parsers)
        self.tables = tables
        self.drawing = drawing or Drawing()
        self.connected = False  # is the gateway there?
        self.command_ids = {}
        self.languages = languages or Languages.load()
        self.pieces = Emojis(self, self.drawing.workers)
        self.direct_messages = DirectMessages(self)
        self.uploads = Uploads(tables.now)
        self._tasks: set[asyncio.Task[object]] = set()
        self._answering: set[asyncio.Task[Any]] = set()
        self._closing = False
        self._once_ready: list[Callable[[], Coroutine[Any, Any, None]]] = [self.pieces.run] if emojis else []

    def reader(self, names: Sequence[str] = (), language: str = ENGLISH) -> Reader:
        """Somebody who is told something in a language, about seats with these names."""
        return Reader(names, language, self.command_ids, self.pieces.known, self.languages.translate(language))

    def background(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something beside all else; it ends with the bot, and what goes wrong in it is logged."""
        if self._closing:
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    @contextmanager
    def answering(self) -> Generator[None]:
        """While somebody is answered; the end of the bot waits for it, not for long, and whoever comes later is not answered."""
        task = asyncio.current_task()
        assert task is not None
        if self._closing:
            task.cancel()
        self._answering.add(task)
        try:
            yield
        finally:
            self._answering.discard(task)

    def _done(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("%s failed: %r", task.get_coro(), error, exc_info=None if classify(error).expected else error)

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Nothing is heard after the end, though discord.py may still wait for further servers then."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def close(self) -> None:
        """Finish what is in hand, end every task that runs code of ours, and leave Discord: nothing uses the database then."""
        try:
            await self._finish()
        finally:
            self._closing = True
            await self._end_tasks()
            await super().close()
            await self._end_tasks()  # that discord.py began meanwhile

    async def _finish(self) -> None:
        """Answer, and send what is due; not for long."""
        try:
            async with asyncio.timeout(IN_HAND):
                if self._answering:
                    await asyncio.wait(self._answering)
                if self.is_ready():
                    await self.sender.until_idle()
        except TimeoutError:
            pass  # the next start goes on with it
        except Exception as error:  # whatever it is, the tasks have to end
            log.error("not everything is sent before the end: %r", error, exc_info=not classify(error).expected)

    async def _end_tasks(self) -> None:
        """Cancel them, and wait until they have ended; one that never ends is left with an error in the log."""
        for _ in range(CANCELLATIONS):
            if not (tasks := self._under_way()):
                return
            for task in tasks:
                task.cancel()
            _, late = await asyncio.wait(tasks, timeout=CLOSING)
            for task in late:
                log.warning("%s has not ended for %g s", task.get_coro(), CLOSING)
        log.error("the end does not wait for %s", [task.get_coro() for task in self._under_way()])

    def _under_way(self) -> set[asyncio.Task[Any]]:
        library = {task for task in asyncio.all_tasks() if task.get_name().startswith(OF_LIBRARY)}
        return {task for task in self._tasks | self._answering | library if not task.done()} - {asyncio.current_task()}

    async def load_cogs(self) -> None:
        """Load every cog and the words of its commands in all languages; needs no connection.

        :raises LookupError: for a command or route of which no row says who may do it.
        """
        await self.tree.set_translator(Translator(self.languages))
        for name in COGS:
            await self.load_extension(f"cogs.{name}")
        declare(self.tree)

    async def setup_hook(self) -> None:
        for fault in self.languages.faults:
            log.warning("%s", fault)
        await load_files(self.languages.names)
        await self.load_cogs()
        self.command_ids = json.loads(await self.tables.store.facts.get("command_ids") or "{}")
        self.background(until_reachable("commands not told", self._sync))

    def once_ready(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something in the background from the first connection on; Discord says it is ready after each."""
        self._once_ready.append(work)

    async def on_ready(self) -> None:
        while self._once_ready:
            self.background(self._once_ready.pop()())
        log.info("ready as %s in %d servers", self.user, len(self.guilds))

    async def told_commands(self) -> list[dict[str, Any]]:
        """Our commands as Discord is told them, in all languages."""
        assert self.tree.translator is not None
        return [await command.get_translated_payload(self.tree, self.tree.translator) for command in self.tree.get_commands()]

    async def _sync(self) -> None:
        """Tell Discord our commands, but only when they have changed: creations are rationed by the day."""
        told = json.dumps(await self.told_commands(), sort_keys=True)
        digest, facts = hashlib.sha256(f"{self.application_id}{told}".encode()).hexdigest(), self.tables.store.facts
        if await facts.get("commands") != digest:
            ids = {command.name: command.id for command in await self.tree.sync()}
            await facts.put(commands=digest, command_ids=json.dumps(ids))
            self.command_ids = ids


Interaction = discord.Interaction[Parterre]
