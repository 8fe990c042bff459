"""What people and servers have chosen, as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from db.database import Database
from db.owing import owing
from db.rows import OutboxRow
from db.statement import Statement

Of = Literal["persons", "guilds"]

GET: dict[Of, str] = {
    "persons": "SELECT settings FROM persons WHERE id = $1",
    "guilds": "SELECT settings FROM guilds WHERE id = $1",
}
OF_PEOPLE = "SELECT id, settings FROM persons WHERE id > $1 ORDER BY id LIMIT $2"
PUT: dict[Of, str] = {  # unless somebody has put something else since it was read
    "persons": """INSERT INTO persons (id, settings) VALUES ($1, $2)
                  ON CONFLICT (id) DO UPDATE SET settings = excluded.settings WHERE persons.settings = $3""",
    "guilds": """INSERT INTO guilds (id, settings) VALUES ($1, $2)
                 ON CONFLICT (id) DO UPDATE SET settings = excluded.settings WHERE guilds.settings = $3""",
}


class Settings:
    """By person or server; who has chosen nothing has no row."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def get(self, of: Of, key: int) -> str | None:
        row = await self._db.one(GET[of], key)
        return row[0] if row else None

    async def several(self, of: Of, keys: Iterable[int]) -> dict[int, str]:
        """Of those among these who have chosen something."""
        known = tuple(dict.fromkeys(keys))
        found = await self._db.read([Statement(GET[of], (key,)) for key in known])
        return {key: rows[0][0] for key, rows in zip(known, found, strict=True) if rows}

    async def of_people(self, after: int, most: int) -> list[tuple[int, str]]:
        """Return a page of people with their settings, by their ids, from the next after this one on."""
        return [(row[0], row[1]) for row in await self._db.all(OF_PEOPLE, after, most)]

    async def put(self, of: Of, key: int, settings: str, instead: str | None, *notices: OutboxRow) -> None:
        """Keep a choice instead of the one read before, and owe the notices that tell of it.

        :raises db.statement.Stale: if something else has been chosen meanwhile.
        """
        await self._db.run([Statement(PUT[of], (key, settings, instead), touches=1), *owing(*notices)])
