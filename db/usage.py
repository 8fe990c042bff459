"""The use of a server's database, seen from outside: its processes, and the connections that it allows them."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from db.roles import Process


class ServerUsage(NamedTuple):
    """The use of a server's database at one moment, ``now`` by the server's clock.

    ``connections`` is how many the server allows this role, for all processes together; ``needed`` is how many a process makes.
    """

    name: str
    now: datetime
    processes: list[Process]
    connections: int
    needed: int
