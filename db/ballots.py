"""What the others at a table are asked to agree to."""

from __future__ import annotations

from db.database import Database
from db.owing import owing, settling_questions
from db.rows import BallotRow, OutboxRow
from db.statement import Statement

GET = "SELECT * FROM ballots WHERE id = $1"
OPEN = "SELECT * FROM ballots WHERE \"table\" = $1 AND outcome = '' ORDER BY id"
ASKED_BEFORE = 'SELECT * FROM ballots WHERE "table" = $1 AND kind = $2 AND asker = $3 ORDER BY id DESC LIMIT 100'
TABLES_TO_WAKE = "SELECT \"table\" FROM ballots WHERE outcome = '' AND wake <= $1 ORDER BY wake LIMIT $2"
VOTES = "SELECT person, yes FROM votes WHERE ballot = $1"

CONCERN = "UPDATE tables SET revision = revision + 1 WHERE id = $1 AND revision = $2"
ASK = 'INSERT INTO ballots ("table", kind, subject, asker, expires) VALUES ($1, $2, $3, $4, $5) RETURNING id'
PUT = """UPDATE outbox SET ballot = (SELECT max(id) FROM ballots WHERE "table" = $1)
         WHERE "table" = $1 AND kind = 'notice' AND subject = 'ballot' AND ballot IS NULL"""
VOTE = "INSERT INTO votes (ballot, person, yes) VALUES ($1, $2, $3) ON CONFLICT (ballot, person) DO UPDATE SET yes = excluded.yes"
WAKE = "UPDATE ballots SET wake = 0 WHERE id = $1"
POSTPONE = "UPDATE ballots SET wake = coalesce($2, expires) WHERE \"table\" = $1 AND outcome = ''"
PROLONG = "UPDATE ballots SET expires = $2, wake = $2, subject = $3 WHERE id = $1 AND outcome = ''"
SETTLE = "UPDATE ballots SET outcome = $2 WHERE id = $1 AND outcome = ''"


def settling(ballot: BallotRow) -> Statement:
    """Give the ballot its outcome, unless it has one."""
    return Statement(SETTLE, (ballot.id, ballot.outcome), touches=1)


class Ballots:
    """Questions and votes."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def get(self, ballot: int) -> BallotRow | None:
        row = await self._db.one(GET, ballot)
        return BallotRow(*row) if row else None

    async def open(self, table: int) -> list[BallotRow]:
        """Those that are not settled."""
        return [BallotRow(*row) for row in await self._db.all(OPEN, table)]

    async def asked_before(self, ballot: BallotRow) -> list[BallotRow]:
        """Return the newest of this kind by the same person at the table, the newest first."""
        return [BallotRow(*row) for row in await self._db.all(ASKED_BEFORE, ballot.table, ballot.kind, ballot.asker)]

    async def tables_to_wake(self, now: float, most: int) -> list[int]:
        """Of at most so many questions that may be decided, or whose time is over: their tables."""
        return list(dict.fromkeys(row[0] for row in await self._db.all(TABLES_TO_WAKE, now, most)))

    async def votes(self, ballot: int) -> dict[int, bool]:
        """By person: was it a yes?"""
        return {person: bool(yes) for person, yes in await self._db.all(VOTES, ballot)}

    async def ask(self, ballot: BallotRow, notice: OutboxRow, revision: int, *others: OutboxRow) -> int:
        """A new question, the notice that puts it, and others beside; the id of the row given does not count.

        :raises db.statement.Stale: if the table is not at this revision any more; it is at the next one after it.
        """
        here = Statement(CONCERN, (ballot.table, revision), touches=1)
        put = Statement(PUT, (ballot.table,), touches=1)
        _, ((id_,),), *_ = await self._db.run([here, Statement(ASK, ballot[1:6]), *owing(*others), *owing(notice), put])
        return id_

    async def vote(self, ballot: int, person: int, *, yes: bool) -> None:
        """A person's answer; a later one counts instead of an earlier one."""
        await self._db.run([Statement(VOTE, (ballot, person, int(yes))), Statement(WAKE, (ballot,))])

    async def postpone(self, table: int, wake: float | None = None) -> None:
        """When the house looks at the open questions of a table again; else when their time is over."""
        await self._db.run([Statement(POSTPONE, (table, wake))])

    async def prolong(self, ballot: BallotRow, *notices: OutboxRow) -> None:
        """Give an open question the end and the subject that it has here, and owe the notices.

        :raises db.statement.Stale: if it was closed.
        """
        longer = Statement(PROLONG, (ballot.id, ballot.expires, ballot.subject), touches=1)
        await self._db.run([longer, *owing(*notices)])

    async def settle(self, ballot: BallotRow, now: float, *notices: OutboxRow) -> None:
        """Close a question that changes nothing at the table, and owe the notices.

        :raises db.statement.Stale: if it was closed already.
        """
        await self._db.run([settling(ballot), *owing(*notices), *settling_questions(ballot.table, now)])
