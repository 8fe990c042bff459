"""Where a group of people plays: what they see of their table, whoever of them looks."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sandbox.kinds import Json
from trials import screen
from trials.faults.player import Player
from trials.faults.testbed import Testbed


class Group:
    """A group with its table; 0 while it has none."""

    def __init__(self, testbed: Testbed, players: list[Player], random: Random) -> None:
        self.testbed = testbed
        self.world = testbed.world
        self.players = players
        self.random = random
        self.table = 0
        self._home = players[0].channel

    def somebody(self) -> Player:
        """One of the group."""
        return self.random.choice(self.players)

    def go_to(self, channel: str) -> None:
        """The group opens a channel or thread."""
        for player in self.players:
            player.channel = channel

    def go_home(self) -> None:
        """Back to the channel where tables are opened."""
        self.go_to(self._home)

    async def happens(self, what: Callable[[], bool], seconds: float) -> bool:
        """Wait for something to be seen."""
        return await self.world.pulse.until(what, seconds)

    def board(self) -> Json | None:
        """The newest board with buttons."""
        return screen.newest(m for m in self.testbed.boards(self.table) if screen.living_board(m))

    def lobbies(self) -> list[Json]:
        """The messages that offer seats at tables of this game's channel, oldest first."""
        return [m for m in self.world.messages.get(self._home, {}).values() if not m["_reader"] and self.offered(m)]

    @staticmethod
    def offered(message: Json) -> int:
        """The open table that a message offers; else 0."""
        match = screen.matching(screen.LOBBY, message["components"]) or screen.matching(screen.CANCEL, message["components"])
        return int(match[1]) if match else 0

    def lobby(self) -> Json | None:
        """The message of the table, while it is open."""
        return screen.newest(m for m in self.lobbies() if self.offered(m) == self.table)

    def questions(self) -> list[Json]:
        """The questions at this table that are open."""
        found = [(m, screen.matching(screen.QUESTION, m["components"])) for m in self.testbed.messages()]
        return [message for message, match in found if match and int(match[1]) == self.table]
