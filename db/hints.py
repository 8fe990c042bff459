"""Count the hints that people asked for."""

from __future__ import annotations

from typing import NamedTuple

from db.database import Database
from db.statement import Statement

SUM_USED = 'SELECT CAST(coalesce(sum(used), 0) AS BIGINT) FROM hints WHERE "table" = $1 AND seat = $2 AND seq >= $3'
BY_PERSON = """SELECT seat, person, CAST(sum(used) AS BIGINT) FROM hints WHERE "table" = $1
               GROUP BY seat, person ORDER BY seat, min(seq)"""
# Moves of other seats separate the turns of a seat. Moves that were undone do not.
LAST_MOVE_OF_OTHERS = """SELECT coalesce(max(seq), 0) FROM moves
           WHERE "table" = $1 AND seat != $2 AND seat >= 0 AND undone_at IS NULL"""
COUNT_USE = """INSERT INTO hints ("table", seat, seq, person, used)
         SELECT $1, $2, $3, person, 1 FROM seats WHERE seats."table" = $1 AND seats.seat = $2
         ON CONFLICT ("table", seat, seq, person) DO UPDATE SET used = hints.used + 1"""


class HintsTaken(NamedTuple):
    """The number of hints that a person took on a seat; somebody else may have the seat now."""

    seat: int
    person: int
    used: int


class Hints:
    """Hints by table, seat, and the seq of the table at which somebody asked for them."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def used(self, table: int, seat: int, since: int) -> int:
        """Return the number of hints that a seat asked for while the seq of the table was ``since`` or higher."""
        row = await self._db.one(SUM_USED, table, seat, since)
        return row[0] if row else 0

    async def used_in_turn(self, table: int, seat: int) -> int:
        """Return the number of hints since another seat has moved. An undo gives none back."""
        row = await self._db.one(LAST_MOVE_OF_OTHERS, table, seat)
        return await self.used(table, seat, row[0] if row else 0)

    async def by_person(self, table: int) -> list[HintsTaken]:
        """Return the number of hints in the whole game for each pair of person and seat."""
        return [HintsTaken(*row) for row in await self._db.all(BY_PERSON, table)]


def count_hint(table: int, seat: int, seq: int) -> Statement:
    """Return a statement that counts one more hint for the person on a seat, at this seq of the table."""
    return Statement(COUNT_USE, (table, seat, seq), touches=1)
