"""Questions to the other players of a table, and their votes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from db.database import Database
from db.due import follow
from db.enqueue import enqueue, settle_questions, update_edited_question
from db.locks import lock_tables
from db.queries import STILL_AT
from db.rows import BallotRow, OutboxRow
from db.statement import Later, Statement

GET = "SELECT * FROM ballots WHERE id = $1"
OPEN = "SELECT * FROM ballots WHERE \"table\" = $1 AND outcome = '' ORDER BY id"
ASKED_BEFORE = 'SELECT * FROM ballots WHERE "table" = $1 AND kind = $2 AND asker = $3 ORDER BY id DESC LIMIT 100'
VOTES = "SELECT person, yes FROM votes WHERE ballot = $1"

CONCERN = "UPDATE tables SET revision = revision + 1 WHERE id = $1 AND revision = $2"
ASK = 'INSERT INTO ballots ("table", kind, subject, asker, expires) VALUES ($1, $2, $3, $4, $5) RETURNING id'
PUT = """UPDATE outbox SET ballot = $2
         WHERE "table" = $1 AND kind = 'notice' AND subject = 'ballot' AND ballot IS NULL"""
# Somebody who was erased at the table meanwhile does not vote there.
VOTE = """INSERT INTO votes (ballot, person, yes)
    SELECT id, CAST($2 AS BIGINT), CAST($3 AS BIGINT) FROM ballots
    WHERE id = $1 AND outcome = '' AND EXISTS (
        SELECT 1 FROM appearances WHERE person = $2 AND appearances."table" = ballots."table")
    ON CONFLICT (ballot, person) DO UPDATE SET yes = excluded.yes"""
COUNT_AGAIN = "wake = CASE WHEN wake > 0 THEN 0 ELSE wake - 1 END"  # at once; another value than any before it
WAKE = f"UPDATE ballots SET {COUNT_AGAIN} WHERE id = $1"
REVIEWED = "UPDATE ballots SET wake = expires WHERE id = $1 AND wake = $2 AND outcome = ''"
PROLONG = "UPDATE ballots SET expires = $2, wake = $2, subject = $3 WHERE id = $1 AND outcome = ''"
SETTLE = "UPDATE ballots SET outcome = $2 WHERE id = $1 AND outcome = ''"


def settle(ballot: BallotRow) -> Statement:
    """Give a ballot its outcome; the job raises `Stale` if it has one already."""
    return Statement(SETTLE, (ballot.id, ballot.outcome), touches=1)


class Ballots:
    """Ballots and votes. A ballot without an outcome is open."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def get(self, ballot: int) -> BallotRow | None:
        """Return the ballot with this id, or None."""
        row = await self._db.one(GET, ballot)
        return BallotRow(*row) if row else None

    async def open(self, table: int) -> list[BallotRow]:
        """Return the open ballots of a table, oldest first."""
        return [BallotRow(*row) for row in await self._db.all(OPEN, table)]

    async def asked_before(self, ballot: BallotRow) -> list[BallotRow]:
        """Return up to 100 ballots of the same kind, table and asker, newest first."""
        return [BallotRow(*row) for row in await self._db.all(ASKED_BEFORE, ballot.table, ballot.kind, ballot.asker)]

    async def votes(self, ballot: int) -> dict[int, bool]:
        """Return the votes by person: True for yes."""
        return {person: bool(yes) for person, yes in await self._db.all(VOTES, ballot)}

    async def ask(
        self, ballot: BallotRow, notice: OutboxRow, revision: int, *others: OutboxRow, people: Sequence[Statement] = ()
    ) -> int:
        """Store a ballot, enqueue the notice that puts the question and others, and return its id.

        The id of ``ballot`` is ignored. The revision of the table rises by one.

        :param people: statements of `db.people.add_people` for people whom the question names.
        :raises db.statement.Stale: when the table is not at this revision any more.
        """
        here = Statement(CONCERN, (ballot.table, revision), touches=1)
        put = Statement(PUT, (ballot.table, Later.RETURNED_ID), touches=1)
        _, ((id_,),), *_ = await self._db.run(
            [here, Statement(ASK, ballot[1:6]), *people, *enqueue(*others), *enqueue(notice), put, *follow(ballot.table)]
        )
        return id_

    async def vote(self, ballot: BallotRow, person: int, now: float, *, yes: bool) -> None:
        """Store a person's vote in place of an earlier one.

        :raises db.statement.Stale: when the ballot was closed, or the person erased at the table.
        """
        vote, wake = Statement(VOTE, (ballot.id, person, int(yes)), touches=1), Statement(WAKE, (ballot.id,))
        edited = update_edited_question(ballot.id, now)
        await self._db.run([*lock_tables(ballot.table), vote, wake, edited, *follow(ballot.table)])

    async def mark_reviewed(self, table: int, ballots: Iterable[BallotRow]) -> None:
        """Check these open ballots again when they expire, but those at once that got a vote since they were read."""
        reviewed = [Statement(REVIEWED, (ballot.id, ballot.wake)) for ballot in ballots]
        await self._db.run([*lock_tables(table), *reviewed, *follow(table)])

    async def prolong(self, ballot: BallotRow, revision: int, *notices: OutboxRow) -> None:
        """Store the ``expires`` and ``subject`` of an open ballot, and enqueue notices.

        :raises db.statement.Stale: when it was closed, or the table is not at this revision any more.
        """
        here = Statement(STILL_AT, (ballot.table, revision), touches=1)
        longer = Statement(PROLONG, (ballot.id, ballot.expires, ballot.subject), touches=1)
        await self._db.run([here, longer, *enqueue(*notices), *follow(ballot.table)])

    async def settle(self, ballot: BallotRow, revision: int, now: float, *notices: OutboxRow) -> None:
        """Close a ballot that changes nothing at the table, and enqueue notices.

        :raises db.statement.Stale: when it was closed already, or the table is not at this revision any more.
        """
        here = Statement(STILL_AT, (ballot.table, revision), touches=1)
        settled = [settle(ballot), *enqueue(*notices), *settle_questions(ballot.table, now)]
        await self._db.run([here, *settled, *follow(ballot.table)])
