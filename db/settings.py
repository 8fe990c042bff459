"""Values by key: settings of people and servers as JSON, and facts that the program remembers of itself."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Literal

from db.database import Database
from db.enqueue import enqueue
from db.locks import lock_people
from db.roles import PERSON, SERVER
from db.rows import OutboxRow
from db.statement import Statement

Of = Literal["persons", "guilds"]

GET: dict[Of, str] = {
    "persons": "SELECT settings FROM persons WHERE id = $1",
    "guilds": "SELECT settings FROM guilds WHERE id = $1",
}
OF_PEOPLE = "SELECT id, settings FROM persons WHERE id > $1 ORDER BY id LIMIT $2"
ADD: dict[Of, str] = {
    "persons": "INSERT INTO persons (id, settings) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
    "guilds": "INSERT INTO guilds (id, settings) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
}
ADD_OF_KNOWN = """INSERT INTO persons (id, settings) SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT)
    WHERE EXISTS (SELECT 1 FROM people WHERE id = $1) ON CONFLICT (id) DO NOTHING"""
REPLACE: dict[Of, str] = {  # unless they were changed or deleted after they were read
    "persons": "UPDATE persons SET settings = $2 WHERE id = $1 AND settings = $3",
    "guilds": "UPDATE guilds SET settings = $2 WHERE id = $1 AND settings = $3",
}

FACT = "SELECT value FROM facts WHERE name = $1"
FACTS_LIKE = "SELECT name, value FROM facts WHERE name LIKE $1"
PUT_FACT = "INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
KEPT_SETTINGS = 2000  # people and servers in memory; those that were read first are dropped first
ADD_FACT = "INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"


class Settings:
    """Settings by person or server. People and servers with defaults only have no row.

    Every answer needs them, so they are kept in memory. Code that changes the stored ones does so within `changing`. Changes of
    other processes arrive as notices; while they may not, nothing is answered from memory.
    """

    def __init__(self, database: Database) -> None:
        self._db = database
        self._kept = dict[tuple[Of, int], str | None]()
        self._changes = 0  # begun, ended and heard of; a query that meets one may have read the former settings
        database.roles.listen(PERSON, partial(self._hear, "persons"))
        database.roles.listen(SERVER, partial(self._hear, "guilds"))

    async def get(self, of: Of, key: int) -> str | None:
        """Return the settings of a person or server; None for defaults."""
        return (await self._all(of, (key,)))[key]

    async def several(self, of: Of, keys: Iterable[int]) -> dict[int, str]:
        """Return the settings of several people or servers by id, without those that have defaults."""
        found = await self._all(of, tuple(dict.fromkeys(keys)))
        return {key: settings for key, settings in found.items() if settings is not None}

    async def _all(self, of: Of, keys: Sequence[int]) -> dict[int, str | None]:
        if not self._db.roles.sure:
            self._kept.clear()
        known = {key: self._kept[of, key] for key in keys if (of, key) in self._kept}
        if missing := [key for key in keys if key not in known]:
            changes = self._changes
            rows = await self._db.read([Statement(GET[of], (key,)) for key in missing])
            read = {key: found[0][0] if found else None for key, found in zip(missing, rows, strict=True)}
            known |= read
            if changes == self._changes:
                self._keep({(of, key): settings for key, settings in read.items()})
        return known

    def _keep(self, read: Mapping[tuple[Of, int], str | None]) -> None:
        self._kept |= read
        while len(self._kept) > KEPT_SETTINGS:
            del self._kept[next(iter(self._kept))]

    async def of_people(self, after: int, most: int) -> list[tuple[int, str]]:
        """Return a page of people's ids and settings, ordered by id: up to ``most`` with a higher id than ``after``."""
        return [(row[0], row[1]) for row in await self._db.all(OF_PEOPLE, after, most)]

    async def put(
        self,
        of: Of,
        key: int,
        settings: str,
        instead: str | None,
        *notices: OutboxRow,
        people: Sequence[Statement] = (),
    ) -> None:
        """Replace the settings that were read before (None: defaults), and enqueue notices about it.

        :param people: statements of `db.people.add_people` for people whom the notices name.
        :raises db.statement.Stale: when they were changed or deleted after they were read.
        """
        values = (key, settings) if instead is None else (key, settings, instead)
        put = Statement(ADD[of] if instead is None else REPLACE[of], values, touches=1)
        with self.changing(of, key):
            await self._db.run([put, *people, *enqueue(*notices)])

    async def add_of_known(self, person: int, settings: str) -> None:
        """Store the first settings of a person who has or had a seat, or whom a stored text names.

        :raises db.statement.Stale: when they have settings, or are not known.
        """
        with self.changing("persons", person):
            await self._db.run([*lock_people([person]), Statement(ADD_OF_KNOWN, (person, settings), touches=1)])

    @contextmanager
    def changing(self, of: Of, key: int) -> Generator[None]:
        """Forget the settings of a person or server in memory, while and after something changes the stored ones."""
        self._changes += 1
        try:
            yield
        finally:  # also after an error, as they may be stored all the same
            self._changes += 1
            self._kept.pop((of, key), None)

    def _hear(self, of: Of, text: str) -> None:
        """Forget what a process has changed: the settings of the id in a notice, or all where it is empty."""
        self._changes += 1
        if text:
            self._kept.pop((of, int(text)), None)
        else:
            self._kept.clear()


class Facts:
    """Facts that the program stores about itself: a text for each name."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def get(self, name: str) -> str | None:
        """Return the stored value of a fact, or None."""
        row = await self._db.one(FACT, name)
        return row[0] if row else None

    async def starting(self, *beginnings: str) -> dict[str, str]:
        """Return the values of all facts whose names begin with one of these, by name, as of one moment."""
        found = await self._db.read([Statement(FACTS_LIKE, (f"{each}%",)) for each in beginnings])
        return dict(row for rows in found for row in rows)

    async def first(self, name: str, value: str) -> str:
        """Return the value of a fact, which becomes ``value`` if it had none."""
        if (found := await self.get(name)) is not None:
            return found
        await self._db.run([Statement(ADD_FACT, (name, value))])
        return await self.get(name) or value  # another task may have been faster

    async def put(self, **facts: str) -> None:
        """Store these facts, all at once."""
        await self._db.run([Statement(PUT_FACT, fact) for fact in facts.items()])
