"""Export and erase what is stored about a person."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from db.database import Database, Row
from db.due import FOLLOW, IS_OF_PERSON
from db.locks import lock_people, lock_tables
from db.personal import ANYWHERE, ASKS_WHETHER_THEY_PLAY, AT_TABLE, ERASED_NAME, HERE, PERSON, TABLES_AT_ONCE, Personal
from db.rows import RemarkRow
from db.settings import Settings
from db.statement import LOCK, Statement, Value
from db.stored_names import IN_TEXT, MessageRow

TABLES_OF = 'SELECT "table" FROM appearances WHERE person = $1 AND "table" > $2 ORDER BY "table" LIMIT $3'
LIVING_AT = f"SELECT id FROM tables WHERE id {HERE} AND status IN ('open', 'running') ORDER BY id"
SEATS_AT = f"""SELECT "table", seat, name FROM seats WHERE "table" {HERE} AND person = {PERSON}
    UNION SELECT appearances."table", NULL, name FROM people JOIN appearances ON person = people.id
    WHERE people.id = {PERSON} AND "table" {HERE}"""
IDS_AT = " UNION ".join(
    f'SELECT "table", {column} FROM {table} WHERE "table" {HERE}'
    for table, column in (("seats", "person"), ("seats", "predecessor"), ("moves", "person"), ("hints", "person"))
)
REMARKS = f"""SELECT "table", seq, at, events FROM remarks
    WHERE "table" {HERE} AND (events {IN_TEXT.format("events")}) ORDER BY "table", seq, at"""
MESSAGES = f"""SELECT "table", id, kind, payload, shown FROM outbox WHERE "table" {HERE} AND kind IN ('board', 'notice')
    AND (payload {IN_TEXT.format("payload")} OR shown {IN_TEXT.format("shown")} OR shown LIKE '%"names":["%'
         OR shown LIKE '%"alt":"%' AND shown NOT LIKE '%"alt":""%') ORDER BY id"""
BLANK_FORMER = f"UPDATE seats SET former = '{ERASED_NAME}' WHERE \"table\" = $1 AND former = $2"
GIVE_UP_SEAT = (
    "UPDATE seats SET standing = 'gone' WHERE \"table\" = $1 AND person = $2",
    """UPDATE clocks SET level = 'steady', due = NULL, wake = (SELECT 0 FROM tables WHERE id = $1 AND paused IS NULL)
       WHERE "table" = $1 AND seat = (SELECT seat FROM seats WHERE "table" = $1 AND person = $2)""",
    "UPDATE ballots SET outcome = 'void' WHERE \"table\" = $1 AND outcome = ''",
    *FOLLOW,
)
# The last trace of a person at a table goes only if they play there no more, and nobody is asked whether they should.
DISAPPEAR = f"""DELETE FROM appearances WHERE person = {PERSON} AND "table" {HERE}
    AND NOT EXISTS (SELECT 1 FROM seats JOIN tables ON tables.id = seats."table"
                    WHERE seats."table" = appearances."table" AND seats.person = {PERSON}
                    AND seats.standing != 'gone' AND tables.status IN ('open', 'running'))
    AND NOT EXISTS (SELECT 1 FROM ballots
                    WHERE ballots."table" = appearances."table" AND outcome = '' AND {ASKS_WHETHER_THEY_PLAY})"""
_AT_TABLE = {name: personal for name, personal in AT_TABLE.items() if name != "tables"}
# Most tables of the database have no rows of a person at an ended table, so only the others are changed.
TRACES = " UNION ALL ".join(
    f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name} WHERE {personal.found})" for name, personal in _AT_TABLE.items()
)
LEAVE_NO_TRACE = " AND ".join(
    (*AT_TABLE["tables"].erased, *(f"NOT EXISTS (SELECT 1 FROM {name} WHERE {each.found})" for name, each in _AT_TABLE.items()))
)
LOCK_DUE = f"SELECT 1 FROM due WHERE subject = $1 AND {IS_OF_PERSON} ORDER BY kind {LOCK}"  # a message may take its place
STILL_ASKED = """UPDATE due SET at = at WHERE kind = $2 AND subject = $1
    AND NOT EXISTS (SELECT 1 FROM appearances WHERE person = $1)"""


def _found(name: str, personal: Personal) -> str:
    computed = (f"{sql} AS {column}" for column, sql in personal.computed.items())
    columns = ", ".join([*(f'"{column}"' for column in personal.exported), *computed])
    return f"SELECT {columns} FROM {name} WHERE {personal.found}"


EXPORT_AT_TABLE = {name: _found(name, personal) for name, personal in AT_TABLE.items()}
EXPORT_ANYWHERE = {name: _found(name, personal) for name, personal in ANYWHERE.items()}


class PersonAt(NamedTuple):
    """The data of a person at one table: their seat if they have one, their names there, and the ids of all players.

    ``remarks`` and ``messages`` are texts in which earlier versions stored names, and descriptions of pictures.
    """

    table: int
    seat: int | None
    names: frozenset[str]
    ids: frozenset[int]
    remarks: tuple[RemarkRow, ...]
    messages: tuple[MessageRow, ...]


class PersonalData:
    """The rows of people, found by the lists of `db.personal`."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._db = database
        self._settings = settings

    async def tables_of(self, person: int, after: int, most: int) -> list[int]:
        """Return up to ``most`` ids above ``after`` of tables where a person appears, ascending."""
        return [row[0] for row in await self._db.all(TABLES_OF, person, after, most)]

    async def living_at(self, tables: Sequence[int]) -> list[int]:
        """Return those of up to `TABLES_AT_ONCE` tables that are open or running."""
        return [row[0] for row in await self._db.all(LIVING_AT, *_here(tables))]

    async def at(self, person: int, tables: Sequence[int]) -> list[PersonAt]:
        """Return what the rows of up to `TABLES_AT_ONCE` tables hold about a person."""
        asked = (SEATS_AT, IDS_AT, REMARKS, MESSAGES)
        found = await self._db.read([_statement(sql, *_here(tables), person) for sql in asked])
        by_table = [defaultdict[int, list[Row]](list) for _ in found]
        for each, rows in zip(by_table, found, strict=True):
            for table, *row in rows:
                each[table].append(tuple(row))
        return [_person_at(table, *(each[table] for each in by_table)) for table in tables]

    async def erase_at(self, person: int, new: int, tables: Sequence[int], changed: Sequence[Statement] = ()) -> None:
        """Erase a person at up to `TABLES_AT_ONCE` tables where they no longer play, in one transaction.

        :param new: the id that they get there.
        :param changed: statements of this module and of `db.stored_names`, carried out before.
        :raises db.statement.Stale: when they play again at one of the tables, or are asked to. Also when a row of ``changed`` is
            not as expected, or when something about them was stored meanwhile.
        """
        values = (*_here(tables), person, new)
        traces = [name for (name,) in await self._db.all(TRACES, *values[:-1])]
        erased = [_statement(sql, *values) for name in traces for sql in AT_TABLE[name].erased]
        gone, last = (_statement(sql, *values)._replace(touches=len(tables)) for sql in (DISAPPEAR, LEAVE_NO_TRACE))
        await self._db.run([*lock_tables(*tables), *changed, gone, *erased, last])

    async def erase_anywhere(self, person: int, request: str) -> None:
        """Erase the rows of a person that belong to no table, the request for it among them; none is left after it.

        :param request: the kind of due work that asks for it.
        :raises db.statement.Stale: when they appear at a table, or nothing asks for it any more.
        """
        asked = Statement(STILL_ASKED, (person, request), touches=1)
        erased = [Statement(sql, (person,)) for personal in ANYWHERE.values() for sql in personal.erased]
        with self._settings.changing("persons", person):
            await self._db.run([*lock_people([person]), Statement(LOCK_DUE, (person,)), asked, *erased])
        await self._db.drop_deleted()

    async def export_at(self, person: int, table: int) -> dict[str, list[dict[str, Value]]]:
        """Return the rows of a person at one table: by the name of the database's table, each with its columns."""
        return await self._export(EXPORT_AT_TABLE, AT_TABLE, *_here([table]), person)

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


def _here(tables: Sequence[int]) -> list[Value]:
    """Return the first values of a statement about these tables."""
    return [*tables, *[None] * (TABLES_AT_ONCE - len(tables))]


def _person_at(table: int, seats: Sequence[Row], ids: Sequence[Row], remarks: Sequence[Row], messages: Sequence[Row]) -> PersonAt:
    return PersonAt(
        table,
        next((seat for seat, _ in seats if seat is not None), None),
        frozenset(name for _, name in seats if name),
        frozenset(player for (player,) in ids if player is not None),
        tuple(RemarkRow(table, *row) for row in remarks),
        tuple(MessageRow(*row) for row in messages),
    )


def blank_former(table: int, name: str) -> Statement:
    """Erase this name where an earlier version stored it as that of a seat's former player."""
    return Statement(BLANK_FORMER, (table, name))


def give_up(table: int, person: int) -> list[Statement]:
    """Give a person's seat to a stand-in and close all questions, at a table that this version cannot read."""
    return [_statement(sql, table, person) for sql in GIVE_UP_SEAT]


def _with_columns(personal: Personal, row: Row) -> dict[str, Value]:
    return dict(zip((*personal.exported, *personal.computed), row, strict=True))


def _statement(sql: str, *values: Value) -> Statement:
    """Return the statement with as many of these values as it has parameters."""
    return Statement(sql, values[: max(map(int, re.findall(r"\$(\d+)", sql)))])
