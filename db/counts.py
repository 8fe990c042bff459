"""Count tables and waiting rows for the metrics."""

from __future__ import annotations

from typing import NamedTuple

from db.database import Database
from db.enqueue import PENDING
from db.statement import Statement

TABLES = "SELECT status, count(*) FROM tables WHERE status IN ('open', 'running') GROUP BY status"
WAITING_SINCE = "coalesce(attempted, CASE WHEN not_before > 0 THEN not_before END)"  # not_before is 0 for "at once"
PENDING_ROWS = f"SELECT kind, count(*), min({WAITING_SINCE}) FROM outbox WHERE {PENDING} GROUP BY kind"
GIVEN_UP_ROWS = "SELECT count(*) FROM outbox WHERE message IS NULL AND not_before IS NULL"
# An unchanged value might not be written at all.
TOGGLE_FACT = """INSERT INTO facts (name, value) VALUES ('written', '0')
    ON CONFLICT (name) DO UPDATE SET value = CASE facts.value WHEN '0' THEN '1' ELSE '0' END"""


class PendingRows(NamedTuple):
    """The pending outbox rows of one kind. ``since`` is when the oldest was first tried, else due; None for just now."""

    kind: str
    rows: int
    since: float | None


class Counts:
    """Counts over all tables and the whole outbox."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def tables(self) -> dict[str, int]:
        """Return the numbers of ``open`` and ``running`` tables."""
        return {"open": 0, "running": 0} | dict(await self._db.all(TABLES))

    async def pending(self) -> list[PendingRows]:
        """Return the rows that wait to be sent, by kind."""
        return [PendingRows(*row) for row in await self._db.all(PENDING_ROWS)]

    async def given_up(self) -> int:
        """Return the number of rows that are not tried any more."""
        row = await self._db.one(GIVEN_UP_ROWS)
        return row[0] if row else 0

    async def check_writable(self) -> None:
        """Check that the database can be written, by a change of a fact that nobody reads.

        :raises db.statement.Unsaved: when it cannot.
        """
        await self._db.run([Statement(TOGGLE_FACT)])
