"""The roles of several processes that share a database, all in the process of the test."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from db.roles import SoleProcess, Told


class SharedRoles(SoleProcess):
    """The roles of one process. ``held`` and ``agreed`` are the same objects for all: the holder of each role, and settings.

    ``listeners`` are the functions that get notices.

    :param others: another process; None for the first one.
    """

    alone = False

    def __init__(self, process: str = "one", others: SharedRoles | None = None) -> None:
        super().__init__()
        self.process = process
        self.listeners = list[Told]()
        self.sure = True
        self.held: dict[str, str] = others.held if others else {}
        self.agreed: dict[str, str] = others.agreed if others else {}
        self.count = others.count + 1 if others else 1
        self._free_at = others._free_at if others else self._free_at

    async def agree(self, name: str, value: str) -> str:
        return self.agreed.setdefault(name, value)

    async def take(self, role: str) -> bool:
        return self.held.setdefault(role, self.process) == self.process

    async def give_up(self, role: str) -> None:
        if self.held.get(role) == self.process:
            del self.held[role]

    def listen(self, subject: str, told: Told) -> Callable[[], None]:
        self.listeners.append(told)
        return partial(self.listeners.remove, told)
