"""Read and replace texts with people's names that earlier versions stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from db.database import Database
from db.people import add_people
from db.rows import RemarkRow
from db.statement import Statement

# A name stands in the JSON of a text as a parameter, or in a text of its own. Filled in: the column.
IN_TEXT = """LIKE '%["name","%' OR {0} LIKE '%["former","%' OR {0} LIKE '%["data","%'"""
_REMARKS = f'FROM remarks WHERE "table" = tables.id AND (events {IN_TEXT.format("events")})'
_MESSAGES = f"""FROM outbox WHERE outbox."table" = {{}} AND kind IN ('board', 'notice')
    AND (payload {IN_TEXT.format("payload")} OR shown LIKE '%"names":["%')"""

HIGHEST = "SELECT max(id) FROM (SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2) AS page"
TABLES = f"""SELECT id FROM tables WHERE id > $1 AND id <= $2 AND (
    EXISTS (SELECT 1 FROM seats WHERE seats."table" = tables.id AND former != '' AND predecessor = 0)
    OR EXISTS (SELECT 1 {_REMARKS}) OR EXISTS (SELECT 1 {_MESSAGES.format("tables.id")})) ORDER BY id"""
MESSAGES = f"SELECT id, kind, payload, shown {_MESSAGES.format('$1')} ORDER BY id"
MOVERS = """SELECT seat, person FROM moves WHERE "table" = $1 AND person > 0 GROUP BY seat, person ORDER BY seat, min(seq)"""

RENAME_REMARK = 'UPDATE remarks SET events = $5 WHERE "table" = $1 AND seq = $2 AND at = $3 AND events = $4'
RENAME_MESSAGE = "UPDATE outbox SET payload = $4, shown = $5 WHERE id = $1 AND payload = $2 AND shown = $3"
RENAME_SEAT = """UPDATE seats SET predecessor = $3, former = ''
    WHERE "table" = $1 AND seat = $2 AND person = $4 AND predecessor = 0"""
RAISE = "UPDATE tables SET revision = revision + 1 WHERE id = $1 AND revision = $2"


class MessageRow(NamedTuple):
    """A message of the outbox: its content as JSON, and what its board showed."""

    id: int
    kind: str
    payload: str
    shown: str


class Renaming(NamedTuple):
    """Changes of one table: pairs of former and new rows, the first players by seat with the present ones, and new people."""

    remarks: Sequence[tuple[RemarkRow, RemarkRow]]
    messages: Sequence[tuple[MessageRow, MessageRow]]
    predecessors: Sequence[tuple[int, int, int]]
    people: Sequence[tuple[int, str]]


class StoredNames:
    """Texts with names, by table."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def page_end(self, after: int, most: int) -> int | None:
        """Return the last of the next ``most`` ids of tables above ``after``; None if there is none."""
        return (await self._db.all(HIGHEST, after, most))[0][0]

    async def tables(self, after: int, until: int) -> list[int]:
        """Return the tables with ``after`` < id <= ``until`` that may hold names in texts."""
        return [row[0] for row in await self._db.all(TABLES, after, until)]

    async def messages(self, table: int) -> list[MessageRow]:
        """Return the messages of a table that may hold names."""
        return [MessageRow(*row) for row in await self._db.all(MESSAGES, table)]

    async def movers(self, table: int) -> list[tuple[int, int]]:
        """Return each pair of seat and person who has moved there, by seat, in the order of their first moves."""
        return [(seat, person) for seat, person in await self._db.all(MOVERS, table)]

    async def replace(self, table: int, revision: int, renaming: Renaming, now: float) -> None:
        """Carry out the changes of one table; rows that have changed meanwhile stay as they are.

        :param now: seconds since 1970.
        :raises db.statement.Stale: when the table is not at this revision any more, as when somebody was erased there.
        """
        job = [Statement(RAISE, (table, revision), touches=1), *add_people(renaming.people, now, table)]
        job += [rename_remark(old, new) for old, new in renaming.remarks]
        job += [rename_message(old, new) for old, new in renaming.messages]
        job += [Statement(RENAME_SEAT, (table, seat, first, person)) for seat, first, person in renaming.predecessors]
        await self._db.run(job)


def rename_remark(old: RemarkRow, new: RemarkRow, touches: int | None = None) -> Statement:
    """Replace the events of a remark, unless they have changed."""
    return Statement(RENAME_REMARK, (*old, new.events), touches)


def rename_message(old: MessageRow, new: MessageRow, touches: int | None = None) -> Statement:
    """Replace the content of a message, unless it has changed."""
    return Statement(RENAME_MESSAGE, (old.id, old.payload, old.shown, new.payload, new.shown), touches)
