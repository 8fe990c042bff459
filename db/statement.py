"""A change of the database as data: statements with their values, and the errors of carrying them out."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from enum import Enum, auto
from typing import NamedTuple, cast

Value = str | int | float | bytes | None

LOCK = "FOR NO KEY UPDATE"  # locks the rows that a query finds until its job ends; other rows may still refer to them
LOCK_FREE = f"{LOCK} SKIP LOCKED"  # finds and locks only rows that no other job has locked


class Miscounted(Exception):
    """A statement touched another number of rows than it must, so the whole job was rolled back."""


class Stale(Miscounted):
    """The table has changed since it was read: read it again."""


class Repeated(Miscounted):
    """This interaction has been carried out already."""


class Exceeded(Miscounted):
    """The job would exceed a limit."""


class Unsaved(Exception):
    """Nothing was changed, as the disk, another program or the connection to the server failed. `Unsure` is the exception."""


class Unread(Unsaved):
    """A query failed. Jobs that succeeded before it stay carried out."""


class Unsure(Unsaved):
    """The connection broke during COMMIT: the whole job was carried out or nothing, and nobody can tell which."""


@contextmanager
def unread_if_unsaved() -> Generator[None]:
    """Raise `Unread` in place of `Unsaved`."""
    try:
        yield
    except Unsaved as error:
        raise Unread(str(error)) from error


class Later(Enum):
    """A value of a statement that is known only when its job has come so far."""

    RETURNED_ID = auto()
    """The first value that the newest statement before it with ``RETURNING`` returned."""


class Statement(NamedTuple):
    """SQL with the parameters ``$1``, ``$2`` …, and their values.

    ``touches`` is the number of rows that it must touch, None if any. If it touches another number, ``otherwise`` is raised
    and the whole job rolled back. A SELECT of a job only locks (`db.locks`): it returns no rows.
    """

    sql: str
    values: Sequence[Value | Later] = ()
    touches: int | None = None
    otherwise: type[Miscounted] = Stale

    def known_values(self, returned: Sequence[Sequence[Sequence[Value]]] = ()) -> Sequence[Value]:
        """Return the values, with an id that an earlier statement of the job has returned where one is asked for.

        :param returned: the rows of each statement before it.
        """
        if Later.RETURNED_ID not in self.values:
            return cast("Sequence[Value]", self.values)
        newest = next(rows[0][0] for rows in reversed(returned) if rows)
        return [newest if isinstance(value, Later) else value for value in self.values]


def without_locks(sql: str) -> str:
    """Return the SQL of a statement or query as SQLite knows it, which locks whole files."""
    return sql.replace(LOCK_FREE, "").replace(LOCK, "")


def insertion(table: str, fields: Iterable[str]) -> str:
    """Return the SQL that adds a row with these columns, in this order."""
    names = tuple(fields)
    columns, marks = ", ".join(f'"{name}"' for name in names), ", ".join(f"${n}" for n in range(1, len(names) + 1))
    return f"INSERT INTO {table} ({columns}) VALUES ({marks})"
