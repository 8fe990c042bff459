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

    async def tables_to_wake(self, now: float) -> list[int]:
        """The tables with a question that may be decided, or whose time is over."""
        sql = "SELECT \"table\" FROM ballots WHERE outcome = '' AND wake <= ? ORDER BY wake"
        return list(dict.fromkeys(row[0] for row in await self._db.all(sql, now)))

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
            sql = 'INSERT INTO ballots ("table", kind, subject, asker, expires) VALUES (?, ?, ?, ?, ?)'
            cursor = await db.execute(sql, ballot[1:6])
            assert cursor.lastrowid is not None
            await add_notices(db, (notice._replace(ballot=cursor.lastrowid),))
        return cursor.lastrowid

    async def vote(self, ballot: int, person: int, *, yes: bool) -> None:
        """A person's answer; a later one counts instead of an earlier one."""
        async with self._db.transaction() as db:
            sql = "INSERT INTO votes VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET yes = excluded.yes"
            await db.execute(sql, (ballot, person, yes))
            await db.execute("UPDATE ballots SET wake = 0 WHERE id = ?", (ballot,))

    async def put_off(self, table: int, wake: float | None = None) -> None:
        """When the house looks at the open questions of a table again; else when their time is over."""
        async with self._db.transaction() as db:
            sql = "UPDATE ballots SET wake = coalesce(?, expires) WHERE \"table\" = ? AND outcome = ''"
            await db.execute(sql, (wake, table))

    async def settle(self, ballot: int, outcome: str, *notices: NoticeRow) -> None:
        """Close a question that changes nothing at the table, and owe the notices, unless it was closed already."""
        async with self._db.transaction() as db:
            sql = "UPDATE ballots SET outcome = ? WHERE id = ? AND outcome = ''"
            settled = (await db.execute(sql, (outcome, ballot))).rowcount == 1
            await add_notices(db, notices if settled else ())
