"""The numbers that rows are given, of which none may be given a second time."""

from __future__ import annotations

from db.database import Database

NUMBERED = ("tables", "ballots", "outbox")
HIGHEST = {name: f"SELECT coalesce(max(id), 0) FROM {name}" for name in NUMBERED}


async def last_number(database: Database, name: str) -> int:
    """The highest id that a row of a table has, or ever had."""
    ((highest,),) = await database.all(HIGHEST[name])
    return max(await database.newest_number(name), highest)
