"""What places and people are owed besides boards."""

from __future__ import annotations

from collections.abc import Iterable

from db.rows import NoticeRow
from db.sqlite import Database
from db.statement import Statement, insertion

OWED = "SELECT * FROM notices WHERE message IS NULL ORDER BY id"
GET = "SELECT * FROM notices WHERE id = $1"
OF_BALLOT = "SELECT * FROM notices WHERE ballot = $1"
STALE = "SELECT * FROM notices WHERE stale ORDER BY id"

ADD = insertion("notices", NoticeRow._fields[1:])
PAY = "UPDATE notices SET place = $2, message = $3, trouble = '' WHERE id = $1 RETURNING id"
FORGET_UNCHANGING = """DELETE FROM notices
                       WHERE id = $1 AND seat IS NULL AND ballot IS NULL AND kind != 'invited'"""
SET_TROUBLE = "UPDATE notices SET trouble = $2 WHERE id = $1"
FORGET = "DELETE FROM notices WHERE id = $1"


def dropping(which: str) -> tuple[str, str]:
    """Of notices that are pointless by now: what is owed is owed no more, what is sent is to be taken away."""
    return f"DELETE FROM notices WHERE {which} AND message IS NULL", f"UPDATE notices SET stale = 1 WHERE {which}"


DROP_SAME = dropping('"table" = $1 AND seat = $2 AND person = $3')


def adding(notices: Iterable[NoticeRow]) -> list[Statement]:
    """Owe them; their ids are given by the database. What somebody was told before of the same turn is pointless from now on."""
    known = tuple(notices)
    told = [(one.table, one.seat, one.person) for one in known if None not in (one.table, one.seat, one.person)]
    return [Statement(sql, values) for values in told for sql in DROP_SAME] + [Statement(ADD, one[1:]) for one in known]


class Notices:
    """An outbox: what is written here is sent once, before or after a restart."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def owe(self, *notices: NoticeRow) -> None:
        """Their ids are given here."""
        await self._db.run(adding(notices))

    async def owed(self) -> list[NoticeRow]:
        """All that wait to be sent, oldest first."""
        return [NoticeRow(*row) for row in await self._db.all(OWED)]

    async def get(self, notice: int) -> NoticeRow | None:
        row = await self._db.one(GET, notice)
        return NoticeRow(*row) if row else None

    async def of_ballot(self, ballot: int) -> NoticeRow | None:
        """The notice that puts a question."""
        row = await self._db.one(OF_BALLOT, ballot)
        return NoticeRow(*row) if row else None

    async def stale(self) -> list[NoticeRow]:
        """Those whose messages are to be taken away."""
        return [NoticeRow(*row) for row in await self._db.all(STALE)]

    async def paid(self, notice: int, place: int, message: int) -> bool:
        """It has been sent; False if it became pointless meanwhile."""
        known, _ = await self._db.run([Statement(PAY, (notice, place, message)), Statement(FORGET_UNCHANGING, (notice,))])
        return bool(known)

    async def set_trouble(self, notice: int, trouble: str) -> None:
        """Why it could not be sent when last tried."""
        await self._db.run([Statement(SET_TROUBLE, (notice, trouble))])

    async def forget(self, notice: int) -> None:
        """It is not owed any more, or its message is gone."""
        await self._db.run([Statement(FORGET, (notice,))])
