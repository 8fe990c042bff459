"""Share the sandbox with its guilds and people, the bot and the history among all parts of a trial."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sandbox.guild_handle import GuildHandle
from sandbox.kinds import Json
from sandbox.media import Upload
from sandbox.server import Sandbox
from sandbox.shards import Shard
from sandbox.world import World
from trials import screen
from trials.faults.db_reader import DatabaseReader, reader_of
from trials.faults.fleet import Fleet
from trials.faults.history import History
from trials.faults.player import Player
from trials.monitored_bot import MonitoredBot

KEPT_SECONDS = 60  # for private messages, pictures and interactions
CLUBS = ("Orchard Club", "Terrace Club")  # besides the guild that is there from the beginning


class Testbed:
    """A sandbox with several guilds, and people in each."""

    def __init__(self, sandbox: Sandbox, bot: MonitoredBot | Fleet, random: Random, shards: int = 1) -> None:
        self.sandbox = sandbox
        self.world = sandbox.world
        self.bot = bot
        self.random = random
        self.history = History(self.world.now)
        self.world.listeners.append(self.history.record_event)
        self.shards = shards
        self.log: list[tuple[float, str]] = []  # what happened when, for a person who reads the record
        home = int(sandbox.home.guild.id) >> 22  # the others are on other shards, as far from each other as possible
        step = max(1, shards // (1 + len(CLUBS)))
        others = (sandbox.found(name, Shard((home + step * number) % shards, shards)) for number, name in enumerate(CLUBS, 1))
        self.guilds: list[GuildHandle] = [sandbox.home, *others]
        self.players = {handle.guild.id: self._players(handle) for handle in self.guilds}
        self.taken: set[int] = set()  # tables that somebody plays at already
        bot.tell(lambda: self.history.deaths.append(self.world.now()), lambda: self.history.starts.append(self.world.now()))

    def _players(self, handle: GuildHandle) -> list[Player]:
        return [Player(self.world, handle.guild, name, self.random) for name in handle.guild.people]

    @property
    def everybody(self) -> Iterator[Player]:
        """Yield all people of all guilds."""
        return (player for players in self.players.values() for player in players)

    @property
    def bots(self) -> list[MonitoredBot]:
        """Return all bots of the trial."""
        return [*self.bot.members] if isinstance(self.bot, Fleet) else [self.bot]

    @property
    def reader(self) -> DatabaseReader:
        """Return a reader of the database."""
        return reader_of(self.bot.database)

    def messages(self) -> Iterator[Json]:
        """Yield all public messages."""
        return screen.public(message for box in self.world.messages.values() for message in box.values())

    def boards(self, table: int) -> list[Json]:
        """Return the boards of a table that were not deleted, oldest first."""
        return screen.boards(self.messages(), table)

    def note(self) -> None:
        """Update the history, and drop data that is no longer needed."""
        self.history.record_requests(self.sandbox.requests)
        forget(self.world)


def forget(world: World) -> None:
    """Drop old private messages, pictures and interactions, so that the sandbox does not grow."""
    horizon = int(world.ids.next()) - (KEPT_SECONDS * 1000 << 22)
    for box in world.messages.values():
        for message in [m for m in box.values() if int(m["id"]) < horizon]:
            for attachment in message["attachments"]:
                if (upload := world.files.get(attachment["id"])) and upload.data:
                    world.files[attachment["id"]] = Upload(upload.name, b"")
            if message["_reader"] is not None:
                del box[message["id"]]
    for token, interaction in list(world.interactions.items()):
        if int(interaction.id) < horizon:
            del world.interactions[token]
