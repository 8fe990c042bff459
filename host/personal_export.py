"""Export everything that is stored about a person."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Mapping
from typing import Any

from db.statement import Value
from db.store import Store

FORMAT = "parterre-data-1"
TEXT_COLUMNS = ("events", "payload")  # of the export
OTHERS = re.compile(r'(\["(?:named|person)",)(\d+)')  # people as parameters of a stored text
TABLES_AT_ONCE = 20  # read before the next ones


async def export_person(store: Store, person: int) -> dict[str, Any]:
    """Return everything that is stored about a person, as values that JSON can hold: rows by the name of the database's table.

    Others are not named: their ids in texts are 0.
    """
    exported = [await store.personal.export_anywhere(person)]
    async for batch in _pages(store, person):
        exported += [await store.personal.export_at(person, table) for table in batch]
    rows: dict[str, list[dict[str, Value]]] = {}
    for name, found in (item for each in exported for item in each.items()):
        rows.setdefault(name, []).extend(_without_others(row, person) for row in found)
    return {"format": FORMAT, "person": person, "rows": rows}


def _without_others(row: Mapping[str, Value], person: int) -> dict[str, Value]:
    """Return an exported row without the ids of others in its texts."""

    def own(found: re.Match[str]) -> str:
        return found[0] if int(found[2]) == person else f"{found[1]}0"

    return {
        name: OTHERS.sub(own, value) if name in TEXT_COLUMNS and isinstance(value, str) else value for name, value in row.items()
    }


async def is_known(store: Store, person: int) -> bool:
    """Return whether anything is stored about a person."""
    return bool(await store.personal.export_anywhere(person))


async def _pages(store: Store, person: int) -> AsyncGenerator[list[int]]:
    """Yield the tables where a person appears, some at a time."""
    after = 0
    while batch := await store.personal.tables_of(person, after, TABLES_AT_ONCE):
        yield batch
        after = batch[-1]
