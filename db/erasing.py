"""Export and erase what is stored about a person."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from db.database import Database, Row
from db.personal import ANYWHERE, AT_TABLE, ERASED_NAME, Personal
from db.settings import Settings
from db.statement import Statement, Value

TABLES_OF = 'SELECT "table" FROM appearances WHERE person = $1 AND "table" > $2 ORDER BY "table" LIMIT $3'
SEAT_OF = 'SELECT seat FROM seats WHERE "table" = $1 AND person = $2'
NAMES_AT = 'SELECT name FROM seats WHERE "table" = $1 AND person = $2 UNION SELECT name FROM people WHERE id = $2'
OPEN_QUESTION = "SELECT 1 FROM ballots WHERE \"table\" = $1 AND outcome = '' LIMIT 1"
REMARKS = 'SELECT seq, at, events FROM remarks WHERE "table" = $1 ORDER BY seq, at'
MESSAGES = "SELECT id, payload, shown FROM outbox WHERE \"table\" = $1 AND (payload != '{}' OR shown != '') ORDER BY id"
BLANK_FORMER = f"UPDATE seats SET former = '{ERASED_NAME}' WHERE \"table\" = $1 AND former = $2"
SET_REMARK = 'UPDATE remarks SET events = $4 WHERE "table" = $1 AND seq = $2 AND at = $3 AND events = $5'
SET_MESSAGE = "UPDATE outbox SET payload = $2, shown = $3 WHERE id = $1"


def _found(name: str, personal: Personal) -> str:
    columns = ", ".join(f'"{column}"' for column in personal.exported)
    return f"SELECT {columns} FROM {name} WHERE {personal.found}"


EXPORT_AT_TABLE = {name: _found(name, personal) for name, personal in AT_TABLE.items()}
EXPORT_ANYWHERE = {name: _found(name, personal) for name, personal in ANYWHERE.items()}


class PersonAt(NamedTuple):
    """What a table's rows hold about a person: their seat if they have one, their names there, and whether a question is open.

    ``remarks`` (seq, time, events) and ``messages`` (id, payload and shown parts of outbox rows) are the texts about the table,
    in which earlier versions stored names.
    """

    table: int
    seat: int | None
    names: frozenset[str]
    is_asked: bool
    remarks: tuple[tuple[int, float, str], ...]
    messages: tuple[tuple[int, str, str], ...]


class PersonalData:
    """The rows of people, found by the lists of `db.personal`."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._db = database
        self._settings = settings

    async def tables_of(self, person: int, after: int, most: int) -> list[int]:
        """Return up to ``most`` ids above ``after`` of tables where a person appears, ascending."""
        return [row[0] for row in await self._db.all(TABLES_OF, person, after, most)]

    async def at(self, person: int, tables: Sequence[int]) -> list[PersonAt]:
        """Return what the rows of these tables hold about a person."""
        asked = [
            query
            for table in tables
            for query in (
                Statement(SEAT_OF, (table, person)),
                Statement(NAMES_AT, (table, person)),
                Statement(OPEN_QUESTION, (table,)),
                Statement(REMARKS, (table,)),
                Statement(MESSAGES, (table,)),
            )
        ]
        found = iter(await self._db.read(asked))
        return [_person_at(table, *(next(found) for _ in range(5))) for table in tables]

    async def erase_at(self, person: int, ids: Mapping[int, int], changed: Sequence[Statement] = ()) -> None:
        """Erase a person at some tables, all in one transaction.

        :param ids: the new id of the person by table.
        :param changed: statements of `set_remark` and `set_message`, carried out before.
        """
        every = [sql for personal in AT_TABLE.values() for sql in personal.erased]
        erased = [_statement(sql, table, person, new) for table, new in ids.items() for sql in every]
        await self._db.run([*changed, *erased])

    async def erase_anywhere(self, person: int) -> None:
        """Erase the rows of a person that belong to no table; none is left after it."""
        with self._settings.changing("persons", person):
            await self._db.run([Statement(sql, (person,)) for personal in ANYWHERE.values() for sql in personal.erased])
        await self._db.drop_deleted()

    async def export_at(self, person: int, table: int) -> dict[str, list[dict[str, Value]]]:
        """Return the rows of a person at one table: by the name of the database's table, each with its columns."""
        return await self._export(EXPORT_AT_TABLE, AT_TABLE, table, person)

    async def export_anywhere(self, person: int) -> dict[str, list[dict[str, Value]]]:
        """Return the rows of a person that belong to no table, as `export_at` does."""
        return await self._export(EXPORT_ANYWHERE, ANYWHERE, person)

    async def _export(
        self, queries: Mapping[str, str], personal: Mapping[str, Personal], *values: Value
    ) -> dict[str, list[dict[str, Value]]]:
        found = await self._db.read([_statement(sql, *values) for sql in queries.values()])
        return {
            name: [_with_columns(personal[name], row) for row in rows] for name, rows in zip(queries, found, strict=True) if rows
        }


def _person_at(table: int, *found: Sequence[Row]) -> PersonAt:
    seats, names, questions, remarks, messages = found
    return PersonAt(
        table,
        seats[0][0] if seats else None,
        frozenset(name for (name,) in names if name),
        bool(questions),
        tuple((seq, at, events) for seq, at, events in remarks),
        tuple((number, payload, shown) for number, payload, shown in messages),
    )


def blank_former(table: int, name: str) -> Statement:
    """Erase this name where an earlier version stored it as that of a seat's former player."""
    return Statement(BLANK_FORMER, (table, name))


def set_remark(table: int, seq: int, at: float, events: str, before: str) -> Statement:
    """Replace the events of a remark."""
    return Statement(SET_REMARK, (table, seq, at, events, before))


def set_message(row: int, payload: str, shown: str) -> Statement:
    """Replace the payload and the shown parts of a row of the outbox."""
    return Statement(SET_MESSAGE, (row, payload, shown))


def _with_columns(personal: Personal, row: Row) -> dict[str, Value]:
    return dict(zip(personal.exported, row, strict=True))


def _statement(sql: str, *values: Value) -> Statement:
    """Return the statement with as many of these values as it has parameters."""
    return Statement(sql, values[: max(map(int, re.findall(r"\$(\d+)", sql)))])
