"""Carry on a file of the first version with its running games."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from random import Random
from time import time

import pytest_asyncio

from db.rows import unpack_state
from db.sqlite.driver import SqliteDatabase
from db.sqlite.migrating import MIGRATIONS
from db.store import Store
from host.ballots import ask_terms, vote
from host.deadlines import DAY, HOUR
from host.history import read_log, read_past_position
from host.leaving import resign
from host.lobby import Terms
from host.nudge import nudge
from host.scheduler import run_due
from host.table import Table
from host.tables import Tables
from host.undo import moves_since, newest_move_of, undone_event
from tests.manual_clock import ManualClock
from tests.people import PEOPLE, clicks, move, start_table
from tests.sending import pending_notices, snapshot_of, text_of

FIRST = "0001_initial.sql"
STATES = 'JOIN (SELECT "table", seq, unpacked(state) AS state FROM now.states) USING ("table", seq)'


async def first_version(made_by_now: Path, folder: Path) -> Path:
    """Write these tables to a file of the first version."""
    only = folder / "migrations"
    only.mkdir()
    (only / FIRST).write_text((MIGRATIONS / FIRST).read_text())
    old = folder / "old.sqlite3"
    await (await SqliteDatabase.open(old, only)).close()
    with closing(sqlite3.connect(old)) as db, db:
        db.execute("ATTACH ? AS now", (str(made_by_now),))
        db.create_function("unpacked", 1, unpack_state)
        for name in ("tables", "seats", "moves", "answered"):
            fields = ", ".join(f'"{row[1]}"' for row in db.execute(f"PRAGMA main.table_info({name})"))
            db.execute(f"INSERT INTO main.{name} ({fields}) SELECT {fields} FROM now.{name} {STATES if name == 'moves' else ''}")
        posts = "SELECT \"table\", seq, '[]', message FROM now.outbox WHERE kind = 'board'"
        db.execute(f'INSERT INTO main.posts ("table", seq, story, message) {posts}')
    return old


@pytest_asyncio.fixture
async def old(tmp_path: Path) -> AsyncIterator[Tables]:
    """A running table of each kind of game, and one that is open, of the first version; seen for the first time today."""
    made, now = tmp_path / "now.sqlite3", ManualClock(time())  # migrations ask the same clock
    tables = Tables(await Store.open(made), random=Random(1), now=now)
    for game in ("djinns", "schlossgarten"):
        table = await start_table(tables, 3, game, pace="untimed")
        for number in range(4):
            await move(table, number)
    await tables.open(game="djinns", terms=Terms(size=2), host=table.position.seats[0], guild=1, channel=2)
    await tables.store.close()
    store = await Store.open(await first_version(made, tmp_path))
    now.forward(DAY)
    yield Tables(store, random=Random(2), now=now)
    await store.close()


def acting(table: Table) -> list[int]:
    return [seat.seat for seat in table.position.to_act]


async def test_clocks_of_running_tables_start(old: Tables) -> None:
    assert (await snapshot_of(old.store, 1)).clocks == ()
    assert await run_due(old) == (1, 2)
    assert await run_due(old) == ()
    for number in (1, 2):
        table = await old.get(number)
        assert list(table.position.clocks) == acting(table)
        assert table.position.row.pace == "untimed"
        assert table.position.row.language == "en"
        mover = table.position.to_act[0].person
        assert [clock.table for clock in await old.store.clocks_of(mover) if clock.table == number] == [number]
        waiting = next(person for person in PEOPLE[:3] if person != mover)
        assert [clock.seat for clock in await nudge(table, waiting, next(clicks))] == acting(table)


async def test_moves_and_undo_work_at_once(old: Tables) -> None:
    for number in (1, 2):
        table = await old.get(number)
        before, log = table.position.state, await read_log(table.store, table.position, None)
        person = await move(table)
        assert list(table.position.clocks) == acting(table)
        async with table.lock:
            moves, former = await moves_since(table, await newest_move_of(table, person))
            await table.take_back(moves, former, undone_event(0, moves))
        assert table.position.state == before
        assert (await read_log(table.store, table.position, None))[: len(log)] == log
        newest = max(made.seq for made in await table.store.moves(number) if made.undone_at is None)  # told to one seat, perhaps
        assert (await read_past_position(table.store, table.position, newest, 0)).view == table.position.game.view(before, 0)
        assert table.position.last in (None, *PEOPLE[:3])


async def test_new_terms_give_the_turn_a_deadline(old: Tables) -> None:
    table = await old.get(1)
    await run_due(old)
    asker, *others = PEOPLE[:3]
    ballot = await ask_terms(table, asker, "daily", "stand-in")
    for person in others:
        await vote(table, ballot, person, yes=True)
    assert [clock.due for clock in table.position.clocks.values()] == [old.now() + DAY]
    now = old.now
    assert isinstance(now, ManualClock)
    now.forward(12 * HOUR)
    await run_due(old)
    assert "reminder" in [notice.subject for notice in await pending_notices(old.store)]


async def test_people_leave_and_the_game_ends(old: Tables) -> None:
    table = await old.get(1)
    await resign(table, PEOPLE[0], next(clicks))
    for number in range(300):
        if not table.position.to_act:
            break
        await move(table, number)
    assert table.position.row.status == "over"
    log = await read_log(table.store, table.position, None)
    assert len({entry.seq for entry in log if entry.kept}) == sum(entry.seat is not None for entry in log)
    assert (await read_past_position(table.store, table.position, 5, None)).story


async def test_idle_tables_close_in_time(old: Tables) -> None:
    await run_due(old)
    now = old.now
    assert isinstance(now, ManualClock)
    now.forward(23 * DAY)
    await run_due(old)
    assert (await old.get(3)).position.row.status == "cancelled"
    told = [(notice.table, text_of(notice)) for notice in await pending_notices(old.store, "idle")]
    assert [table for table, _ in told] == [1, 2]
    now.forward(7 * DAY)
    await run_due(old)
    assert [(await old.get(table)).position.row.ending for table in (1, 2)] == ["idle", "idle"]
