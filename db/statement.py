"""A change of the database as data: statements, their values, and how many rows each must touch."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import NamedTuple

Value = str | int | float | bytes | None


class Miscounted(Exception):
    """A statement did not touch as many rows as it must, so the whole job was taken back."""


class Stale(Miscounted):
    """The table has changed since it was read."""


class Repeated(Miscounted):
    """This interaction has been carried out already."""


class Exceeded(Miscounted):
    """A limit would not hold any more."""


class Unsaved(Exception):
    """The disk, another program or the way to the server hindered it, so nothing was changed; says why. See `Unsure`."""


class Unread(Unsaved):
    """A read failed; this says nothing about jobs that succeeded before it."""


class Unsure(Unsaved):
    """The way to the server broke while it finished a job: all of it was carried out or nothing, and nobody could tell which."""


@contextmanager
def reading() -> Generator[None]:
    """Raise `Unread` in place of `Unsaved`."""
    try:
        yield
    except Unsaved as error:
        raise Unread(str(error)) from error


class Statement(NamedTuple):
    """SQL with the parameters ``$1``, ``$2`` …, and their values.

    ``touches`` is how many rows it must touch (None: any); ``otherwise`` this is raised, and the job taken back.
    """

    sql: str
    values: Sequence[Value] = ()
    touches: int | None = None
    otherwise: type[Miscounted] = Stale


def insertion(table: str, fields: Iterable[str]) -> str:
    """The SQL that adds a row with these fields."""
    names = tuple(fields)
    columns, marks = ", ".join(f'"{name}"' for name in names), ", ".join(f"${n}" for n in range(1, len(names) + 1))
    return f"INSERT INTO {table} ({columns}) VALUES ({marks})"
