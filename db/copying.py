"""All that a database holds, brought to another one, of whichever engine: compared afterwards, row by row."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from db.backup import Missing
from db.database import Database, Row
from db.engines import UNFINISHED, opened
from db.exits import Exit
from db.facts import PUT
from db.numbers import NUMBERED, last_number
from db.opening import Damaged, Unusable
from db.statement import Statement, Unsaved, Value

KEYS = {  # each table behind those that its rows refer to, with what its rows are read by
    "facts": "name",
    "guilds": "id",
    "persons": "id",
    "answered": "interaction",
    "uses": "person",
    "tables": "id",
    "seats": '"table"',
    "drafts": '"table"',
    "clocks": '"table"',
    "hints": '"table"',
    "moves": '"table"',
    "states": '"table"',
    "remarks": '"table"',
    "ballots": "id",
    "votes": "ballot",
    "outbox": "id",
}
PAGE = 500  # rows that are read at once, or a few more
TOGETHER = 100  # rows that are written by one statement

ANY = {name: f"SELECT 1 FROM {name} LIMIT 1" for name in KEYS}
LAST = {name: f"SELECT max({key}) FROM (SELECT {key} FROM {name} WHERE {key} > $1 ORDER BY {key} LIMIT $2) AS page"
        for name, key in KEYS.items()}  # fmt: skip
ROWS = {name: f"SELECT * FROM {name} WHERE {key} > $1 AND {key} <= $2 ORDER BY {key}" for name, key in KEYS.items()}
FINISHED = "DELETE FROM facts WHERE name = $1"


class NotEmpty(Unusable):
    """There is something where all is to be brought."""

    code = Exit.NOT_WRITABLE


class Unfinished(Unusable):
    """Something was written, and not all of it."""

    code = Exit.DISK_FAILS


class Sum(NamedTuple):
    """What tells two tables apart: how many rows, and a sum of their hashes, in whatever order they come."""

    rows: int
    hashes: int


async def copied(source: Path | str, target: Path | str) -> dict[str, int]:
    """Bring all that is in one database to another one that is empty; by table, how many rows there are.

    Both are brought up to date, and nobody else may use them. What is begun and not finished cannot be opened.

    :raises Unusable: with a sentence that says why; the source is left as it is.
    """
    _require(source)
    origin = await opened(source)
    try:
        goal = await opened(target)
        try:
            return await _copied(origin, goal)
        except Unsaved as error:
            raise Unfinished(f"The copy is not finished: {error}. Make its target empty, and begin anew.") from error
        finally:
            await goal.close()
    finally:
        await origin.close()


def _require(source: Path | str) -> None:
    if isinstance(source, Path) and not source.is_file():
        raise Missing(f"There is no database {source}.")


async def _copied(origin: Database, goal: Database) -> dict[str, int]:
    for name in KEYS:
        if await goal.one(ANY[name]):
            raise NotEmpty(f"The target is not empty: there is something in its table {name}. Name one where nothing is.")
    await goal.run([Statement(PUT, (UNFINISHED, ""))])
    there: dict[str, Sum] = {}
    for name in KEYS:
        async for rows in _pages(origin, name):
            await goal.run([_insertion(name, rows[at : at + TOGETHER]) for at in range(0, len(rows), TOGETHER)])
            there[name] = _with(there.get(name, Sum(0, 0)), rows)
    for name in NUMBERED:
        await goal.continue_after(name, await last_number(origin, name))
    for name in KEYS:
        here = Sum(0, 0)
        async for rows in _pages(goal, name):
            here = _with(here, [row for row in rows if (name, row[0]) != ("facts", UNFINISHED)])
        if here != there.get(name, Sum(0, 0)):
            raise Damaged(f"The copy is not the same: {name} differs. Make the target empty, and begin anew.")
    await goal.run([Statement(FINISHED, (UNFINISHED,))])
    return {name: each.rows for name, each in there.items()}


async def _pages(database: Database, name: str) -> AsyncGenerator[list[Row]]:
    after: Value = "" if name == "facts" else -(2**63)
    while True:
        row = await database.one(LAST[name], after, PAGE)
        if row is None or row[0] is None:
            return
        yield await database.all(ROWS[name], after, row[0])
        after = row[0]


def _insertion(name: str, rows: Sequence[Row]) -> Statement:
    width = len(rows[0])
    marks = (", ".join(f"${at + n}" for n in range(1, width + 1)) for at in range(0, width * len(rows), width))
    sql = f"INSERT INTO {name} VALUES ({'), ('.join(marks)})"
    return Statement(sql, tuple(value for row in rows for value in row))


def _with(before: Sum, rows: Sequence[Row]) -> Sum:
    hashes = sum(int.from_bytes(sha256(repr(row).encode()).digest(), "big") for row in rows)
    return Sum(before.rows + len(rows), (before.hashes + hashes) % 2**256)
