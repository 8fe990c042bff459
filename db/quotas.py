"""How often and how much each person uses a server: counts, and statements that hold only within a limit."""

from __future__ import annotations

from collections.abc import Sequence

from db.database import Database
from db.locks import lock_place
from db.statement import LOCK_FREE, Exceeded, Later, Statement

WINDOW_SECONDS = 3600.0  # in which a use is kept and counted

_OPEN = "FROM tables WHERE guild = $1 AND status IN ('open', 'running') AND status = 'open'"
_RUNNING = """FROM seats AS own JOIN tables ON tables.id = own."table"
    WHERE own.person = $2 AND own.past = 0 AND own.standing = 'seated' AND tables.guild = $1 AND tables.status = 'running'"""
_OTHERS = """FROM seats AS one WHERE one."table" = own."table" AND one.person != own.person AND one.level = ''"""

OPEN_OF = f"SELECT count(*) {_OPEN} AND host = $2"
OPEN_IN = f"SELECT count(*) {_OPEN}"
RUNNING_IN = "SELECT count(*) FROM tables WHERE guild = $1 AND status IN ('open', 'running') AND status = 'running'"
RUNNING_OF = f"SELECT count(*) {_RUNNING}"
PRACTICE_OF = f"{RUNNING_OF} AND NOT EXISTS (SELECT 1 {_OTHERS})"

# These touch one row if the limits hold after the statements before them in the same job, else none.
HOLD_OPEN = f"""UPDATE tables SET warned = warned WHERE id = $5
    AND ({OPEN_OF}) <= $3 AND ({OPEN_IN}) <= $4"""
HOLD_RUNNING_IN = f"UPDATE tables SET warned = warned WHERE id = $2 AND ({RUNNING_IN}) <= $3"
HOLD_RUNNING = f"""UPDATE tables SET warned = warned WHERE id = $3 AND ({RUNNING_OF}) <= $4 AND ({PRACTICE_OF}) <= $5"""

_USES = "FROM uses WHERE uses.kind = $1 AND uses.guild = $2 AND uses.person = $3"
FORGET = f"""DELETE FROM uses WHERE (kind, guild, person, about, at) IN (
    SELECT kind, guild, person, about, at FROM uses WHERE at < $1 {LOCK_FREE})"""
COUNT_USE = f"""INSERT INTO uses (kind, guild, person, about, at)
    SELECT CAST($1 AS TEXT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS DOUBLE PRECISION)
    WHERE (SELECT count(*) {_USES} AND uses.at > $6) < $7
    AND (SELECT count(*) {_USES} AND uses.about = $4 AND uses.at > $6) < $8"""
NEWEST = f"SELECT uses.at {_USES} ORDER BY uses.at DESC LIMIT 1 OFFSET $4"
NEWEST_ABOUT = f"SELECT uses.at {_USES} AND uses.about = $4 ORDER BY uses.at DESC LIMIT 1 OFFSET $5"

NEWEST_MOVER = """SELECT person FROM moves WHERE "table" = $1 AND undone_at IS NULL AND person > 0 ORDER BY seq DESC LIMIT 1"""
UNDOS_AGAIN = """SELECT count(DISTINCT undone_at) FROM moves WHERE "table" = $1 AND person = $2 AND undone_at > $3
    AND EXISTS (SELECT 1 FROM moves AS known WHERE known."table" = $1 AND known.person = $2 AND known.undone_at IS NOT NULL
        AND known.seq > (SELECT coalesce(max(seq), 0) FROM moves AS older
            WHERE older."table" = $1 AND older.undone_at IS NULL AND older.seat >= 0 AND older.person != $2))"""


class Quotas:
    """Counts by server and person: of tables from their rows, of uses within the last hour from the rows of ``uses``."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def open_of(self, guild: int, host: int) -> int:
        """Count the open tables that a person hosts on a server."""
        return await self._count(OPEN_OF, guild, host)

    async def open_in(self, guild: int) -> int:
        """Count the open tables of a server."""
        return await self._count(OPEN_IN, guild)

    async def running_in(self, guild: int) -> int:
        """Count the running tables of a server."""
        return await self._count(RUNNING_IN, guild)

    async def running_of(self, guild: int, person: int) -> int:
        """Count the running tables of a server where a person plays."""
        return await self._count(RUNNING_OF, guild, person)

    async def practice_of(self, guild: int, person: int) -> int:
        """Count the running tables of a server where a person plays with computers only."""
        return await self._count(PRACTICE_OF, guild, person)

    async def nth_newest(self, kind: str, guild: int, person: int, number: int) -> float | None:
        """Return the time of a use by a person: ``number`` 0 is the newest, 1 the one before it. None if there were fewer."""
        row = await self._db.one(NEWEST, kind, guild, person, number)
        return row[0] if row else None

    async def nth_newest_about(self, kind: str, guild: int, person: int, about: int, number: int) -> float | None:
        """Return the time of a use by a person that concerns the person ``about``; else like `nth_newest`."""
        row = await self._db.one(NEWEST_ABOUT, kind, guild, person, about, number)
        return row[0] if row else None

    async def use(self, statements: Sequence[Statement]) -> None:
        """Carry out the statements of `count_use`, for a use that changes nothing else.

        :raises db.statement.Exceeded: when a limit is reached.
        """
        await self._db.run(statements)

    async def undos_before_newest(self, table: int, since: float) -> int:
        """Count the undos since a time by the person whose move is the newest; 0 unless that move follows an undo."""
        row = await self._db.one(NEWEST_MOVER, table)
        return await self._count(UNDOS_AGAIN, table, row[0], since) if row else 0

    async def _count(self, sql: str, *values: int | float) -> int:
        row = await self._db.one(sql, *values)
        return row[0] if row else 0


def count_use(kind: str, guild: int, person: int, about: int, now: float, most: int, most_about: int) -> list[Statement]:
    """Count one more use, if fewer than ``most`` (``most_about`` for the same person) are in the last hour; delete older ones.

    The job raises `Exceeded` otherwise.
    """
    since = now - WINDOW_SECONDS
    use = Statement(COUNT_USE, (kind, guild, person, about, now, since, most, most_about), touches=1, otherwise=Exceeded)
    return [Statement(FORGET, (since,)), lock_place(guild), use]


def require_open_within(guild: int, host: int, most_of: int, most_in: int) -> list[Statement]:
    """Require that the host has at most ``most_of`` open tables, and the server ``most_in``; else the job raises `Exceeded`.

    The job has opened a table before it.
    """
    hold = Statement(HOLD_OPEN, (guild, host, most_of, most_in, Later.RETURNED_ID), touches=1, otherwise=Exceeded)
    return [lock_place(guild), hold]


def require_running_in_within(guild: int, table: int, most: int) -> list[Statement]:
    """Require that at most ``most`` tables run on the server of this table; else the job raises `Exceeded`."""
    return [lock_place(guild), Statement(HOLD_RUNNING_IN, (guild, table, most), touches=1, otherwise=Exceeded)]


def require_running_within(guild: int, person: int, table: int, most: int, most_practice: int) -> list[Statement]:
    """Require that the person plays at most ``most`` running tables, ``most_practice`` with computers only; else `Exceeded`."""
    hold = Statement(HOLD_RUNNING, (guild, person, table, most, most_practice), touches=1, otherwise=Exceeded)
    return [lock_place(guild), hold]
