"""Read what happened on a server, table by table, and keep the counts of weeks that are over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from db.database import Database
from db.locks import lock_place
from db.statement import Statement

TABLES_AT_ONCE = 50  # whose moves are read by one statement


class WeekRow(NamedTuple):
    """The counts of a week on a server; `db/migrations` describes the columns."""

    guild: int
    week: int
    started: int
    ended: int
    turns: int
    people: int
    seconds: float | None
    games: str


class PlayedTable(NamedTuple):
    """A table with a game that has begun; ``ended`` is None while it runs."""

    id: int
    game: str
    started: float
    ended: float | None


class MadeMove(NamedTuple):
    """A person's move that stands: when the turn's clock began and when the move was made, in seconds since 1970."""

    table: int
    seat: int
    person: int
    began: float
    made: float


class Participant(NamedTuple):
    """A person who had a seat when a game ended."""

    table: int
    person: int


_MARKS = ", ".join(f"${n}" for n in range(1, TABLES_AT_ONCE + 1))
# The words with 'open' make SQLite use the index of living tables.
PLAYED = """SELECT id, game, started, ended FROM tables WHERE guild = $1 AND ended >= $2 AND started < $3
    UNION ALL SELECT id, game, started, ended FROM tables
    WHERE guild = $1 AND status IN ('open', 'running') AND status = 'running' AND started < $3"""
MOVES = f"""SELECT "table", seat, person, began, made FROM moves
    WHERE "table" IN ({_MARKS}) AND person > 0 AND undone_at IS NULL AND began IS NOT NULL ORDER BY "table", seq"""
PARTICIPANTS = f'SELECT "table", person FROM results WHERE "table" IN ({_MARKS}) AND person > 0'
WEEKS = f"SELECT {', '.join(WeekRow._fields)} FROM activity WHERE guild = $1 AND week >= $2"
# A server that was deleted during the count has no tables any more. PostgreSQL would scan all tables for an EXISTS.
ADD = f"""INSERT INTO activity ({", ".join(WeekRow._fields)})
    SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), CAST($6 AS BIGINT),
        CAST($7 AS DOUBLE PRECISION), CAST($8 AS TEXT)
    WHERE (SELECT max(id) FROM tables WHERE guild = $1) IS NOT NULL ON CONFLICT (guild, week) DO NOTHING"""


class Activity:
    """The activity on servers."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def weeks(self, guild: int, since: int) -> list[WeekRow]:
        """Return the kept weeks of a server from one on."""
        return [WeekRow(*row) for row in await self._db.all(WEEKS, guild, since)]

    async def add(self, week: WeekRow) -> None:
        """Keep the counts of a week that is over, unless they are known or the server was deleted."""
        await self._db.run([lock_place(week.guild), Statement(ADD, week)])

    async def played(self, guild: int, since: float, until: float) -> list[PlayedTable]:
        """Return the tables of a server whose game ran at some time between two moments."""
        return [PlayedTable(*row) for row in await self._db.all(PLAYED, guild, since, until)]

    async def of_tables(self, tables: Sequence[int]) -> tuple[list[MadeMove], list[Participant]]:
        """Return the moves of people at up to `TABLES_AT_ONCE` tables, oldest first for each, and the people at their ends."""
        asked = (*tables, *[tables[-1]] * (TABLES_AT_ONCE - len(tables)))
        moves, participants = await self._db.read([Statement(MOVES, asked), Statement(PARTICIPANTS, asked)])
        return [MadeMove(*row) for row in moves], [Participant(*row) for row in participants]
