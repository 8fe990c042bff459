"""Results of ended games: one row for each seat, written by the change that ends the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from db.database import Database
from db.locks import lock_tables
from db.queries import STILL_AT
from db.rows import ResultRow
from db.statement import Statement

_COLUMNS = ", ".join(f'"{name}"' for name in ResultRow._fields)
_MARKS = ", ".join(f"${n}" for n in range(1, len(ResultRow._fields) + 1))
_CHANGEABLE = [name for name in ResultRow._fields if name not in ("table", "seat")]

INSERT = f'INSERT INTO results ({_COLUMNS}) VALUES ({_MARKS}) ON CONFLICT ("table", seat) DO NOTHING'
REPLACE = f"""INSERT INTO results ({_COLUMNS}) VALUES ({_MARKS}) ON CONFLICT ("table", seat) DO UPDATE SET
    {", ".join(f"{name} = excluded.{name}" for name in _CHANGEABLE)}"""
DELETE = 'DELETE FROM results WHERE "table" = $1 AND seat = $2'
OF_TABLE = f'SELECT {_COLUMNS} FROM results WHERE "table" = $1 ORDER BY seat'
OF_PERSON = f'SELECT {_COLUMNS} FROM results WHERE person = $1 AND ended < $2 ORDER BY ended DESC, "table" DESC LIMIT $3'
ENDED_TABLES = """SELECT id, EXISTS (SELECT 1 FROM results WHERE results."table" = tables.id)
    FROM tables WHERE id > $1 AND status = 'over' ORDER BY id LIMIT $2"""
THINKING = """SELECT seat, person, began, made FROM moves
    WHERE "table" = $1 AND undone_at IS NULL AND began IS NOT NULL ORDER BY seq"""


class ThoughtMove(NamedTuple):
    """A person's move that stands: when the turn's clock began and when the move was made, in seconds since 1970."""

    seat: int
    person: int
    began: float
    made: float


class Results:
    """Results by table and by person. Computers have ids below 0."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def of_table(self, table: int) -> list[ResultRow]:
        """Return the results of a table by seat; none while its game runs."""
        return [ResultRow(*row) for row in await self._db.all(OF_TABLE, table)]

    async def of_person(self, person: int, before: float, most: int) -> list[ResultRow]:
        """Return up to ``most`` results of a person whose games ended before a time, the newest first."""
        return [ResultRow(*row) for row in await self._db.all(OF_PERSON, person, before, most)]

    async def ended_tables(self, after: int, most: int) -> list[tuple[int, bool]]:
        """Return up to ``most`` ids of ended games above ``after``, ascending, each with whether it has results."""
        return [(table, bool(known)) for table, known in await self._db.all(ENDED_TABLES, after, most)]

    async def thinking(self, table: int) -> list[ThoughtMove]:
        """Return the moves of people that stand, oldest first, with the times of their clocks."""
        return [ThoughtMove(*row) for row in await self._db.all(THINKING, table)]

    async def add(self, table: int, revision: int, rows: Sequence[ResultRow]) -> None:
        """Store the results of an ended game that lacks them; those that are known stay as they are.

        :raises db.statement.Stale: when the table is not at this revision any more.
        """
        await self._db.run([Statement(STILL_AT, (table, revision), touches=1), *map(insert_result, rows)])

    async def replace(self, table: int, known: Sequence[ResultRow], rows: Sequence[ResultRow]) -> None:
        """Store ``rows`` as the results of a table in place of the ``known`` ones."""
        gone = {row.seat for row in known} - {row.seat for row in rows}
        deleted = [Statement(DELETE, (table, seat)) for seat in gone]
        await self._db.run([*lock_tables(table), *deleted, *(Statement(REPLACE, row) for row in rows)])


def insert_result(row: ResultRow) -> Statement:
    """Return the statement that stores the result of a seat."""
    return Statement(INSERT, row)
