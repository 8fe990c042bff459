"""Erase everything that is stored about a person.

The request to erase is stored first, and each step leaves the rest findable, so a stop in the middle only delays the rest.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from typing import TypeVar

from db.due import ERASE
from db.enqueue import update_questions
from db.erasing import PersonAt, blank_former, give_up
from db.personal import ERASED_NAME, TABLES_AT_ONCE, former_ids
from db.statement import Stale, Statement, Unsaved
from db.stored_names import MessageRow
from db.stored_names import rename_message as set_message
from db.stored_names import rename_remark as set_remark
from host.ballots import close_for_absent, review
from host.codec import SHAPE_ERRORS, decode, encode
from host.leaving import leave_for_good
from host.lobby import leave
from host.outbox import Shown
from host.refusal import MovedOn, Refused
from host.stored_names import Rename, name_key, rename, rename_payload, rename_remark
from host.table import Table
from host.tables import Tables
from rules.text import FORMER_PLAYER, Text

T = TypeVar("T")

log = logging.getLogger(__name__)

PEOPLE_AT_ONCE = 1000
ATTEMPTS = 20  # of an erasure, each of which other changes have forestalled


async def erase_person(tables: Tables, person: int) -> None:
    """Erase a person: stand-ins take their seats, and everything else about them is erased."""
    await tables.store.due.put(ERASE, person, tables.now())
    await _erase(tables, person)


async def finish_erasures(tables: Tables) -> None:
    """Go on with erasures that a stop or an error has ended. One that fails is logged, and due again."""
    for person in await tables.store.due.by(tables.now(), ERASE, PEOPLE_AT_ONCE):
        try:
            await _erase(tables, person)
        except Unsaved:
            raise
        except Exception:  # the others must not wait for this one
            log.exception("an erasure has to be tried again")


async def _erase(tables: Tables, person: int) -> None:
    """Erase a person at their tables, then everywhere else. If they have appeared at a table meanwhile, begin again.

    :raises MovedOn: when other changes were faster in every attempt.
    """
    store, count = tables.store, 0
    for _ in range(ATTEMPTS):
        if await store.due.at(ERASE, person) is None:
            return
        try:
            while batch := await store.personal.tables_of(person, 0, TABLES_AT_ONCE):
                await _erase_at(tables, person, batch)
                count += len(batch)
            await store.personal.erase_anywhere(person, ERASE)
        except Stale:
            continue
        log.info("somebody was erased at %d tables", count)
        return
    raise MovedOn


async def _erase_at(tables: Tables, person: int, batch: Sequence[int]) -> None:
    """Let a person leave these tables, and erase them there.

    :raises db.statement.Stale: when one of the tables has changed meanwhile.
    """
    left = dict[int, list[Statement]]()
    for living in await tables.store.personal.living_at(batch):
        read = await tables.get_all([living])
        for table in read:
            await _leave(table, person)
        left[living] = [update_questions(living, tables.now())] if read else give_up(living, person)
    found = await tables.store.personal.at(person, batch)
    for new, alike in groupby(sorted(found, key=_new_id), key=_new_id):
        at = tuple(alike)
        changed = [one for each in at for one in (*left.get(each.table, ()), *_without_names(each))]
        await tables.store.personal.erase_at(person, new, [each.table for each in at], changed)


def _new_id(at: PersonAt) -> int:
    """Return the id that an erased person gets at a table."""
    return next(new for new in former_ids(at.seat) if new not in at.ids)


async def _leave(table: Table, person: int) -> None:
    """Take a person off a table that has not ended, and close the questions that they asked or that wait for them."""
    with suppress(Refused):  # they have no seat there, or the table has changed meanwhile
        await (leave(table, person) if table.position.row.status == "open" else leave_for_good(table, person))
    await close_for_absent(table, person, "erased")
    await review(table)


def _without_names(at: PersonAt) -> Iterable[Statement]:
    """Yield statements that blank the names of a person where an earlier version stored them in texts.

    Descriptions of pictures hold names, too; the sender asks Discord for those that it still needs.
    """
    keys = {name_key(name) for name in at.names} - {""}

    def former(name: str) -> Text | None:
        return FORMER_PLAYER if name_key(name) in keys else None

    yield from (blank_former(at.table, name) for name in at.names)
    for remark in at.remarks:
        if (new := _tried(remark, lambda one: rename_remark(one, former), remark._replace(events="[]"))) != remark:
            yield set_remark(remark, new, touches=1)
    for row in at.messages:
        if (changed := _tried(row, lambda one: _without_name(one, former), row._replace(shown=""))) != row:
            yield set_message(row, changed, touches=1)


def _tried(row: T, change: Callable[[T], T], otherwise: T) -> T:
    """Return a changed row; ``otherwise`` if today's types do not fit its texts, which may hold any name."""
    try:
        return change(row)
    except SHAPE_ERRORS:
        log.exception("a text is blanked, as it cannot be read")
        return otherwise


def _without_name(row: MessageRow, former: Rename) -> MessageRow:
    """Return a message without a person's name, and without the description of its picture."""
    renamed = rename_payload(row, former)
    if row.kind != "board" or not row.shown:
        return renamed
    shown = decode(row.shown, Shown)
    names = tuple(ERASED_NAME if former(name) else name for name in shown.names)
    words = shown.words and rename(shown.words, former)
    return renamed._replace(shown=encode(replace(shown, alt="", names=names, words=words)))
