"""How many there are of what: for whoever watches over the program."""

from __future__ import annotations

from typing import NamedTuple

from db.database import Database
from db.owing import OWED
from db.statement import Statement

TABLES = "SELECT status, count(*) FROM tables WHERE status IN ('open', 'running') GROUP BY status"
SINCE = "coalesce(attempted, CASE WHEN not_before > 0 THEN not_before END)"  # first tried, or else due; 0: just now
ROWS = f"SELECT kind, count(*), min({SINCE}) FROM outbox WHERE {OWED} GROUP BY kind"
LOST = "SELECT count(*) FROM outbox WHERE message IS NULL AND not_before IS NULL"
WRITE = """INSERT INTO facts (name, value) VALUES ('written', '0')
    ON CONFLICT (name) DO UPDATE SET value = CASE facts.value WHEN '0' THEN '1' ELSE '0' END"""  # the same would not be written


class Owed(NamedTuple):
    """Rows of the outbox of one kind; ``since`` when the oldest has been due or tried, None: just now."""

    kind: str
    rows: int
    since: float | None


class Tally:
    """Sums over all tables."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def tables(self) -> dict[str, int]:
        """How many are open, and how many run."""
        return {"open": 0, "running": 0} | dict(await self._db.all(TABLES))

    async def owed(self) -> list[Owed]:
        """What waits to be paid."""
        return [Owed(*row) for row in await self._db.all(ROWS)]

    async def given_up(self) -> int:
        """How many rows are not tried any more."""
        row = await self._db.one(LOST)
        return row[0] if row else 0

    async def write(self) -> None:
        """Change something that nobody reads; raises what hinders it, as `db.statement.Unsaved`."""
        await self._db.run([Statement(WRITE)])
