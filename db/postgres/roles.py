"""The roles of a process on a server's database, and what it has agreed on with the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import asyncpg

from db.postgres.membership import CHANNEL, PROCESSES, ROLES, Membership, processes_of
from db.roles import FREED, Process, Told
from db.statement import Statement, Unsaved

if TYPE_CHECKING:
    from db.database import Database

TAKE = """INSERT INTO parterre_roles (role, process) SELECT $1, process FROM parterre_processes WHERE process = $2
    ON CONFLICT (role) DO NOTHING"""
HOLDER = "SELECT process FROM parterre_roles WHERE role = $1"
GIVE_UP = f"""WITH freed AS (DELETE FROM parterre_roles WHERE role = $1 AND process = $2 RETURNING role)
    SELECT pg_notify('{CHANNEL}', '{FREED}') FROM freed"""
AGREE_ALONE = "SELECT pg_advisory_xact_lock(hashtext('parterre agree'))"
AGREE = """UPDATE parterre_processes SET agreed = agreed || jsonb_build_object(CAST($1 AS TEXT), coalesce(
      (SELECT agreed ->> $1 FROM parterre_processes WHERE process != $3 AND agreed ? $1 ORDER BY began LIMIT 1),
      CAST($2 AS TEXT)))
    WHERE process = $3 RETURNING agreed ->> $1"""
MOST_TURNS = 64  # ahead of now, also if the server's clock was set back
WAIT_TURN = f"""INSERT INTO parterre_turns (queue, free_at) VALUES ($1, now() + make_interval(secs => $2))
    ON CONFLICT (queue) DO UPDATE SET free_at = make_interval(secs => $2)
      + least(greatest(parterre_turns.free_at, now()), now() + make_interval(secs => $2 * {MOST_TURNS}))
    RETURNING CAST(extract(epoch FROM free_at - now()) AS FLOAT) - $2"""


class ServerRoles:
    """The roles of one of the processes that share a server's database."""

    alone = False

    def __init__(self, database: Database, membership: Membership, process: int) -> None:
        self.process = f"parterre {process}"
        self._number = process
        self._database = database
        self._membership = membership
        self._listeners = defaultdict[str, list[Told]](list)
        membership.on_notice = self._tell

    @property
    def sure(self) -> bool:
        return self._membership.sure

    @property
    def count(self) -> int:
        return self._membership.count

    async def agree(self, name: str, value: str) -> str:
        *_, rows = await self._database.run([Statement(AGREE_ALONE), Statement(AGREE, (name, value, self._number), touches=1)])
        return rows[0][0]

    async def take(self, role: str) -> bool:
        with suppress(asyncpg.ForeignKeyViolationError):  # others are ending this process
            await self._database.all(TAKE, role, self._number)
        return await self._database.one(HOLDER, role) == (self._number,)

    async def give_up(self, role: str) -> None:
        with suppress(Unsaved):
            await self._database.all(GIVE_UP, role, self._number)

    async def wait_turn(self, queue: str, pause: float) -> float:
        ((seconds,),) = await self._database.all(WAIT_TURN, queue, pause)
        return max(0.0, seconds)

    def listen(self, subject: str, told: Told) -> Callable[[], None]:
        self._listeners[subject].append(told)
        return partial(self._listeners[subject].remove, told)

    async def processes(self) -> list[Process]:
        return processes_of(await self._database.all(PROCESSES), await self._database.all(ROLES))

    def _tell(self, notice: str) -> None:
        """Tell a notice to those who listen to its subject, or all that some may have been missed."""
        subject, _, text = notice.partition(" ")
        kinds = [self._listeners[subject]] if subject else self._listeners.values()
        for told in [each for kind in kinds for each in kind]:  # a copy, as one may end its listening
            told(text)
