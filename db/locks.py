"""Locks that keep jobs of several processes apart. A file needs none: its jobs are carried out one after another.

On a server each statement sees all jobs that ended before it began, so rows can change between two statements of a job. Hence:

1. A job that writes rows of a table of a game first locks its row of ``tables``, or changes it at the revision that it was
   decided on. A claim of the outbox passes by tables that another job has locked.
2. A job that deletes a person from ``people``, or relies on their row there, locks it first. `db.people.add_people` locks, too.
3. A job that counts rows against a limit locks the server, or channel, right before it counts.

Each job takes its locks in this order, those of several tables or people by their ids, so that no two wait for each other.
"""

from __future__ import annotations

from collections.abc import Iterable

from db.statement import LOCK, Statement

LOCK_TABLE = f"SELECT 1 FROM tables WHERE id = $1 {LOCK}"
LOCK_PERSON = f"SELECT 1 FROM people WHERE id = $1 {LOCK}"
LOCK_PLACE = "SELECT pg_advisory_xact_lock(-CAST($1 AS BIGINT))"  # numbers above 0 are for locks of the whole database


def lock_tables(*tables: int) -> list[Statement]:
    """Return statements that lock tables until the job ends."""
    return [Statement(LOCK_TABLE, (table,)) for table in sorted(tables)]


def lock_people(people: Iterable[int]) -> list[Statement]:
    """Return statements that lock the rows of people until the job ends; those who are not known have none."""
    return [Statement(LOCK_PERSON, (person,)) for person in sorted(set(people))]


def lock_place(place: int) -> Statement:
    """Return a statement that locks a server or a channel against other jobs that do, until the job ends."""
    return Statement(LOCK_PLACE, (place,))
