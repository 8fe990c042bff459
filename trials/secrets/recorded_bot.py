"""Run a bot that records its requests and its log, with a clock that is moved by hand; two of them run side by side."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from contextvars import ContextVar
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec

import aiohttp
from yarl import URL

from cogs.board import final_picture
from cogs.operations.drawing import Drawing
from db.enqueue import CARD_REST_SECONDS
from db.rows import pack_state
from db.store import Store
from host.codec import encode
from host.refusal import Refused
from host.replay import OTHER_RULES, Turn
from host.tables import Tables
from sandbox.kinds import Json
from sandbox.rest import PREFIX, ApiRequest
from sandbox.server import Sandbox
from trials.inline import InlineWorkers
from trials.local_bot import NOWHERE, LocalBot
from trials.secrets.replay import ScriptedRandom
from trials.transport import SandboxResponse, SandboxSession

BEGAN = 1_900_000_000.0  # seconds since 1970
STEP = 60.0  # seconds that pass with each turn
SANDBOX_TIMEOUT_FACTOR = 1000.0  # times as long as Discord the sandbox waits, so that findings do not depend on speed
COPIED = ("moves", "states", "drafts")

_here: ContextVar[RecordedBot | None] = ContextVar("bot", default=None)


class LogOfEach(logging.Handler):
    """Hand each line of the log to the bot that works at that moment."""

    def emit(self, record: logging.LogRecord) -> None:
        if (bot := _here.get()) is not None:
            bot.logged.append(f"{record.levelname} {record.name}: {self.format(record)}")


class RecordedBot(LocalBot):
    """A bot that records its requests (`sent`) and its log (`logged`) until they are taken."""

    def __init__(self, folder: Path, pictures: Drawing) -> None:
        folder.mkdir()
        self.moment = BEGAN
        sandbox = Sandbox(timeout_factor=SANDBOX_TIMEOUT_FACTOR, now=lambda: self.moment)
        sandbox.world.origin = NOWHERE
        super().__init__(sandbox, folder)
        self.world = sandbox.world
        self.home = sandbox.home
        self.script = ScriptedRandom()
        self.sent: list[Sent] = []
        self.logged: list[str] = []
        self.recent: deque[Json] = deque(maxlen=12)  # public messages
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
        """Return the tables of the running bot."""
        assert self._client is not None
        return self._client.tables

    def tables_in(self, store: Store) -> Tables:
        """Return tables with a clock that stands still and a dealer that follows the script."""
        return Tables(store, random=self.script, now=self.world.now, workers=InlineWorkers())

    def drawing(self) -> Drawing:
        """Return the drawing process that both bots share."""
        return self._pictures

    def session(self, trace: aiohttp.TraceConfig) -> RecordingSession:
        """Return a connection that notes each request."""
        return RecordingSession(self.sandbox.rest, trace, lambda: "", self._power, sent=self.sent.append)

    def _note_message(self, event: str, data: Json) -> None:
        """Keep public messages."""
        if event == "MESSAGE_CREATE":
            self.recent.append(self.world.messages[data["channel_id"]][data["id"]])

    @contextmanager
    def at_work(self) -> Generator[None]:
        """Attribute log lines to this bot meanwhile."""
        token = _here.set(self)
        try:
            yield
        finally:
            _here.reset(token)

    async def settled(self) -> None:
        """Wait until the bot has answered everybody and sent all due messages."""
        client = self._client
        assert client is not None
        while answering := set(client._answering):  # type: ignore[reportPrivateUsage]
            await asyncio.wait(answering)
        await client.sender.until_idle()

    async def rest(self) -> None:
        """Move the clock until delayed messages are sent, too, such as the card of a table."""
        self.moment += CARD_REST_SECONDS + STEP
        with self.at_work():
            await self.settled()

    def taken(self) -> tuple[list[Sent], list[str]]:
        """Return and forget the recorded requests and log lines."""
        taken = list(self.sent), list(self.logged)
        self.sent.clear()
        self.logged.clear()
        return taken

    def adopt(self, other: RecordedBot, table: int, state: Any) -> None:
        """Copy the history of a table from another bot, and set its present state."""
        with closing(sqlite3.connect(self.database)) as database, database:
            database.execute("ATTACH ? AS theirs", (str(other.database),))
            for name in COPIED:
                database.execute(f'DELETE FROM {name} WHERE "table" = ?', (table,))
                database.execute(f'INSERT INTO {name} SELECT * FROM theirs.{name} WHERE "table" = ?', (table,))
            newest = 'SELECT max(seq) FROM states WHERE "table" = ?'
            database.execute(
                f'UPDATE states SET state = ? WHERE "table" = ? AND seq = ({newest})', (pack_state(encode(state)), table, table)
            )
            database.execute("UPDATE tables SET revision = revision + 1 WHERE id = ?", (table,))


TOKEN = re.compile(r"/(interactions|webhooks)/(\d+)/[^/]+")


class Sent(NamedTuple):
    """A request of the bot, without parts that people do not see."""

    method: str
    path: str  # without the tokens of interactions
    body: str
    files: tuple[tuple[str, str], ...]  # name and digest

    @property
    def private(self) -> bool:
        """Return whether the request answers one person privately."""
        return self.path.startswith(("/interactions/", "/webhooks/"))


class RecordingSession(SandboxSession):
    """A session that calls ``sent`` with each request."""

    def __init__(self, *given: Any, sent: Callable[[Sent], None]) -> None:
        super().__init__(*given)
        self._sent = sent

    async def exchange(self, asked: ApiRequest, url: URL) -> SandboxResponse:
        """Note a request, and ask the sandbox."""
        path = TOKEN.sub(r"/\1/\2", asked.path.removeprefix(PREFIX))
        files = tuple((file.name, sha256(file.data).hexdigest()) for file in asked.files.values())
        self._sent(Sent(asked.method, path, json.dumps(asked.body, sort_keys=True), files))
        return await super().exchange(asked, url)


P = ParamSpec("P")


class SampledDrawing(Drawing):
    """Draw pictures while ``real`` is set; else return the values that they depend on, as equal values give equal pictures.

    Leave out the turns on posters: one game has the other's log but a state of its own, so its log cannot be replayed.
    """

    def __init__(self) -> None:
        super().__init__()
        self.workers = InlineWorkers()
        self.real = False
        self.count = 0
        final_picture.replay_turns = _replay_nothing

    async def draw(self, function: Callable[P, bytes], *values: P.args, **named: P.kwargs) -> bytes:
        if not self.real:
            return repr((function.__name__, values, named)).encode()
        self.count += 1
        return function(*values, **named)


def _replay_nothing(*_: object) -> Iterator[Turn]:
    raise Refused(OTHER_RULES)
