"""What places and people are owed besides boards."""

from __future__ import annotations

from db.change import add_notices
from db.connection import Connection
from db.rows import NoticeRow

CHANGES = "seat IS NOT NULL OR ballot IS NOT NULL OR kind = 'invited'"  # the message of such a notice is changed or taken away


class Notices:
    """An outbox: what is written here is sent once, before or after a restart."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    async def owe(self, *notices: NoticeRow) -> None:
        """Their ids are given here."""
        async with self._db.transaction() as db:
            await add_notices(db, notices)

    async def owed(self) -> list[NoticeRow]:
        """All that wait to be sent, oldest first."""
        return [NoticeRow(*row) for row in await self._db.all("SELECT * FROM notices WHERE message IS NULL ORDER BY id")]

    async def get(self, notice: int) -> NoticeRow | None:
        row = await self._db.one("SELECT * FROM notices WHERE id = ?", notice)
        return NoticeRow(*row) if row else None

    async def of_ballot(self, ballot: int) -> NoticeRow | None:
        """The notice that puts a question."""
        row = await self._db.one("SELECT * FROM notices WHERE ballot = ?", ballot)
        return NoticeRow(*row) if row else None

    async def stale(self) -> list[NoticeRow]:
        """Those whose messages are to be taken away."""
        return [NoticeRow(*row) for row in await self._db.all("SELECT * FROM notices WHERE stale ORDER BY id")]

    async def paid(self, notice: int, place: int, message: int) -> bool:
        """It has been sent; False if it became pointless meanwhile."""
        async with self._db.transaction() as db:
            sql = "UPDATE notices SET place = ?, message = ?, trouble = '' WHERE id = ?"
            known = (await db.execute(sql, (place, message, notice))).rowcount == 1
            await db.execute(f"DELETE FROM notices WHERE id = ? AND NOT ({CHANGES})", (notice,))
        return known

    async def set_trouble(self, notice: int, trouble: str) -> None:
        """Why it could not be sent when last tried."""
        async with self._db.transaction() as db:
            await db.execute("UPDATE notices SET trouble = ? WHERE id = ?", (trouble, notice))

    async def forget(self, notice: int) -> None:
        """It is not owed any more, or its message is gone."""
        async with self._db.transaction() as db:
            await db.execute("DELETE FROM notices WHERE id = ?", (notice,))
