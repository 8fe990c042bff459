"""A bot on a database and a sandbox of its own, all in this process, on a clock that stands still until it is moved."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import deque
from collections.abc import Generator
from contextlib import closing, contextmanager
from contextvars import ContextVar
from importlib import import_module
from pathlib import Path
from typing import Any

from cogs.channel import payer
from cogs.channel.drawing import Drawing
from cogs.play import confirm
from cogs.shell import delivery
from cogs.shell.client import Parterre
from db.owing import CARD_RESTS
from db.states import packed
from db.store import Store
from host.codec import encode
from host.tables import Tables
from sandbox import founding
from sandbox.community import Community
from sandbox.kinds import Json
from sandbox.world import World
from trials.at_once import open_at_once
from trials.secrets.course import Script
from trials.secrets.direct import Direct, Sent

BEGAN = 1_900_000_000.0  # seconds since 1970
STEP = 60.0  # seconds that pass with each turn
PATIENCE = 1000.0  # times as long as usual nobody gives up: what is found does not depend on speed
WAITS = ((confirm, "PATIENCE"), (delivery, "IN_TIME"), (payer, "PATIENCE"), (payer, "PAUSE"))  # the last one until it is woken
COPIED = ("moves", "states", "drafts")

_here: ContextVar[LocalBot | None] = ContextVar("bot", default=None)


@contextmanager
def patient() -> Generator[None]:
    """Let no bot of this process give up waiting, or look before it is woken."""
    usual = [getattr(module, name) for module, name in WAITS]
    for module, name in WAITS:
        setattr(module, name, PATIENCE)
    try:
        yield
    finally:
        for (module, name), seconds in zip(WAITS, usual, strict=True):
            setattr(module, name, seconds)


class Still(World):
    """A world whose clock is moved by hand, so that two of them give the same ids."""

    def __init__(self) -> None:
        self.moment = BEGAN
        super().__init__()
        self.patience = PATIENCE

    def now(self) -> float:
        return self.moment


class Lines(logging.Handler):
    """What is logged goes to the bot that works at that moment."""

    def emit(self, record: logging.LogRecord) -> None:
        if (bot := _here.get()) is not None:
            bot.logged.append(f"{record.levelname} {record.name}: {self.format(record)}")


class LocalBot:
    """`sent` and `logged` are what was sent and logged since they were taken last."""

    def __init__(self, file: Path, world: Still, store: Store, drawing: Drawing) -> None:
        self.file = file
        self.world = world
        self.script = Script()
        self.sent: list[Sent] = []
        self.logged: list[str] = []
        self.tables = Tables(store, random=self.script, now=world.now)
        self.client = Parterre(self.tables, drawing, emojis=False)  # which come one after the other, as time goes by
        self.home = Community(world, founding.found(world, "Garden Club", founding.HOME_IDS))
        self.recent: deque[Json] = deque(maxlen=12)  # messages that all can see

    @classmethod
    async def start(cls, file: Path, drawing: Drawing) -> LocalBot:
        """A bot that is ready, with its guild."""
        world = Still()
        bot = cls(file, world, Store(await open_at_once(file)), drawing)
        with bot.at_work():
            await bot._connect()
        return bot

    async def _connect(self) -> None:
        http, session = self.client.http, Direct(self.world, self.sent.append)

        async def static_login(token: str) -> Json:
            setattr(http, "_HTTPClient__session", session)  # noqa: B010 - a name that is private to another class
            http.token, http._global_over = token, asyncio.Event()  # type: ignore[reportPrivateUsage]
            http._global_over.set()  # type: ignore[reportPrivateUsage]
            return self.world.bot

        async def load(name: str) -> None:  # discord.py would run the module again, for each of the two bots
            await import_module(name).setup(self.client)

        http.static_login, self.client.load_extension = static_login, load  # type: ignore[method-assign]
        await self.client.login("direct")
        self.world.listeners.append(self._hear)
        self._hear("GUILD_CREATE", founding.announced(self.world, self.home.guild))
        self.client.dispatch("ready")
        await self.world.pulse.until(lambda: any(self.world.commands.values()), PATIENCE)

    def _hear(self, event: str, data: Json) -> None:
        """As the gateway would tell it."""
        if event == "MESSAGE_CREATE":
            self.recent.append(self.world.messages[data["channel_id"]][data["id"]])
        parsers: dict[str, Any] = self.client._connection.parsers  # type: ignore[reportPrivateUsage]
        if event in parsers:
            parsers[event](data)

    @contextmanager
    def at_work(self) -> Generator[None]:
        """What is logged meanwhile is this bot's."""
        token = _here.set(self)
        try:
            yield
        finally:
            _here.reset(token)

    async def settled(self) -> None:
        """Wait until all are answered, nothing is owed, and nothing is in hand any more."""
        while answering := set(self.client._answering):  # type: ignore[reportPrivateUsage]
            await asyncio.wait(answering)
        await self.client.payer.all_paid()

    async def rest(self) -> None:
        """A while passes, in which what can wait is paid, such as the card of a table."""
        self.world.moment += CARD_RESTS + STEP
        with self.at_work():
            await self.settled()

    def taken(self) -> tuple[list[Sent], list[str]]:
        """What was sent and logged since this was asked last."""
        taken = list(self.sent), list(self.logged)
        self.sent.clear()
        self.logged.clear()
        return taken

    def adopt(self, other: LocalBot, table: int, state: Any) -> None:
        """Have the same past at a table as another bot, but this state now; `state` is one of the table's game."""
        with closing(sqlite3.connect(self.file)) as database, database:
            database.execute("ATTACH ? AS theirs", (str(other.file),))
            for name in COPIED:
                database.execute(f'DELETE FROM {name} WHERE "table" = ?', (table,))
                database.execute(f'INSERT INTO {name} SELECT * FROM theirs.{name} WHERE "table" = ?', (table,))
            newest = 'SELECT max(seq) FROM states WHERE "table" = ?'
            database.execute(
                f'UPDATE states SET state = ? WHERE "table" = ? AND seq = ({newest})', (packed(encode(state)), table, table)
            )
            database.execute("UPDATE tables SET revision = revision + 1 WHERE id = ?", (table,))

    async def close(self) -> None:
        await self.client.close()
        await self.tables.store.close()
