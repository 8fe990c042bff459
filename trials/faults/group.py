"""A group of people at a table, and what they see of it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sandbox.kinds import Json
from trials import screen
from trials.faults.player import Player
from trials.faults.testbed import Testbed


class Group:
    """People who play together; ``table`` is 0 while they have none."""

    def __init__(self, testbed: Testbed, players: list[Player], random: Random) -> None:
        self.testbed = testbed
        self.world = testbed.world
        self.players = players
        self.random = random
        self.table = 0
        self._home = players[0].channel

    def somebody(self) -> Player:
        """Return a random person of the group."""
        return self.random.choice(self.players)

    def go_to(self, channel: str) -> None:
        """Open a channel or thread."""
        for player in self.players:
            player.channel = channel

    def go_home(self) -> None:
        """Go back to the channel where tables are opened."""
        self.go_to(self._home)

    async def happens(self, what: Callable[[], bool], seconds: float) -> bool:
        """Wait until something is seen, at most ``seconds``; return whether it was."""
        return await self.world.changes.wait_until(what, seconds)

    def board(self) -> Json | None:
        """Return the newest board with buttons."""
        return screen.newest(m for m in self.testbed.boards(self.table) if screen.table_of_usable_board(m))

    def lobbies(self) -> list[Json]:
        """Return the lobby messages in the channel of this game, oldest first."""
        return [m for m in self.world.messages.get(self._home, {}).values() if not m["_reader"] and self.offered(m)]

    @staticmethod
    def offered(message: Json) -> int:
        """Return the open table of a lobby message; 0 for other messages."""
        match = screen.matching(screen.LOBBY, message["components"]) or screen.matching(screen.CANCEL, message["components"])
        return int(match[1]) if match else 0

    def lobby(self) -> Json | None:
        """Return the lobby message of the table, while it is open."""
        return screen.newest(m for m in self.lobbies() if self.offered(m) == self.table)

    def questions(self) -> list[Json]:
        """Return the open questions of this table."""
        found = [(m, screen.matching(screen.QUESTION, m["components"])) for m in self.testbed.messages()]
        return [message for message, match in found if match and int(match[1]) == self.table]
