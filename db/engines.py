"""Which engine holds the games."""

from __future__ import annotations

from pathlib import Path

from db.database import Database
from db.exits import Exit
from db.opening import Unusable
from db.sqlite import SqliteDatabase


class NotInstalled(Unusable):
    """PostgreSQL needs a library that is not there."""

    code = Exit.CONFIGURATION


async def opened(address: Path | str) -> Database:
    """The database of this address, up to date: a path is that of a file; raises `Unusable`."""
    if isinstance(address, Path):
        return await SqliteDatabase.open(address)
    try:
        from db.postgres import PostgresDatabase  # its library is there only where it is wanted
    except ModuleNotFoundError as error:
        raise NotInstalled("PostgreSQL needs a library of its own: pip install -r requirements-postgres.txt") from error
    return await PostgresDatabase.open(address)
