"""Work of the program for a later time, stored so that it outlasts a stop."""

from __future__ import annotations

from db.database import Database
from db.statement import Statement

PUT = """INSERT INTO due (kind, subject, at) VALUES ($1, $2, $3)
    ON CONFLICT (kind, subject) DO UPDATE SET at = excluded.at WHERE due.at > excluded.at"""
DROP = "DELETE FROM due WHERE kind = $1 AND subject = $2"
AT = "SELECT at FROM due WHERE kind = $1 AND subject = $2"
DUE = "SELECT subject FROM due WHERE kind = $1 AND at <= $2 ORDER BY at, subject LIMIT $3"


class Due:
    """Work by kind and subject (a server or a person), with the time at which it is due."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def put(self, kind: str, subject: int, at: float) -> None:
        """Store work; if it is stored already, the earlier time counts."""
        await self._db.run([Statement(PUT, (kind, subject, at))])

    async def drop(self, kind: str, subject: int) -> None:
        """Delete work that is done, or not wanted any more."""
        await self._db.run([Statement(DROP, (kind, subject))])

    async def at(self, kind: str, subject: int) -> float | None:
        """Return the time at which work is due, in seconds since 1970; None if there is no such work."""
        row = await self._db.one(AT, kind, subject)
        return row[0] if row else None

    async def by(self, now: float, kind: str, most: int) -> list[int]:
        """Return up to ``most`` subjects whose work of this kind is due by now, earliest first."""
        return [row[0] for row in await self._db.all(DUE, kind, now, most)]
