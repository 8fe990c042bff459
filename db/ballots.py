"""What the others at a table are asked to agree to."""

from __future__ import annotations

from db.change import add_notices
from db.connection import Connection
from db.rows import BallotRow, NoticeRow


class Ballots:
    """Questions and votes."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    async def get(self, ballot: int) -> BallotRow | None:
        row = await self._db.one("SELECT * FROM ballots WHERE id = ?", ballot)
        return BallotRow(*row) if row else None

    async def open(self, table: int) -> list[BallotRow]:
        """Those that are not settled."""
        sql = "SELECT * FROM ballots WHERE \"table\" = ? AND outcome = '' ORDER BY id"
        return [BallotRow(*row) for row in await self._db.all(sql, table)]

    async def asked_before(self, ballot: BallotRow) -> BallotRow | None:
        """The newest one by the same person about the same."""
        sql = """SELECT * FROM ballots WHERE "table" = ? AND kind = ? AND subject = ? AND asker = ? ORDER BY id DESC LIMIT 1"""
        row = await self._db.one(sql, ballot.table, ballot.kind, ballot.subject, ballot.asker)
        return BallotRow(*row) if row else None

    async def expired(self, now: float) -> list[BallotRow]:
        """Open ones whose time is over."""
        sql = "SELECT * FROM ballots WHERE outcome = '' AND expires <= ? ORDER BY id"
        return [BallotRow(*row) for row in await self._db.all(sql, now)]

    async def tables(self) -> list[int]:
        """The tables with a question that is not settled."""
        sql = "SELECT DISTINCT \"table\" FROM ballots WHERE outcome = '' ORDER BY 1"
        return [row[0] for row in await self._db.all(sql)]

    async def to_show(self) -> list[BallotRow]:
        """Settled ones whose notice is still kept: it does not say so yet."""
        kept = "SELECT ballot FROM notices WHERE ballot IS NOT NULL"
        sql = f"SELECT * FROM ballots WHERE outcome != '' AND id IN ({kept}) ORDER BY id"
        return [BallotRow(*row) for row in await self._db.all(sql)]

    async def votes(self, ballot: int) -> dict[int, bool]:
        """By person: was it a yes?"""
        rows = await self._db.all("SELECT person, yes FROM votes WHERE ballot = ?", ballot)
        return {row[0]: bool(row[1]) for row in rows}

    async def ask(self, ballot: BallotRow, notice: NoticeRow) -> int:
        """A new question, and the notice that puts it; the id of the row given does not count."""
        async with self._db.transaction() as db:
            sql = 'INSERT INTO ballots ("table", kind, subject, asker, seq, expires) VALUES (?, ?, ?, ?, ?, ?)'
            cursor = await db.execute(sql, ballot[1:-1])
            assert cursor.lastrowid is not None
            await add_notices(db, (notice._replace(ballot=cursor.lastrowid),))
        return cursor.lastrowid

    async def vote(self, ballot: int, person: int, *, yes: bool) -> None:
        """A person's answer; a later one counts instead of an earlier one."""
        async with self._db.transaction() as db:
            sql = "INSERT INTO votes VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET yes = excluded.yes"
            await db.execute(sql, (ballot, person, yes))

    async def settle(self, ballot: int, outcome: str) -> bool:
        """Close a question that changes nothing at the table; False if it was closed already."""
        async with self._db.transaction() as db:
            sql = "UPDATE ballots SET outcome = ? WHERE id = ? AND outcome = ''"
            return (await db.execute(sql, (outcome, ballot))).rowcount == 1
