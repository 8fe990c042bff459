"""How many hints were asked for."""

from __future__ import annotations

from typing import NamedTuple

from db.database import Database
from db.statement import Statement

USED = 'SELECT CAST(coalesce(sum(used), 0) AS BIGINT) FROM hints WHERE "table" = $1 AND seat = $2 AND seq >= $3'
BY_PERSON = """SELECT seat, person, CAST(sum(used) AS BIGINT) FROM hints WHERE "table" = $1
               GROUP BY seat, person ORDER BY seat, min(seq)"""
# The moves of others that stand part the turns of a seat; what it has undone itself does not.
SINCE = """SELECT coalesce(max(seq), 0) FROM moves
           WHERE "table" = $1 AND seat != $2 AND seat >= 0 AND undone_at IS NULL"""
USE = """INSERT INTO hints ("table", seat, seq, person, used)
         SELECT $1, $2, $3, person, 1 FROM seats WHERE seats."table" = $1 AND seats.seat = $2
         ON CONFLICT ("table", seat, seq, person) DO UPDATE SET used = hints.used + 1"""


class HintsTaken(NamedTuple):
    """The hints that a person took on a seat, which may be another's now."""

    seat: int
    person: int
    used: int


class Hints:
    """By table, seat, and the seq of the table at which they were asked for."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def used(self, table: int, seat: int, since: int) -> int:
        """How many this seat has asked for since the table had this seq."""
        row = await self._db.one(USED, table, seat, since)
        return row[0] if row else 0

    async def used_in_turn(self, table: int, seat: int) -> int:
        """How many since somebody else has moved; undoing gives none back."""
        row = await self._db.one(SINCE, table, seat)
        return await self.used(table, seat, row[0] if row else 0)

    async def by_person(self, table: int) -> list[HintsTaken]:
        """Return the hints of the whole game, one entry for each person on each seat."""
        return [HintsTaken(*row) for row in await self._db.all(BY_PERSON, table)]


def using(table: int, seat: int, seq: int) -> Statement:
    """Return the statement that counts one more hint, at this seq, for the person on the seat."""
    return Statement(USE, (table, seat, seq), touches=1)
