"""The roles of the processes that share a database: who does what, and who still counts.

Each process holds at most one *range* of the shards, and one of them is the *clerk*: it runs the sender, the clocks and the
computers. Of a file only one process has all roles. A server's database keeps one row a process (`db.postgres.membership`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple, Protocol

CLERK = "clerk"
OUTBOX, COMPUTERS, PERSON, SERVER = "outbox", "computers", "persons", "guilds"  # subjects of notices; PERSON, SERVER: with an id
FREED = "roles"  # the subject of a notice that roles have become free

Told = Callable[[str], None]


def range_role(number: int) -> str:
    """Return the role of a process that holds this range of the shards, counted from 0."""
    return f"range {number}"


class Process(NamedTuple):
    """A process that uses a database. ``roles`` maps each of its roles to the time since when it has it.

    ``agreed`` has the settings that all processes share. ``heard`` is when it last told the server that it lives.
    """

    name: str
    version: str
    began: datetime
    heard: datetime
    agreed: dict[str, str]
    roles: dict[str, datetime]


class Roles(Protocol):
    """The roles of one process, and news of the others.

    ``process`` is its name in claims; on a server it differs after each start. ``alone`` is whether no other process can share
    the database.
    """

    process: str
    alone: bool

    @property
    def sure(self) -> bool:
        """Return whether this process surely still counts: the server has lately confirmed it."""
        ...

    @property
    def count(self) -> int:
        """Return how many processes use the database, as of the last look; at least 1."""
        ...

    async def agree(self, name: str, value: str) -> str:
        """Return the value of a setting that all processes share: that of the others, or this one if no other has told it.

        :raises db.statement.Unsaved: when the server fails.
        """
        ...

    async def take(self, role: str) -> bool:
        """Take a role until this process ends; return False if another process has it.

        :raises db.statement.Unsaved: when the server fails.
        """
        ...

    async def give_up(self, role: str) -> None:
        """Leave a role to others. Errors of the server are ignored: it frees the roles of a process that ended."""
        ...

    async def wait_turn(self, queue: str, pause: float) -> float:
        """Book the next free moment of a queue in which two moments are ``pause`` seconds apart; return the seconds until it.

        :raises db.statement.Unsaved: when the server fails.
        """
        ...

    def listen(self, subject: str, told: Told) -> Callable[[], None]:
        """Call ``told`` for each notice about a subject, with its text; with an empty text when some may have been missed.

        :return: a function that ends this.
        """
        ...

    async def processes(self) -> list[Process]:
        """Return all processes that use the database, by age; none for a file.

        :raises db.statement.Unread: when the server fails.
        """
        ...


class SoleProcess:
    """The roles of the only process that uses a file: all of them."""

    process = "parterre"  # the same after a restart
    alone = True
    sure = True
    count = 1

    def __init__(self) -> None:
        self._free_at = dict[str, float]()

    async def agree(self, name: str, value: str) -> str:
        return value

    async def take(self, role: str) -> bool:
        return True

    async def give_up(self, role: str) -> None:
        pass

    async def wait_turn(self, queue: str, pause: float) -> float:
        now = asyncio.get_running_loop().time()
        at = max(now, self._free_at.get(queue, now))
        self._free_at[queue] = at + pause
        return at - now

    def listen(self, subject: str, told: Told) -> Callable[[], None]:
        """Do nothing: code that changes something in this process tells it itself."""
        return lambda: None

    async def processes(self) -> list[Process]:
        return []
