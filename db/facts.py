"""What the program remembers of itself."""

from __future__ import annotations

from db.database import Database
from db.statement import Statement

GET = "SELECT value FROM facts WHERE name = $1"
PUT = "INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"

ADD = "INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"


class Facts:
    """Text by name."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def get(self, name: str) -> str | None:
        row = await self._db.one(GET, name)
        return row[0] if row else None

    async def first(self, name: str, value: str) -> str:
        """What is remembered by this name; this value, if there was nothing, from now on."""
        if (found := await self.get(name)) is not None:
            return found
        await self._db.run([Statement(ADD, (name, value))])
        return await self.get(name) or value  # as others may have been faster

    async def put(self, **facts: str) -> None:
        """Remember these, all at once."""
        await self._db.run([Statement(PUT, fact) for fact in facts.items()])
