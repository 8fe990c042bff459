"""Reviews of finished games: one row for each table that somebody asked for, and a row of `due` while it is made."""

from __future__ import annotations

from typing import NamedTuple

from db.database import Database
from db.due import REVIEW, TAKE, DueRow, promise
from db.locks import lock_place, lock_tables
from db.statement import Exceeded, Statement

DAY_SECONDS = 24 * 3600.0
POST_PAUSE_SECONDS = 3600.0  # between two posts of one review
FAILED = "failed"  # content of a review that could not be made

GET = 'SELECT "table", version, asked, done, pieces, content FROM reviews WHERE "table" = $1'
NTH_NEWEST = "SELECT asked FROM reviews WHERE guild = $1 ORDER BY asked DESC LIMIT 1 OFFSET $2"
ASK = f"""INSERT INTO reviews ("table", guild, version, asked)
    SELECT tables.id, tables.guild, CAST($2 AS TEXT), CAST($3 AS DOUBLE PRECISION) FROM tables
    WHERE tables.id = $1 AND tables.status = 'over'
    AND (SELECT count(*) FROM reviews WHERE reviews.guild = tables.guild AND reviews.asked > $4) < $5
    ON CONFLICT ("table") DO UPDATE SET version = excluded.version, asked = excluded.asked, done = 0, pieces = 0, content = ''
    WHERE reviews.version != excluded.version OR (reviews.content = '{FAILED}' AND reviews.asked <= $4)"""
RENEW = "UPDATE due SET at = $5 WHERE kind = $1 AND subject = $2 AND at = $3 AND claim = $4"
PROGRESS = 'UPDATE reviews SET done = $2, pieces = $3 WHERE "table" = $1'
STORE = 'UPDATE reviews SET content = $2, version = $3 WHERE "table" = $1'
POST = 'UPDATE reviews SET posted = $2 WHERE "table" = $1 AND posted < $3'


class ReviewRow(NamedTuple):
    """The review of a table: the version of rules and weights, when it was asked for, and its progress.

    ``content`` is empty while it is made.
    """

    table: int
    version: str
    asked: float
    done: int
    pieces: int
    content: str


class Reviews:
    """Reviews by table."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def get(self, table: int) -> ReviewRow | None:
        """Return the review of a table, finished or not; None if nobody asked for it."""
        row = await self._db.one(GET, table)
        return ReviewRow(*row) if row else None

    async def nth_newest(self, guild: int, number: int) -> float | None:
        """Return when a review was asked for on a server: ``number`` 0 is the newest. None if there were fewer."""
        row = await self._db.one(NTH_NEWEST, guild, number)
        return row[0] if row else None

    async def ask(self, table: int, guild: int, version: str, now: float, most: int) -> None:
        """Ask for the review of an ended table, if fewer than ``most`` were asked for within a day on its server.

        A review that failed may be asked for again after a day: the fault may have been one of the machine.

        :raises db.statement.Exceeded: when there were more, somebody has asked for it meanwhile, or the table was deleted.
        """
        values = (table, version, now, now - DAY_SECONDS, most)
        ask = Statement(ASK, values, touches=1, otherwise=Exceeded)
        await self._db.run([*lock_tables(table), lock_place(guild), ask, promise(REVIEW, table, now)])

    async def report(self, claim: DueRow, until: float, done: int, pieces: int) -> DueRow:
        """Store how far the work is, and claim it until another time; return the new claim.

        :raises db.statement.Stale: when another process has claimed it, or the table was deleted.
        """
        progress = Statement(PROGRESS, (claim.subject, done, pieces))
        await self._db.run([*lock_tables(claim.subject), Statement(RENEW, (*claim, until), touches=1), progress])
        return claim._replace(at=until)

    async def finish(self, claim: DueRow, version: str, content: str) -> None:
        """Store a finished review.

        :raises db.statement.Stale: when another process has claimed it, or the table was deleted.
        """
        store = Statement(STORE, (claim.subject, content, version))
        await self._db.run([*lock_tables(claim.subject), Statement(TAKE, claim, touches=1), store])

    async def post(self, table: int, now: float) -> None:
        """Note that a review is posted for everybody.

        :raises db.statement.Exceeded: when it was posted less than `POST_PAUSE_SECONDS` ago.
        """
        post = Statement(POST, (table, now, now - POST_PAUSE_SECONDS), touches=1, otherwise=Exceeded)
        await self._db.run([*lock_tables(table), post])
