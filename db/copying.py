"""Copy all rows of a database to an empty one, of the same or the other engine, and compare both."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from db.database import Database, Row
from db.engines import UNFINISHED_FACT, open_database
from db.errors import Damaged, Missing, NotEmpty, Unfinished
from db.ids import TABLES_WITH_IDS, highest_id
from db.settings import PUT_FACT
from db.statement import Statement, Unsaved, Value

PAGING_COLUMNS = {  # each table after the tables that its rows refer to, with the column by which its pages are read
    "facts": "name",
    "guilds": "id",
    "persons": "id",
    "people": "id",
    "ratings": "person",
    "answered": "interaction",
    "uses": "person",
    "due": "subject",
    "tables": "id",
    "seats": '"table"',
    "appearances": "person",
    "drafts": '"table"',
    "clocks": '"table"',
    "hints": '"table"',
    "reviews": '"table"',
    "moves": '"table"',
    "states": '"table"',
    "remarks": '"table"',
    "ballots": "id",
    "votes": "ballot",
    "results": '"table"',
    "activity": "guild",
    "seasons": "guild",
    "season_totals": "person",
    "rating_steps": '"table"',
    "outbox": "id",
}
PAGE_ROWS = 500  # read at once, or a few more, as rows with the same key stay together
INSERTED_ROWS = 100  # by one statement

SELECT_ANY_ROW = {name: f"SELECT 1 FROM {name} LIMIT 1" for name in PAGING_COLUMNS}
SELECT_PAGE_END = {name: f"SELECT max({key}) FROM (SELECT {key} FROM {name} WHERE {key} > $1 ORDER BY {key} LIMIT $2) AS page"
        for name, key in PAGING_COLUMNS.items()}  # fmt: skip
SELECT_PAGE = {
    name: f"SELECT * FROM {name} WHERE {key} > $1 AND {key} <= $2 ORDER BY {key}" for name, key in PAGING_COLUMNS.items()
}
DELETE_FACT = "DELETE FROM facts WHERE name = $1"


class Checksum(NamedTuple):
    """The number of rows, and the sum of their hashes, which does not depend on their order."""

    rows: int
    hashes: int


async def copy_database(source: Path | str, target: Path | str) -> dict[str, int]:
    """Copy all rows of one database to an empty one; return how many there are in each table.

    Both are migrated first and locked meanwhile. A target that was not finished cannot be opened.

    :raises Unusable: with a sentence that says why. `NotEmpty`: nothing was written. `Unfinished`, `Damaged`: make the target
        empty, and begin again.
    """
    _require_file(source)
    origin = await open_database(source)
    try:
        goal = await open_database(target)
        try:
            return await _copy_rows(origin, goal)
        except Unsaved as error:
            raise Unfinished(f"The copy is not finished: {error}. Make its target empty, and begin anew.") from error
        finally:
            await goal.close()
    finally:
        await origin.close()


def _require_file(source: Path | str) -> None:
    if isinstance(source, Path) and not source.is_file():
        raise Missing(f"There is no database {source}.")


async def _copy_rows(origin: Database, goal: Database) -> dict[str, int]:
    for name in PAGING_COLUMNS:
        if await goal.one(SELECT_ANY_ROW[name]):
            raise NotEmpty(f"The target is not empty: there is something in its table {name}. Name one where nothing is.")
    await goal.run([Statement(PUT_FACT, (UNFINISHED_FACT, ""))])
    there: dict[str, Checksum] = {}
    for name in PAGING_COLUMNS:
        async for rows in _pages(origin, name):
            await goal.run([_insertion(name, rows[at : at + INSERTED_ROWS]) for at in range(0, len(rows), INSERTED_ROWS)])
            there[name] = _add_rows(there.get(name, Checksum(0, 0)), rows)
    for name in TABLES_WITH_IDS:
        await goal.continue_ids_after(name, await highest_id(origin, name))
    for name in PAGING_COLUMNS:
        here = Checksum(0, 0)
        async for rows in _pages(goal, name):
            here = _add_rows(here, [row for row in rows if (name, row[0]) != ("facts", UNFINISHED_FACT)])
        if here != there.get(name, Checksum(0, 0)):
            raise Damaged(f"The copy is not the same: {name} differs. Make the target empty, and begin anew.")
    await goal.run([Statement(DELETE_FACT, (UNFINISHED_FACT,))])
    return {name: each.rows for name, each in there.items()}


async def _pages(database: Database, name: str) -> AsyncGenerator[list[Row]]:
    after: Value = "" if name == "facts" else -(2**63)
    while True:
        row = await database.one(SELECT_PAGE_END[name], after, PAGE_ROWS)
        if row is None or row[0] is None:
            return
        yield await database.all(SELECT_PAGE[name], after, row[0])
        after = row[0]


def _insertion(name: str, rows: Sequence[Row]) -> Statement:
    width = len(rows[0])
    marks = (", ".join(f"${at + n}" for n in range(1, width + 1)) for at in range(0, width * len(rows), width))
    sql = f"INSERT INTO {name} VALUES ({'), ('.join(marks)})"
    return Statement(sql, tuple(value for row in rows for value in row))


def _add_rows(before: Checksum, rows: Sequence[Row]) -> Checksum:
    hashes = sum(int.from_bytes(sha256(repr(row).encode()).digest(), "big") for row in rows)
    return Checksum(before.rows + len(rows), (before.hashes + hashes) % 2**256)
