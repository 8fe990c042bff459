"""Two bots side by side need the same clock, which stands still until it is moved, and a log of their own."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
from collections import deque
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from contextvars import ContextVar
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec

import aiohttp
from yarl import URL

from cogs.board import final_picture
from cogs.operations.drawing import Drawing
from db.owing import CARD_RESTS
from db.states import packed
from db.store import Store
from host.codec import encode
from host.tables import Tables
from sandbox.kinds import Json
from sandbox.rest import PREFIX, Asked
from sandbox.server import Sandbox
from trials.inline import InlineWorkers
from trials.local_bot import NOWHERE, LocalBot
from trials.secrets.replay import ScriptedRandom
from trials.transport import SandboxResponse, SandboxSession

BEGAN = 1_900_000_000.0  # seconds since 1970
STEP = 60.0  # seconds that pass with each turn
PATIENCE = 1000.0  # times as long as usual nobody gives up: what is found does not depend on speed
COPIED = ("moves", "states", "drafts")

_here: ContextVar[RecordedBot | None] = ContextVar("bot", default=None)


class LogOfEach(logging.Handler):
    """Hands each line of the log to the bot that works at that moment."""

    def emit(self, record: logging.LogRecord) -> None:
        if (bot := _here.get()) is not None:
            bot.logged.append(f"{record.levelname} {record.name}: {self.format(record)}")


class RecordedBot(LocalBot):
    """A bot that notes its requests (`sent`) and its log (`logged`) until they are taken."""

    def __init__(self, folder: Path, pictures: Drawing) -> None:
        folder.mkdir()
        self.moment = BEGAN
        sandbox = Sandbox(patience=PATIENCE, now=lambda: self.moment)
        sandbox.world.origin = NOWHERE
        super().__init__(sandbox, folder)
        self.world = sandbox.world
        self.home = sandbox.home
        self.script = ScriptedRandom()
        self.sent: list[Sent] = []
        self.logged: list[str] = []
        self.recent: deque[Json] = deque(maxlen=12)  # messages that all can see
        self._pictures = pictures
        self.world.listeners.append(self._note_message)

    @classmethod
    async def begin(cls, folder: Path, pictures: Drawing) -> RecordedBot:
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

    def session(self, trace: aiohttp.TraceConfig) -> RecordingSession:
        """Return a connection that notes each request."""
        return RecordingSession(self.sandbox.rest, trace, lambda: "", self._power, sent=self.sent.append)

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

    def adopt(self, other: RecordedBot, table: int, state: Any) -> None:
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


TOKEN = re.compile(r"/(interactions|webhooks)/(\d+)/[^/]+")


class Sent(NamedTuple):
    """A request of the bot, as far as people see its effect."""

    method: str
    path: str  # without the tokens of interactions
    body: str
    files: tuple[tuple[str, str], ...]  # name and content, in short

    @property
    def private(self) -> bool:
        """Is it an answer to somebody?"""
        return self.path.startswith(("/interactions/", "/webhooks/"))


class RecordingSession(SandboxSession):
    """Calls ``sent`` with each request."""

    def __init__(self, *given: Any, sent: Callable[[Sent], None]) -> None:
        super().__init__(*given)
        self._sent = sent

    async def exchange(self, asked: Asked, url: URL) -> SandboxResponse:
        """Note a request, and ask the sandbox."""
        path = TOKEN.sub(r"/\1/\2", asked.path.removeprefix(PREFIX))
        files = tuple((file.name, sha256(file.data).hexdigest()) for file in asked.files.values())
        self._sent(Sent(asked.method, path, json.dumps(asked.body, sort_keys=True), files))
        return await super().exchange(asked, url)


P = ParamSpec("P")


class SampledDrawing(Drawing):
    """A picture depends on its values alone, so two that are drawn from equal ones are equal; that this is so is tried in each so
    many turns, in which all are drawn, each anew.

    Posters tell no best turn: one game has the other's log with a state of its own, so it is not played again from it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.workers = InlineWorkers()
        self.real = False
        self.count = 0
        final_picture.best = _no_best

    async def draw(self, function: Callable[P, bytes], *values: P.args, **named: P.kwargs) -> bytes:
        if not self.real:
            return repr((function.__name__, values, named)).encode()
        self.count += 1
        return function(*values, **named)


def _no_best(_: object) -> None:
    return None
