"""Work for a later time, stored so that it outlasts a stop: one row a kind and subject, with the time at which it is due.

The rows of a table of a game follow from its other rows. Each job that changes these ends with `follow`, so no other code says
when work at a table is due. Only a failure or a claim moves the time of a row.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from db.database import Database
from db.enqueue import enqueue
from db.locks import lock_tables
from db.rows import OutboxRow
from db.statement import Later, Statement

REMINDER = "reminder"  # of a turn, or its end
COMPUTER = "computer"  # a turn of a computer or stand-in
UNUSED = "unused"  # the closing of a table that nobody uses, or the notice before it
QUESTION = "question"  # the end of a question, or votes to count
REVIEW = "review"  # of a finished game
DIGEST = "digest"  # the daily message to a person
ERASE = "person-asked"  # the erasure of a person
SERVER_REMOVED = "server-removed-bot"  # the deletion of a server that removed the bot
SERVER_ASKED = "server-asked"  # the deletion of a server whose managers asked for it
SEASON_END = "season-end"  # the end of a season, with the month
OF_SERVERS = (SERVER_REMOVED, SERVER_ASKED, SEASON_END)

IS_OF_PERSON = f"kind IN ('{DIGEST}', '{ERASE}')"
_IS_OF_TABLE = f"kind IN ('{REMINDER}', '{COMPUTER}', '{UNUSED}', '{QUESTION}')"


def _derived(which: str) -> str:
    """Return a query for the kind, subject and time of all work at some tables.

    :param which: the end of a condition on their ids.
    """
    return f"""SELECT '{REMINDER}' AS kind, "table" AS subject, min(wake) AS at FROM clocks
        WHERE "table" {which} AND level = '' AND wake IS NOT NULL GROUP BY "table"
    UNION ALL SELECT '{COMPUTER}', "table", min(wake) FROM clocks
        WHERE "table" {which} AND level != '' AND wake IS NOT NULL GROUP BY "table"
    UNION ALL SELECT '{UNUSED}', id, wake FROM tables WHERE id {which} AND wake IS NOT NULL
    UNION ALL SELECT '{QUESTION}', "table", min(wake) FROM ballots WHERE "table" {which} AND outcome = '' GROUP BY "table" """


OF_TABLE = f"SELECT kind, subject, at, claim FROM due WHERE subject = $1 AND {_IS_OF_TABLE} ORDER BY kind"
DERIVED = _derived("= $1")
FOLLOW = (f"DELETE FROM due WHERE subject = $1 AND {_IS_OF_TABLE}", f"INSERT INTO due (kind, subject, at) {DERIVED}")
FOLLOW_ALL = (f"DELETE FROM due WHERE {_IS_OF_TABLE}", f"INSERT INTO due (kind, subject, at) {_derived('> 0')}")
CORRECT = f"INSERT INTO due (kind, subject, at) SELECT kind, subject, at FROM ({_derived('= $2')}) AS derived WHERE kind = $1"

PUT = """INSERT INTO due (kind, subject, at) VALUES ($1, $2, $3)
    ON CONFLICT (subject, kind) DO UPDATE SET at = excluded.at WHERE due.at > excluded.at"""
SET = """INSERT INTO due (kind, subject, at) VALUES ($1, $2, $3)
    ON CONFLICT (subject, kind) DO UPDATE SET at = excluded.at, claim = ''"""
DROP = "DELETE FROM due WHERE kind = $1 AND subject = $2"
TAKE = f"{DROP} AND at = $3 AND claim = $4"
AT = "SELECT at FROM due WHERE kind = $1 AND subject = $2"
DUE = "SELECT subject FROM due WHERE kind = $1 AND at <= $2 ORDER BY at, subject LIMIT $3"
ALL_DUE = " UNION ALL ".join(
    f"""SELECT * FROM (SELECT kind, subject, at, claim FROM due WHERE kind = '{kind}' AND at <= $1
        ORDER BY at, subject LIMIT $2) AS due_{number}"""
    for number, kind in enumerate((REMINDER, UNUSED, QUESTION, DIGEST))
)
# Materialized for the reason of `db.outbox.CLAIM`.
CLAIM = """WITH first AS MATERIALIZED (
        SELECT subject FROM due WHERE kind = $1 AND at <= $3 ORDER BY at, subject LIMIT $5)
    UPDATE due SET at = $4, claim = $2 WHERE kind = $1 AND subject IN (SELECT subject FROM first) AND at <= $3
    RETURNING kind, subject, at, claim"""
POSTPONE = "UPDATE due SET at = $5, claim = '' WHERE kind = $1 AND subject = $2 AND at = $3 AND claim = $4"
RELEASE_ALL = "UPDATE due SET at = $2, claim = '' WHERE kind = $1 AND at > $2"


class DueRow(NamedTuple):
    """Work of a kind at a subject (a table, a server or a person). ``at`` is in seconds since 1970.

    ``claim`` names the process that has taken it and has time until ``at``; empty if none has.
    """

    kind: str
    subject: int
    at: float
    claim: str = ""


def follow(table: int | Later) -> list[Statement]:
    """Make the due rows of a table follow from its row, clocks and ballots; the last statements of a job that changes these."""
    return [Statement(sql, (table,)) for sql in FOLLOW]


def promise(kind: str, subject: int, at: float) -> Statement:
    """Store work; if it is stored already, the earlier time counts."""
    return Statement(PUT, (kind, subject, at))


class Due:
    """Rows of `due`.

    `enqueue` and `postpone` act only on a row that is still as it was read. `drop`, `correct` and `release_all` act on any row.
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    async def put(self, kind: str, subject: int, at: float) -> None:
        """Store work; if it is stored already, the earlier time counts."""
        await self._db.run([promise(kind, subject, at)])

    async def drop(self, kind: str, subject: int) -> None:
        """Delete work that is done, or not wanted any more."""
        await self._db.run([Statement(DROP, (kind, subject))])

    async def enqueue(self, row: DueRow, *notices: OutboxRow) -> None:
        """Enqueue notices in place of work that is due.

        :raises db.statement.Stale: when the row was changed or deleted since it was read.
        """
        await self._db.run([Statement(TAKE, row, touches=1), *enqueue(*notices)])

    async def at(self, kind: str, subject: int) -> float | None:
        """Return the time at which work is due, in seconds since 1970; None if there is no such work."""
        row = await self._db.one(AT, kind, subject)
        return row[0] if row else None

    async def among(self, kind: str, subjects: Iterable[int]) -> frozenset[int]:
        """Return those of these subjects that have work of this kind, due or not."""
        asked = tuple(dict.fromkeys(subjects))
        found = await self._db.read([Statement(AT, (kind, subject)) for subject in asked]) if asked else []
        return frozenset(subject for subject, rows in zip(asked, found, strict=True) if rows)

    async def by(self, now: float, kind: str, most: int) -> list[int]:
        """Return up to ``most`` subjects whose work of this kind is due by now, earliest first."""
        return [row[0] for row in await self._db.all(DUE, kind, now, most)]

    async def all_by(self, now: float, most: int) -> Mapping[str, Sequence[DueRow]]:
        """Return what the scheduler does by now: up to ``most`` reminders, unused tables, questions and daily messages each."""
        found: defaultdict[str, list[DueRow]] = defaultdict(list)
        for row in await self._db.all(ALL_DUE, now, most):
            found[row[0]].append(DueRow(*row))
        return found

    async def claim(self, kind: str, process: str, now: float, until: float, most: int) -> list[DueRow]:
        """Claim up to ``most`` rows that are due by now; they are due again at ``until``."""
        (rows,) = await self._db.run([Statement(CLAIM, (kind, process, now, until, most))])
        return [DueRow(*row) for row in rows]

    async def postpone(self, row: DueRow, at: float) -> None:
        """Set when work is due again, and end its claim, unless the row is another one by now."""
        await self._db.run([Statement(POSTPONE, (*row, at))])

    async def release_all(self, kind: str, now: float) -> None:
        """End all claims and postponements of this kind: the work is due now."""
        await self._db.run([Statement(RELEASE_ALL, (kind, now))])

    async def correct(self, kind: str, table: int) -> None:
        """Make the due row of a kind at a table follow from its other rows again; rows of other kinds stay as they are."""
        await self._db.run([*lock_tables(table), Statement(DROP, (kind, table)), Statement(CORRECT, (kind, table))])

    async def of_table(self, table: int) -> list[DueRow]:
        """Return the due rows of a table as they are stored."""
        return [DueRow(*row) for row in await self._db.all(OF_TABLE, table)]

    async def derived(self, table: int) -> list[DueRow]:
        """Return the due rows of a table as they follow from its other rows."""
        return sorted(DueRow(*row) for row in await self._db.all(DERIVED, table))


def reschedule(kind: str, subject: int, at: float | None) -> Statement:
    """Return a statement that replaces the time at which work is due; None removes it."""
    return Statement(DROP, (kind, subject)) if at is None else Statement(SET, (kind, subject, at))
