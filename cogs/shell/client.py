"""The bot that all of ``cogs/`` shares. It imports no cog; cogs set themselves as attributes where others need them."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Collection, Coroutine, Generator, Hashable, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Protocol

import aiohttp
import discord
from discord.ext import commands

from cogs import COGS
from cogs.discord_api.direct_messages import DirectMessages
from cogs.discord_api.emojis import Emojis
from cogs.discord_api.errors import classify, shorten_expected
from cogs.discord_api.guard import guard_requests, while_sure
from cogs.discord_api.payloads import complete_channels
from cogs.discord_api.poller import Poller
from cogs.discord_api.retry import until_reachable
from cogs.discord_api.servers import Servers
from cogs.discord_api.shards import LIBRARY_TASK, ShardedBot, ShardPlan
from cogs.discord_api.throttle import requests_per_second, throttle_requests
from cogs.discord_api.uploads import UploadLimits
from cogs.operations.clock import DiscordClock
from cogs.operations.drawing import Drawing
from cogs.operations.logs import log_shard
from cogs.operations.metrics import count_requests
from cogs.operations.processes import take_when_free
from cogs.shell.access import declare
from cogs.shell.forms import KeptForms
from cogs.shell.languages import ENGLISH, Languages
from cogs.shell.loading import load_files
from cogs.shell.reader import Reader
from cogs.shell.translator import Translator
from db.roles import CLERK, Told
from host.known_people import KnownPeople
from host.table import Table
from host.tables import Tables
from render.palette import LIGHT, THEMES

log = logging.getLogger(__name__)

FINISH_SECONDS = 10.0  # for answers in progress and due messages; the next start sends the rest
PATIENCE_SECONDS = 60.0  # from the first connected shard on, before boards and reminders go on without the others
CANCEL_SECONDS = 5.0  # for cancelled tasks to end, before the log names the others
CANCELLATIONS = 10  # of a task that does not end, before the bot ends without it
LIBRARY_TASKS = (LIBRARY_TASK, "CommandTree-")  # prefixes of the names of tasks in which discord.py runs our code
KEPT_READERS = 50  # those that were made first are dropped first
GUILD_READY_SECONDS = 0.2  # without news of a further server; nothing here needs the channels of all servers
FOLLOW_SECONDS = 300.0  # between two looks at what the clerk has registered; meanwhile, new commands and pieces are plain words
LEAVE_SECONDS = 2.0  # for the note that this process is not the clerk any more
logging.getLogger("discord.app_commands.tree").addFilter(shorten_expected)
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here


Work = Callable[[], Coroutine[Any, Any, None]]


class Sender(Protocol):
    """Sends the rows of the outbox; `cogs.sender.sender.Sender` sets itself as `Parterre.sender`."""

    def wake(self) -> None:
        """Send now, as something has just been queued."""

    async def until_sent(self, queue: str, seconds: float = ...) -> None:
        """Wait until this queue is empty, but at most for some seconds."""

    async def until_idle(self) -> None:
        """Wait until no row is due."""

    async def finish(self) -> None:
        """Send what is due, or leave it to another process."""


class Presence(Protocol):
    """Knows who left their server; `cogs.background.presence.Presence` sets itself as `Parterre.presence`."""

    async def check_players(self, table: Table, *, again: Collection[int] = ()) -> bool:
        """Look up people whom a table waits for, and do without those who left the server.

        :param again: people to look up although they were looked up today.
        :return: whether Discord was asked.
        """
        ...


class Parterre(ShardedBot):
    """Parterre on Discord: minimal intents, no cache of members, and no pings unless a message asks for them.

    ``sender`` and ``presence`` are set by their cogs. ``is_clerk``: this process alone sends the outbox, plays for computers, and
    does what is due, among those that share the database. ``command_ids`` maps the name of each command or group to its id at
    Discord.

    :param emojis: show pieces of games as application emojis.
    :param languages: the catalogues; by default those of ``locales/``.
    :param plan: of the shards; by default as many as Discord recommends.
    """

    sender: Sender
    presence: Presence
    command_ids: dict[str, int]

    def __init__(
        self,
        tables: Tables,
        drawing: Drawing | None = None,
        *,
        emojis: bool = True,
        languages: Languages | None = None,
        plan: ShardPlan | None = None,
    ) -> None:
        super().__init__(plan or ShardPlan(), http_trace=self._trace_requests(tables), **_options())
        complete_channels(self._connection.parsers)
        self.tables = tables
        self.people = KnownPeople(tables)
        self.drawing = drawing or Drawing()
        self.command_ids = {}
        self.languages = languages or Languages.load()
        self.pieces = Emojis(self, self.drawing.workers)
        self.direct_messages = DirectMessages(self)
        self.servers = Servers(self)
        self.uploads = UploadLimits(tables.now)
        self.forms = KeptForms()
        self._readers = dict[Hashable, Reader]()
        self._tasks: set[asyncio.Task[object]] = set()
        self._answering: set[asyncio.Task[Any]] = set()
        self._listening: list[Callable[[], None]] = []  # each ends its listening
        self._closing = False
        self._started = False
        self.is_clerk = False
        self._once_ready: list[Work] = [self._become_clerk]
        self._once_clerk: list[Work] = []
        if emojis:
            self._show_emojis()

    def _trace_requests(self, tables: Tables) -> aiohttp.TraceConfig:
        """Return a trace of all requests: counted, limited to the share of this process, and guarded."""
        roles = tables.store.roles
        trace = throttle_requests(count_requests(), lambda: requests_per_second(roles.count, clerk=self.is_clerk))
        trace = guard_requests(trace)
        return tables.now.compared(trace) if isinstance(tables.now, DiscordClock) else trace

    def _show_emojis(self) -> None:
        self.once_clerk(self.pieces.run)
        if not self.tables.store.roles.alone:
            self.once_ready(self.pieces.read)

    def reader(self, names: Sequence[str] = (), language: str = ENGLISH, theme: str = LIGHT.name) -> Reader:
        """Return a reader of texts in this language, for a table whose seats have these names.

        The messages of a table share it, as it remembers the labels that it has written.
        """
        commands, emojis = self.command_ids, self.pieces.known
        key = (tuple(names), language, theme, id(commands), id(emojis))  # a reader keeps both, so no others have their ids
        if key not in self._readers:
            translate, colours = self.languages.translate(language), THEMES.get(theme, LIGHT)
            self._readers[key] = Reader(names, language, commands, emojis, translate, colours)
            if len(self._readers) > KEPT_READERS:
                del self._readers[next(iter(self._readers))]
        return self._readers[key]

    def listen_to(self, subject: str, told: Told) -> None:
        """Call ``told`` for each notice of other processes about a subject until the bot is closed."""
        self._listening.append(self.tables.store.roles.listen(subject, told))

    def background(self, work: Coroutine[Any, Any, object]) -> None:
        """Run work in a task that is cancelled when the bot ends; an error in it is logged."""
        if self._closing:
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    @contextmanager
    def answering(self) -> Generator[None]:
        """Mark the current task as an answer in progress: `close` waits for it a while, and then refuses new ones."""
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
        """Dispatch an event unless the bot is closed; discord.py may still send some then."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def close(self) -> None:
        """Finish answers and due messages, end every task that runs our code, and leave Discord.

        Afterwards nothing uses the database.
        """
        try:
            await self._finish()
        finally:
            self._closing = True
            while self._listening:
                self._listening.pop()()
            await self._end_tasks()
            if self._started:
                await self._leave_clerk()
            await super().close()
            await self._end_tasks()  # those that discord.py started meanwhile

    async def _finish(self) -> None:
        """Finish answers in progress and send due messages, within `FINISH_SECONDS`."""
        try:
            async with asyncio.timeout(FINISH_SECONDS):
                if self._answering:
                    await asyncio.wait(self._answering)
                if self._started:
                    await self.sender.finish()
        except TimeoutError:
            pass  # the next start continues
        except Exception as error:  # after any error the tasks have to end
            log.error("some messages were not sent before the end: %r", error, exc_info=not classify(error).expected)

    async def _leave_clerk(self) -> None:
        """Let another process become the clerk at once."""
        self.is_clerk = False
        with suppress(TimeoutError):
            async with asyncio.timeout(LEAVE_SECONDS):
                await self.tables.store.roles.give_up(CLERK)

    async def _end_tasks(self) -> None:
        """Cancel all tasks and wait until they have ended; give up on one that ignores `CANCELLATIONS`."""
        for _ in range(CANCELLATIONS):
            if not (tasks := self._under_way()):
                return
            for task in tasks:
                task.cancel()
            _, late = await asyncio.wait(tasks, timeout=CANCEL_SECONDS)
            for task in late:
                log.warning("%s has not ended after %g s", task.get_coro(), CANCEL_SECONDS)
        log.error("stopping without waiting for %s", [task.get_coro() for task in self._under_way()])

    def _under_way(self) -> set[asyncio.Task[Any]]:
        library = {task for task in asyncio.all_tasks() if task.get_name().startswith(LIBRARY_TASKS)}
        return {task for task in self._tasks | self._answering | library if not task.done()} - {asyncio.current_task()}

    async def load_cogs(self) -> None:
        """Load every cog, and the words of its commands in all languages; this needs no connection.

        :raises LookupError: for a command or route without a row in `cogs.shell.access`.
        :raises db.statement.Unread: when the database fails.
        """
        await self.tree.set_translator(Translator(self.languages))
        for name in COGS:
            try:
                await self.load_extension(f"cogs.{name}")
            except commands.ExtensionFailed as error:
                raise error.original from error
        declare(self.tree)

    async def setup_hook(self) -> None:
        planning = asyncio.create_task(self.plan_shards())
        try:
            await self._prepare()
            await planning
        finally:
            planning.cancel()

    async def _prepare(self) -> None:
        """Load the cogs and register their commands."""
        for fault in self.languages.faults:
            log.warning("%s", fault)
        await load_files(self.languages.names)
        await self.load_cogs()
        await self._read_command_ids()
        sync = partial(until_reachable, "commands not told", self._sync)
        if self.tables.store.roles.alone:
            self.background(sync())  # now, as no other process does
        else:
            self.once_clerk(sync)
            self.once_ready(Poller("what the clerk has registered", self._follow_clerk, pause=FOLLOW_SECONDS).run)

    def once_ready(self, work: Work) -> None:
        """Run work in the background once, when all shards are connected for the first time, or some for `PATIENCE_SECONDS`.

        So such work asks `is_gone` whether a server has removed the bot: discord.py knows no servers of other shards.
        """
        self._once_ready.append(work)

    def once_clerk(self, work: Work) -> None:
        """Run work in the background once, when this process is ready and has become the clerk.

        A clerk that may have lost its role sends no requests for such work: they raise `cogs.discord_api.guard.RoleInDoubt`.
        """
        self._once_clerk.append(work)

    async def _become_clerk(self) -> None:
        """Take the clerk's role as soon as no other process has it, and begin its work."""
        roles = self.tables.store.roles
        await take_when_free(roles, [CLERK])
        self.is_clerk = True
        if not roles.alone:
            log.info("this process is the clerk now")
        with while_sure(roles):
            while self._once_clerk:
                self.background(self._once_clerk.pop()())

    async def on_shard_ready(self, _: int) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self.wait_until_ready()
        with log_shard(None):  # this work is about all shards
            if not self._started and not self.is_ready():
                log.warning("going on without shards that are not connected; connected: %s", sorted(self.heard_shards))
            self._started = True
            while self._once_ready:
                self.background(self._once_ready.pop()())

    async def on_ready(self) -> None:
        with log_shard(None):
            log.info("ready as %s in %d servers; shards: %d", self.user, len(self.guilds), self.shard_count)

    async def command_payloads(self) -> list[dict[str, Any]]:
        """Return the bot's commands as Discord's API takes them, in all languages."""
        assert self.tree.translator is not None
        return [await command.get_translated_payload(self.tree, self.tree.translator) for command in self.tree.get_commands()]

    async def _follow_clerk(self) -> None:
        """Learn which commands and emojis another process has registered at Discord since this one began."""
        if not self.is_clerk:
            await self._read_command_ids()
            self.pieces.doubt()

    async def _read_command_ids(self) -> None:
        stored = json.loads(await self.tables.store.facts.get("command_ids") or "{}")
        if stored != self.command_ids:  # readers of texts are kept for the same object
            self.command_ids = stored

    async def _sync(self) -> None:
        """Register the commands at Discord if they have changed, as Discord limits creations by the day."""
        told = json.dumps(await self.command_payloads(), sort_keys=True)
        digest, facts = hashlib.sha256(f"{self.application_id}{told}".encode()).hexdigest(), self.tables.store.facts
        if await facts.get("commands") != digest:
            ids = {command.name: command.id for command in await self.tree.sync()}
            await facts.put(commands=digest, command_ids=json.dumps(ids))
            self.command_ids = ids
        else:  # a former clerk may have registered them since this process began
            await self._read_command_ids()


def _options() -> dict[str, Any]:
    """Return the options of discord.py."""
    return {
        "command_prefix": commands.when_mentioned,
        "help_command": None,
        "intents": discord.Intents(guilds=True),
        "chunk_guilds_at_startup": False,
        "max_messages": None,
        "member_cache_flags": discord.MemberCacheFlags.none(),
        "allowed_mentions": discord.AllowedMentions.none(),
        "max_ratelimit_timeout": 30,
        "guild_ready_timeout": GUILD_READY_SECONDS,
    }


Interaction = discord.Interaction[Parterre]
