"""Work that is due at a time, on a real database with a manual clock."""

from __future__ import annotations

from random import Random

import pytest

from db.rows import SeatRow
from db.statement import Unsaved
from host.ballots import ask_pause
from host.deadlines import DAY, HOUR
from host.lobby import Terms
from host.scheduler import BATCH_SIZE, Hindered, run_due
from host.table import Table
from host.tables import Tables
from host.undo import undo
from rules.game import random_move
from tests.manual_clock import ManualClock
from tests.people import clicks, outcome_of, run_all_due
from tests.sending import pending_notices

ADA, BEN = 11, 22
LARGE = "INSERT INTO facts VALUES ('large', hex(randomblob(9000000)))"  # no room for it on a disk that is nearly full


async def begun(tables: Tables, pace: str = "daily", lapse: str = "") -> Table:
    host = SeatRow(0, ADA, "Ada")
    terms = Terms(size=2, pace=pace, lapse=lapse)
    table = await tables.open(game="djinns", terms=terms, host=host, guild=1, channel=2)
    await tables.join(table.id, BEN, "Ben")
    return await tables.start(table.id, ADA, next(clicks))


async def told(tables: Tables) -> list[tuple[str, int | None]]:
    return [(notice.subject, notice.person) for notice in await pending_notices(tables.store)]


async def after(tables: Tables, seconds: float) -> None:
    now = tables.now
    assert isinstance(now, ManualClock)
    now.forward(seconds)
    await run_all_due(tables)


async def test_each_reminder_is_sent_once(tables: Tables) -> None:
    table = await begun(tables, lapse="wait")
    (mover,) = table.position.to_act
    await after(tables, 11 * HOUR)
    assert await told(tables) == []
    await after(tables, HOUR)
    assert await told(tables) == [("reminder", mover.person)]
    await after(tables, HOUR)
    assert len(await told(tables)) == 1
    await after(tables, 20 * HOUR)  # 90 % and the end were missed: only the end is told, and instead of the first reminder
    assert await told(tables) == [("late", mover.person)]
    assert table.position.clocks[mover.seat].rung == 3
    await after(tables, 5 * DAY)
    assert await told(tables) == [("late", mover.person)]


async def test_a_stand_in_plays_the_turn(tables: Tables) -> None:
    table = await begun(tables)
    (mover,) = table.position.to_act
    await after(tables, 24 * HOUR)
    assert [seat.seat for seat in table.position.to_act] != [mover.seat]
    assert table.position.seats[mover.seat].strikes == 1
    assert (await table.store.last_moves(table.id, 1))[0].person == 0


async def test_a_seat_is_given_up_and_a_game_of_one_ends(tables: Tables) -> None:
    table = await begun(tables, lapse="give-up")
    for _ in range(6):
        await after(tables, 25 * HOUR)
    assert table.position.row.status == "over"
    assert table.position.row.ending == "alone"


async def test_move_stops_its_clock_and_undo_gains_no_time(tables: Tables) -> None:
    table = await begun(tables)
    (mover,) = table.position.to_act
    await after(tables, 13 * HOUR)
    assert await told(tables) == [("reminder", mover.person)]
    due = table.position.clocks[mover.seat].due
    assert due is not None
    path = random_move(table.position.game, table.position.state, mover.seat, Random(3)).path
    await table.move(mover.person, table.position.seq, path, 5)
    assert await told(tables) == []
    await after(tables, HOUR)
    await undo(table, mover.person, 6)
    again = table.position.clocks[mover.seat]
    assert again.due == due + HOUR
    assert again.rung == 1


async def test_tables_nobody_starts_or_plays_are_closed(tables: Tables) -> None:
    host = SeatRow(0, ADA, "Ada")
    opened = await tables.open(game="djinns", terms=Terms(size=2), host=host, guild=1, channel=2)
    await after(tables, 7 * DAY)
    assert opened.position.row.status == "cancelled"
    running = await begun(tables, "untimed")
    await after(tables, 23 * DAY)
    assert (await told(tables))[-1][0] == "idle"
    await after(tables, 7 * DAY)
    assert (running.position.row.status, running.position.row.ending) == ("over", "idle")


async def test_due_work_after_a_long_stop_is_done_in_batches(tables: Tables) -> None:
    host = SeatRow(0, 1, "Ada")
    for channel in range(BATCH_SIZE + 3):
        await tables.open(game="djinns", terms=Terms(size=2), host=host, guild=1, channel=channel)
    assert isinstance(tables.now, ManualClock)
    tables.now.forward(8 * DAY)
    assert [len(await run_due(tables)) for _ in range(3)] == [BATCH_SIZE, 3, 0]
    assert await tables.store.living_in_guild(1) == []


@pytest.mark.sqlite
async def test_work_hindered_by_the_disk_is_done_at_the_next_look(tables: Tables) -> None:
    table = await begun(tables, lapse="wait")
    assert isinstance(tables.now, ManualClock)
    tables.now.forward(25 * HOUR)
    database = tables.store._db
    await database.all("PRAGMA query_only = ON")
    with pytest.raises(Unsaved):
        await run_due(tables)
    await database.all("PRAGMA query_only = OFF")
    assert await told(tables) == []
    assert await run_due(tables) == (table.id,)
    assert [kind for kind, _ in await told(tables)] == ["late"]


@pytest.mark.sqlite
async def test_disk_error_stops_no_other_due_work(tables: Tables) -> None:
    unmoved, asked = await begun(tables, lapse="wait"), await begun(tables, "untimed")
    idle = await tables.open(game="djinns", terms=Terms(size=2), host=SeatRow(0, 1, "Ada"), guild=1, channel=3)
    ballot = await ask_pause(asked, ADA)
    assert isinstance(tables.now, ManualClock)
    tables.now.forward(8 * DAY)
    database = tables.store._db
    await database.all(f"CREATE TRIGGER large AFTER INSERT ON clocks BEGIN {LARGE}; END")
    ((pages,),) = await database.all("PRAGMA page_count")
    await database.all(f"PRAGMA max_page_count = {pages + 99}")
    with pytest.raises(Hindered, match="full") as caught:
        await run_due(tables)
    assert caught.value.done == (idle.id,)
    assert await outcome_of(asked, ballot) == "expired"
    await database.all("DROP TRIGGER large")
    assert await run_due(tables) == (unmoved.id,)
