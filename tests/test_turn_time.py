"""The time for a turn: undo, settings, nudges, players who are next, and a table that fails."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date

import pytest

from cogs.shell.reader import Reader
from db.due import QUESTION
from db.rows import OutboxRow
from db.statement import Statement
from host.ballots import ask_pause, ask_replace, vote
from host.deadlines import DAY, HOUR, MINUTE, Rest
from host.leaving import resign
from host.notices import notice_of
from host.nudge import mute_reminders, nudge
from host.refusal import Refused
from host.scheduler import change_rest
from host.settings import add_trip, read_person_settings, set_person_settings
from host.table import Table
from host.tables import Tables
from host.undo import moves_since, undo, undone_event
from tests.people import PEOPLE, advance, move, reopened, run_all_due, start_table
from tests.sending import pending_notices, pending_rows, send_all, text_of

HERE = Rest("UTC")


async def passes(tables: Tables, seconds: float) -> None:
    advance(tables, seconds)
    await run_all_due(tables)


async def owed(tables: Tables, subject: str) -> list[OutboxRow]:
    return await pending_notices(tables.store, subject)


def left(table: Table, seat: int) -> float:
    due = table.position.clocks[seat].due
    assert due is not None
    return due - table.now()


async def take_back(table: Table, seq: int) -> None:
    async with table.lock:
        gone, before = await moves_since(table, seq)
        await table.take_back(gone, before, undone_event(0, gone))


async def test_undoing_past_other_moves_gains_no_time(tables: Tables) -> None:
    table = await start_table(tables, 3, "schlossgarten")
    mover = table.position.to_act[0].seat
    await passes(tables, 5 * HOUR)
    first, had = table.position.seq + 1, left(table, mover)
    await move(table, 1)
    for number in range(2, 6):
        await passes(tables, HOUR)
        await move(table, number)
    await passes(tables, HOUR)
    await take_back(table, first)
    assert [seat.seat for seat in table.position.to_act] == [mover]
    assert left(table, mover) == pytest.approx(had)


async def test_undoing_within_a_turn_gains_no_time(tables: Tables) -> None:
    table = await start_table(tables, 2, "ishtar")
    for number in range(1, 60):
        before, turn, first = table.position.to_act[0].seat, dict(table.position.clocks), table.position.seq + 1
        await move(table, number)
        if table.position.mid_turn and table.position.to_act[0].seat == before:
            break
        await passes(tables, MINUTE)
    assert table.position.mid_turn
    assert table.position.clocks == turn
    await passes(tables, 7 * HOUR)
    running = table.position.clocks[before]
    await take_back(table, first)
    assert table.position.clocks[before] == running  # the turn went on all the time
    again = table.position.seq + 1
    while table.position.to_act[0].seat == before and (table.position.mid_turn or table.position.seq < again):
        await passes(tables, HOUR)
        had = left(table, before)
        await move(table, table.position.seq)
    await passes(tables, HOUR)
    await take_back(table, again)
    assert left(table, before) == pytest.approx(had)


async def test_repeated_undo_gains_no_time(tables: Tables) -> None:
    table = await start_table(tables, 2)
    mover = table.position.to_act[0]
    for number in range(5):
        await passes(tables, 2 * HOUR)
        had = left(table, mover.seat)
        await move(table, 10 + number)
        await passes(tables, HOUR)
        await undo(table, mover.person, 100 + number)
        assert left(table, mover.seat) == pytest.approx(had)
    assert left(table, mover.seat) == pytest.approx(DAY - 10 * HOUR)
    assert table.position.clocks[mover.seat].rung == 0
    await passes(tables, 2 * HOUR)
    assert table.position.clocks[mover.seat].rung == 1


async def test_days_away_move_the_end_until_they_are_taken_back(tables: Tables) -> None:
    table = await start_table(tables, 2)
    mover = table.position.to_act[0]
    due = table.position.clocks[mover.seat].due
    assert due is not None
    await change_rest(tables, mover.person, lambda _: replace(HERE, away=(("2030-03-18", "2030-03-20"),)))
    assert table.position.clocks[mover.seat].due == due + 3 * DAY
    assert table.position.clocks[mover.seat].shift == "away"
    assert await owed(tables, "away") == []
    await change_rest(tables, mover.person, lambda _: HERE)
    assert table.position.clocks[mover.seat].due == pytest.approx(due, abs=0.01)
    assert table.position.clocks[mover.seat].shift == ""
    await change_rest(tables, mover.person, lambda _: replace(HERE, away=(("2030-03-17", "2030-03-17"),)))
    assert len(await owed(tables, "away")) == 1
    await passes(tables, 2 * HOUR)
    assert len(await owed(tables, "away")) == 1
    again = await reopened(tables).get(table.id)
    assert again.position.clocks == table.position.clocks


@pytest.mark.parametrize(("passed", "least"), [(HOUR, 23 * HOUR), (23.5 * HOUR, HOUR)])
async def test_days_typed_wrong_leave_the_time_that_was_left(tables: Tables, passed: float, least: float) -> None:
    table = await start_table(tables, 2)
    mover = table.position.to_act[0]
    await passes(tables, passed)
    wrong = Rest("Asia/Yangon", away=(("2030-03-19", "2030-04-26"),))  # they begin a quarter of an hour before the end
    await change_rest(tables, mover.person, lambda _: wrong)
    assert left(table, mover.seat) > 38 * DAY
    await change_rest(tables, mover.person, lambda _: HERE)
    assert least <= left(table, mover.seat) < least + 1
    await change_rest(tables, mover.person, lambda _: HERE)
    assert least <= left(table, mover.seat) < least + 1


@pytest.mark.parametrize(("passed", "least"), [(7 * HOUR, 17 * HOUR), (23 * HOUR, HOUR), (23.5 * HOUR, HOUR)])
@pytest.mark.parametrize("days", ["2030-03-18", "2030-03-16 2030-04-02"])
async def test_today_announced_and_taken_back_adds_no_time(tables: Tables, days: str, passed: float, least: float) -> None:
    table = await start_table(tables, 2)
    mover = table.position.to_act[0]
    await passes(tables, passed)  # it is the next day
    for _ in range(2):
        await change_rest(tables, mover.person, lambda rest: add_trip(rest, days, date(2030, 3, 18)))
        assert left(table, mover.seat) > DAY
        await change_rest(tables, mover.person, lambda rest: add_trip(rest, "off", date(2030, 3, 18)))
        assert left(table, mover.seat) == pytest.approx(least, abs=1)
        assert table.position.clocks[mover.seat].shift == ""


async def test_early_return_keeps_the_time_from_before_the_trip(tables: Tables) -> None:
    table = await start_table(tables, 2)
    mover = table.position.to_act[0]
    before = tables.now() % DAY  # the trip begins at midnight
    await change_rest(tables, mover.person, lambda _: replace(HERE, away=(("2030-03-18", "2030-04-26"),)))
    await passes(tables, 5 * DAY)
    await change_rest(tables, mover.person, lambda _: HERE)
    assert left(table, mover.seat) == pytest.approx(before, abs=0.01)
    assert table.position.clocks[mover.seat].shift == "away"


async def test_less_quiet_never_ends_a_turn_earlier(tables: Tables) -> None:
    table = await start_table(tables, 2)
    mover = table.position.to_act[0]
    due = table.position.clocks[mover.seat].due
    assert due is not None
    at = int(due % DAY // MINUTE)
    await change_rest(tables, mover.person, lambda _: replace(HERE, quiet=(at - 60, at + 240)))
    later = left(table, mover.seat)
    assert later > 24 * HOUR
    await change_rest(tables, mover.person, lambda _: HERE)
    assert left(table, mover.seat) >= later - 1


async def test_nudge_every_six_hours_unless_unwelcome(tables: Tables) -> None:
    table = await start_table(tables, 2, pace="untimed")
    mover = table.position.to_act[0]
    other = next(seat.person for seat in table.position.seats if seat.person != mover.person)
    with pytest.raises(Refused, match="is waiting only for you"):
        await nudge(table, mover.person, 1)
    await nudge(table, other, 2)
    await passes(tables, 5.5 * HOUR)
    with pytest.raises(Refused, match="already been nudged") as refused:
        await nudge(table, other, 3)
    assert "again in 30 mins." in Reader().bare(refused.value.text)
    await passes(tables, 0.5 * HOUR)
    await nudge(table, other, 4)
    assert [notice.person for notice in await owed(tables, "nudge")] == [mover.person]
    await passes(tables, 6 * HOUR)
    await change_rest(tables, mover.person, lambda _: replace(HERE, away=(("2030-03-17", "2030-03-19"),)))
    with pytest.raises(Refused, match="away or has quiet hours") as refused:
        await nudge(table, other, 5)
    assert "again in 1 day, 18 hrs" in Reader().bare(refused.value.text)
    await change_rest(tables, mover.person, lambda _: HERE)
    await mute_reminders(table, mover.person, 6)
    with pytest.raises(Refused, match="wants no more reminders"):
        await nudge(table, other, 7)
    with pytest.raises(Refused, match="not your turn"):
        await mute_reminders(table, other, 8)


async def test_a_muted_turn_is_silent_to_its_end_and_no_longer(tables: Tables) -> None:
    table = await start_table(tables, 2)
    mover = table.position.to_act[0]
    await mute_reminders(table, mover.person, 1)
    for _ in range(30):
        await passes(tables, HOUR)
    assert await pending_notices(tables.store) == []
    assert table.position.clocks[mover.seat].rung == 3
    await move(table, 2)
    await passes(tables, 12 * HOUR)
    assert len(await owed(tables, "reminder")) == 1


async def test_next_player_is_told_on_request(tables: Tables) -> None:
    for person in PEOPLE:
        await set_person_settings(tables.store, person, next_up=True)
    table = await start_table(tables, 3)
    mover = table.position.to_act[0].seat
    (told,) = await owed(tables, "next")
    assert told.person == PEOPLE[(mover + 1) % 3]
    assert notice_of(told).direct
    assert "You are next" in text_of(told)
    await send_all(tables.store, tables.now())
    await move(table, 1)
    assert [row.target for row in await pending_rows(tables.store) if row.kind == "delete"] == [told.id]
    two = await start_table(tables, 2)
    assert not [notice for notice in await owed(tables, "next") if notice.table == two.id]


async def test_one_failing_table_stops_nothing(tables: Tables, caplog: pytest.LogCaptureFixture) -> None:
    broken, sound = await start_table(tables, 2), await start_table(tables, 2)
    await tables.store._db.run([Statement("UPDATE tables SET game = 'chess' WHERE id = $1", (broken.id,))])
    fresh = reopened(tables)
    await passes(fresh, 12 * HOUR)
    assert [notice.table for notice in await owed(fresh, "reminder")] == [sound.id]
    assert caplog.text.count(f"table {broken.id}: due work failed") == 1
    await passes(fresh, 9 * MINUTE)
    assert caplog.text.count("due work failed") == 1
    await passes(fresh, 2 * MINUTE)
    assert caplog.text.count("due work failed") == 2


async def test_a_question_that_fails_is_postponed(tables: Tables, caplog: pytest.LogCaptureFixture) -> None:
    broken = await start_table(tables, 2)
    await ask_pause(broken, PEOPLE[0])
    await tables.store._db.run([Statement("UPDATE tables SET game = 'chess' WHERE id = $1", (broken.id,))])
    fresh = reopened(tables)
    for _ in range(5):
        await passes(fresh, 1)
    assert caplog.text.count("due work failed") == 1
    await passes(fresh, 10 * MINUTE)
    assert caplog.text.count("due work failed") == 2


async def test_undecided_question_is_not_read_again(tables: Tables) -> None:
    table = await start_table(tables, 3)
    await ask_pause(table, PEOPLE[0])
    await run_all_due(tables)
    assert await tables.store.due.by(tables.now() + HOUR, QUESTION, 9) == []
    await resign(table, PEOPLE[2], 5)
    assert await tables.store.due.by(tables.now(), QUESTION, 9) == [table.id]
    await run_all_due(tables)
    assert await tables.store.due.by(tables.now() + 2 * DAY, QUESTION, 9) == [table.id]


async def test_late_newcomer_gets_the_same_thirty_days(tables: Tables) -> None:
    table = await start_table(tables, 2, pace="untimed")
    await passes(tables, 29 * DAY)
    assert table.position.row.warned
    ballot = await ask_replace(table, PEOPLE[0], 1, 99, "Eve")
    await vote(table, ballot, 99, yes=True)
    await passes(tables, 22 * DAY)
    assert (table.position.row.status, table.position.row.warned) == ("running", 0)
    await passes(tables, DAY)
    assert len(await owed(tables, "idle")) == 1
    await passes(tables, 7 * DAY)
    assert table.position.row.ending == "idle"


async def test_two_choices_at_once_are_both_kept(tables: Tables) -> None:
    await asyncio.gather(set_person_settings(tables.store, 1, direct=True), set_person_settings(tables.store, 1, swift=True))
    person = await read_person_settings(tables.store, 1)
    assert (person.direct, person.swift) == (True, True)


def test_trip_is_announced_from_today_on_and_only_once() -> None:
    today = date(2030, 3, 18)
    rest = add_trip(Rest(), "2030-03-16 2030-03-20", today)
    assert rest.away == (("2030-03-18", "2030-03-20"),)
    tomorrow = date(2030, 3, 19)
    assert add_trip(rest, "2030-03-18 2030-03-20", tomorrow) == rest
    longer = add_trip(rest, "2030-03-18 2030-03-21", tomorrow)
    assert longer.away == (("2030-03-18", "2030-03-20"), ("2030-03-19", "2030-03-21"))


def test_impossible_dates_are_refused() -> None:
    today = date(2030, 3, 17)
    for typed in ("9999-12-31", "2040-01-01 2040-01-02"):
        with pytest.raises(Refused, match="2 years ahead"):
            add_trip(HERE, typed, today)
    assert add_trip(HERE, "2031-12-30 2032-01-02", today).away == (("2031-12-30", "2032-01-02"),)
