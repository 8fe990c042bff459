"""People by their ids: the name that Discord shows of each, and when they last acted."""

from __future__ import annotations

from collections.abc import Iterable

from db.database import Database
from db.personal import is_former
from db.statement import Later, Statement

NAME = "SELECT name FROM people WHERE id = $1"
# Known people stay as they are; only their row is locked.
ADD = "INSERT INTO people (id, name, seen) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET seen = people.seen"
APPEAR = 'INSERT INTO appearances (person, "table") VALUES ($1, $2) ON CONFLICT (person, "table") DO NOTHING'
UPDATE = "UPDATE people SET name = $2, seen = $3 WHERE id = $1 RETURNING id"
UPDATE_RATINGS = "UPDATE ratings SET seen = $2 WHERE person = $1"
UPDATE_SEASONS = """UPDATE season_totals SET seen = $2 WHERE person = $1 AND season = (
    SELECT number FROM seasons WHERE seasons.guild = season_totals.guild ORDER BY number DESC LIMIT 1)"""


class People:
    """Names of people who have or had a seat, or whom a stored text names. Others are not stored."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def names(self, people: Iterable[int]) -> dict[int, str]:
        """Return the stored names of these people by id, without those of people who are not known."""
        asked = tuple(dict.fromkeys(people))
        found = await self._db.read([Statement(NAME, (person,)) for person in asked]) if asked else []
        return {person: rows[0][0] for person, rows in zip(asked, found, strict=True) if rows}

    async def update(self, person: int, name: str, seen: float) -> bool:
        """Store the name of a person who acts now; return False, and store nothing, if they are not known."""
        repeated = [Statement(sql, (person, seen)) for sql in (UPDATE_RATINGS, UPDATE_SEASONS)]
        known, *_ = await self._db.run([Statement(UPDATE, (person, name, seen)), *repeated])
        return bool(known)


def add_people(people: Iterable[tuple[int, str]], now: float, table: int | Later | None = None) -> list[Statement]:
    """Return statements that store people by id and name; those who are known stay as they are, and erased ones unknown.

    :param now: seconds since 1970.
    :param table: the table whose rows name them; `Later.RETURNED_ID` for the one that the job has opened.
    """
    known = sorted((person, name) for person, name in people if not is_former(person))
    added = [Statement(ADD, (person, name, now)) for person, name in known]
    return added if table is None else [*added, *(Statement(APPEAR, (person, table)) for person, _ in known)]
