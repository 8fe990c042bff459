"""Export everything that is stored about a person, and erase it.

The request to erase is stored first, and each step leaves the rest findable, so a stop in the middle only delays the rest.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Iterable
from contextlib import suppress
from typing import Any, cast

import msgspec

from db.erasing import PersonAt, blank_former, set_message, set_remark
from db.personal import ERASED_NAME, FORMER_PERSON, FORMER_STRANGER
from db.statement import Statement
from db.store import Store
from host.ballots import close_for_absent, review
from host.codec import encode
from host.leaving import leave_for_good
from host.lobby import leave
from host.refusal import Refused
from host.table import Table
from host.tables import Tables
from rules.text import FORMER_PLAYER

log = logging.getLogger(__name__)

ERASE = "person-asked"  # kind of due work
FORMAT = "parterre-data-1"
TABLES_AT_ONCE = 20  # erased in one transaction, between which others' clicks are answered
PEOPLE_AT_ONCE = 20


async def export_person(store: Store, person: int) -> dict[str, Any]:
    """Return everything that is stored about a person, as values that JSON can hold: rows by the name of the database's table."""
    rows = await store.personal.export_anywhere(person)
    async for batch in _pages(store, person):
        for table in batch:
            for name, found in (await store.personal.export_at(person, table)).items():
                rows.setdefault(name, []).extend(found)
    return {"format": FORMAT, "person": person, "rows": rows}


async def is_known(store: Store, person: int) -> bool:
    """Return whether anything is stored about a person."""
    return bool(await store.personal.export_anywhere(person))


async def erase_person(tables: Tables, person: int) -> None:
    """Erase a person: stand-ins take their seats, and everything else about them is erased."""
    await tables.store.due.put(ERASE, person, tables.now())
    await _erase(tables, person)


async def finish_erasures(tables: Tables) -> None:
    """Go on with erasures that a stop has ended."""
    for person in await tables.store.due.by(tables.now(), ERASE, PEOPLE_AT_ONCE):
        await _erase(tables, person)


async def _erase(tables: Tables, person: int) -> None:
    store, count = tables.store, 0
    for at in [*await tables.open_of(person), *await tables.running_of(person)]:
        for table in await tables.get_all([at.id]):
            await _leave(table, person)
    async for batch in _pages(store, person):
        found = await store.personal.at(person, batch)
        for at in found:
            if at.is_asked:
                await _close_questions(await tables.get(at.table), person)
        ids = {at.table: _new_id(at.seat) for at in found}
        await store.personal.erase_at(person, ids, [each for at in found for each in _without_names(at)])
        count += len(batch)
    await store.personal.erase_anywhere(person)
    log.info("somebody was erased at %d tables", count)


async def _pages(store: Store, person: int) -> AsyncGenerator[list[int]]:
    """Yield the tables where a person appears, some at a time."""
    after = 0
    while batch := await store.personal.tables_of(person, after, TABLES_AT_ONCE):
        yield batch
        after = batch[-1]


async def _leave(table: Table, person: int) -> None:
    """Take a person off a table that has not ended."""
    with suppress(Refused):  # the table has changed meanwhile
        await (leave(table, person) if table.position.row.status == "open" else leave_for_good(table, person))
    await _close_questions(table, person)


async def _close_questions(table: Table, person: int) -> None:
    """Close the questions that a person asked, or in which they would take over a seat, and settle those that waited for them."""
    await close_for_absent(table, person)
    await review(table)


def _new_id(seat: int | None) -> int:
    return FORMER_STRANGER if seat is None else FORMER_PERSON + seat


def _without_names(at: PersonAt) -> Iterable[Statement]:
    """Yield statements that blank the names of a person where an earlier version stored them in texts.

    Descriptions of pictures hold names, too; the sender asks Discord for those that it still needs.
    """
    for name in at.names:
        yield blank_former(at.table, name)
    for seq, when, events in at.remarks:
        if (without := _blanked(events, at.names)) != events:
            yield set_remark(at.table, seq, when, without, events)
    for row, payload, shown in at.messages:
        without = _blanked(payload, at.names), _blanked(shown, at.names)
        if without != (payload, shown):
            yield set_message(row, *without)


def _blanked(stored: str, names: frozenset[str]) -> str:
    """Return stored JSON without these names."""
    return encode(_without(msgspec.json.decode(stored), names)) if stored and any(name in stored for name in names) else stored


def _without(value: Any, names: frozenset[str]) -> Any:
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        return {key: _field(key, each, names) for key, each in fields.items()}
    if isinstance(value, list):
        return [_without(each, names) for each in cast("list[Any]", value)]
    return msgspec.to_builtins(FORMER_PLAYER) if isinstance(value, str) and value in names else value


def _field(key: str, value: Any, names: frozenset[str]) -> Any:
    """Return a field of a text or of what a message shows, without names. The names of fields and sentences stay."""
    match key:
        case "params":
            return [[name, _without(each, names)] for name, each in value]
        case "names":
            return [ERASED_NAME if name in names else name for name in value]
        case "alt":
            return ""
        case "message" | "kind" | "plural" | "picture":
            return value
        case _:
            return _without(value, names)
