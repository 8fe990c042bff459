"""How many hints were asked for."""

from __future__ import annotations

from db.database import Database
from db.statement import Repeated, Statement

USED = 'SELECT CAST(coalesce(sum(used), 0) AS BIGINT) FROM hints WHERE "table" = $1 AND seat = $2 AND seq >= $3'
USE = """INSERT INTO hints ("table", seat, seq, used) VALUES ($1, $2, $3, 1)
         ON CONFLICT ("table", seat, seq) DO UPDATE SET used = hints.used + 1 WHERE hints.used < $4"""


class Hints:
    """By table, seat, and the seq of the table at which they were asked for."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def used(self, table: int, seat: int, since: int = 0) -> int:
        """How many this seat has asked for since the table had this seq."""
        row = await self._db.one(USED, table, seat, since)
        return row[0] if row else 0

    async def use(self, table: int, seat: int, seq: int, most: int) -> None:
        """One more, at this seq; raises `db.statement.Repeated` if there were so many already."""
        await self._db.run([Statement(USE, (table, seat, seq, most), touches=1, otherwise=Repeated)])
