"""Two bots side by side need the same clock, which stands still until it is moved, and a log of their own."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import deque
from collections.abc import Generator
from contextlib import closing, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import aiohttp

from cogs.operations.drawing import Drawing
from db.owing import CARD_RESTS
from db.states import packed
from db.store import Store
from host.codec import encode
from host.tables import Tables
from sandbox.kinds import Json
from sandbox.server import Sandbox
from trials.local_bot import NOWHERE, LocalBot
from trials.secrets.course import Script
from trials.secrets.direct import NotedSession, Sent

BEGAN = 1_900_000_000.0  # seconds since 1970
STEP = 60.0  # seconds that pass with each turn
PATIENCE = 1000.0  # times as long as usual nobody gives up: what is found does not depend on speed
COPIED = ("moves", "states", "drafts")

_here: ContextVar[WatchedBot | None] = ContextVar("bot", default=None)


class LinesOfEach(logging.Handler):
    """Hands each line of the log to the bot that works at that moment."""

    def emit(self, record: logging.LogRecord) -> None:
        if (bot := _here.get()) is not None:
            bot.logged.append(f"{record.levelname} {record.name}: {self.format(record)}")


class WatchedBot(LocalBot):
    """A bot that notes its requests (`sent`) and its log (`logged`) until they are taken."""

    def __init__(self, folder: Path, pictures: Drawing) -> None:
        folder.mkdir()
        self.moment = BEGAN
        sandbox = Sandbox(patience=PATIENCE, now=lambda: self.moment)
        sandbox.world.origin = NOWHERE
        super().__init__(sandbox, folder)
        self.world = sandbox.world
        self.home = sandbox.home
        self.script = Script()
        self.sent: list[Sent] = []
        self.logged: list[str] = []
        self.recent: deque[Json] = deque(maxlen=12)  # messages that all can see
        self._pictures = pictures
        self.world.listeners.append(self._note_message)

    @classmethod
    async def begin(cls, folder: Path, pictures: Drawing) -> WatchedBot:
        """Start a bot in this folder, which is made."""
        bot = cls(folder, pictures)
        with bot.at_work():
            await bot.start()
        return bot

    @property
    def tables(self) -> Tables:
        """The tables of the bot, which runs."""
        assert self._client is not None
        return self._client.tables

    def tables_in(self, store: Store) -> Tables:
        """Return tables with a clock that stands still and a dealer that follows the script."""
        return Tables(store, random=self.script, now=self.world.now)

    def drawing(self) -> Drawing:
        """Return the drawing that both bots share."""
        return self._pictures

    def session(self, trace: aiohttp.TraceConfig) -> NotedSession:
        """Return a connection that notes each request."""
        return NotedSession(self.sandbox.rest, trace, lambda: "", self._power, sent=self.sent.append)

    def _note_message(self, event: str, data: Json) -> None:
        """Keep the messages of all, of which the bot itself hears nothing."""
        if event == "MESSAGE_CREATE":
            self.recent.append(self.world.messages[data["channel_id"]][data["id"]])

    @contextmanager
    def at_work(self) -> Generator[None]:
        """Take the lines of the log for this bot's meanwhile."""
        token = _here.set(self)
        try:
            yield
        finally:
            _here.reset(token)

    async def settled(self) -> None:
        """Wait until the bot has answered everybody and sent everything that is due."""
        client = self._client
        assert client is not None
        while answering := set(client._answering):  # type: ignore[reportPrivateUsage]
            await asyncio.wait(answering)
        await client.sender.until_idle()

    async def rest(self) -> None:
        """Let time pass until messages that may wait are sent, too, such as the card of a table."""
        self.moment += CARD_RESTS + STEP
        with self.at_work():
            await self.settled()

    def taken(self) -> tuple[list[Sent], list[str]]:
        """Return and forget the requests and the lines of the log."""
        taken = list(self.sent), list(self.logged)
        self.sent.clear()
        self.logged.clear()
        return taken

    def adopt(self, other: WatchedBot, table: int, state: Any) -> None:
        """Have the same past at a table as another bot, but this state now; `state` is one of the table's game."""
        with closing(sqlite3.connect(self.database)) as database, database:
            database.execute("ATTACH ? AS theirs", (str(other.database),))
            for name in COPIED:
                database.execute(f'DELETE FROM {name} WHERE "table" = ?', (table,))
                database.execute(f'INSERT INTO {name} SELECT * FROM theirs.{name} WHERE "table" = ?', (table,))
            newest = 'SELECT max(seq) FROM states WHERE "table" = ?'
            database.execute(
                f'UPDATE states SET state = ? WHERE "table" = ? AND seq = ({newest})', (packed(encode(state)), table, table)
            )
            database.execute("UPDATE tables SET revision = revision + 1 WHERE id = ?", (table,))
