"""What becomes of a turn's time: undo, settings, nudges, people who are next, and a table that fails."""

from __future__ import annotations

from dataclasses import replace

import pytest

from db.rows import NoticeRow
from host.codec import decode_text
from host.deadlines import DAY, HOUR, MINUTE, Rest
from host.keeper import look, set_rest
from host.nudge import mute, nudge
from host.people import choose
from host.refusal import Refused
from host.table import Table
from host.tables import Tables
from host.undo import since, undo, undone
from tests.people import PEOPLE, after, anew, begun, move

HERE = Rest("UTC")


async def passes(tables: Tables, seconds: float) -> None:
    after(tables, seconds)
    await look(tables)


async def owed(tables: Tables, kind: str) -> list[NoticeRow]:
    return [notice for notice in await tables.store.notices.owed() if notice.kind == kind]


def left(table: Table, seat: int) -> float:
    due = table.clocks[seat].due
    assert due is not None
    return due - table.now()


async def take_back(table: Table, seq: int) -> None:
    async with table.lock:
        gone, before = await since(table, seq)
        await table.take_back(gone, before, undone(0, gone))


async def test_undoing_a_turn_over_other_moves_and_the_dealers_earns_nothing(tables: Tables) -> None:
    table = await begun(tables, 3, "schlossgarten")
    mover = table.to_act[0].seat
    await passes(tables, 5 * HOUR)
    first, had = table.seq + 1, left(table, mover)
    await move(table, 1)
    for number in range(2, 6):
        await passes(tables, HOUR)
        await move(table, number)
    await passes(tables, HOUR)
    await take_back(table, first)
    assert [seat.seat for seat in table.to_act] == [mover]
    assert left(table, mover) == pytest.approx(had)


async def test_undoing_within_a_turn_earns_nothing(tables: Tables) -> None:
    table = await begun(tables, 2, "ishtar")
    for number in range(1, 60):
        before, turn, first = table.to_act[0].seat, dict(table.clocks), table.seq + 1
        await move(table, number)
        if table.mid_turn and table.to_act[0].seat == before:
            break
        await passes(tables, MINUTE)
    assert table.mid_turn
    assert table.clocks == turn
    await passes(tables, 7 * HOUR)
    running = table.clocks[before]
    await take_back(table, first)
    assert table.clocks[before] == running  # the turn went on all the time
    again = table.seq + 1
    while table.to_act[0].seat == before and (table.mid_turn or table.seq < again):
        await passes(tables, HOUR)
        had = left(table, before)
        await move(table, table.seq)
    await passes(tables, HOUR)
    await take_back(table, again)
    assert left(table, before) == pytest.approx(had)


async def test_undoing_as_often_as_one_likes_earns_nothing(tables: Tables) -> None:
    table = await begun(tables, 2)
    mover = table.to_act[0]
    for number in range(5):
        await passes(tables, 2 * HOUR)
        had = left(table, mover.seat)
        await move(table, 10 + number)
        await passes(tables, HOUR)
        if table.last == mover.person:
            await undo(table, mover.person, 100 + number)
        assert left(table, mover.seat) == pytest.approx(had)
    assert left(table, mover.seat) == pytest.approx(DAY - 10 * HOUR)
    assert table.clocks[mover.seat].rung == 0
    await passes(tables, 2 * HOUR)
    assert table.clocks[mover.seat].rung == 1


async def test_rest_lengthens_a_running_turn_and_never_shortens_it(tables: Tables) -> None:
    table = await begun(tables, 2)
    mover = table.to_act[0]
    due = table.clocks[mover.seat].due
    assert due is not None
    await set_rest(tables, mover.person, replace(HERE, away=(("2030-03-18", "2030-03-20"),)))
    assert table.clocks[mover.seat].due == due + 3 * DAY
    assert table.clocks[mover.seat].shift == "away"
    assert await owed(tables, "away") == []
    await set_rest(tables, mover.person, HERE)
    assert table.clocks[mover.seat].due == due + 3 * DAY
    await set_rest(tables, mover.person, replace(HERE, away=(("2030-03-17", "2030-03-17"),)))
    assert len(await owed(tables, "away")) == 1
    await passes(tables, 2 * HOUR)
    assert len(await owed(tables, "away")) == 1
    again = await anew(tables).get(table.id)
    assert again.clocks == table.clocks


async def test_a_nudge_every_six_hours_and_none_where_it_is_unwelcome(tables: Tables) -> None:
    table = await begun(tables, 2, pace="untimed")
    mover = table.to_act[0]
    other = next(seat.person for seat in table.seats if seat.person != mover.person)
    with pytest.raises(Refused, match="waits for nobody but you"):
        await nudge(table, mover.person, 1)
    await nudge(table, other, 2)
    await passes(tables, 5.5 * HOUR)
    with pytest.raises(Refused, match="again in 30 min"):
        await nudge(table, other, 3)
    await passes(tables, 0.5 * HOUR)
    await nudge(table, other, 4)
    assert [notice.person for notice in await owed(tables, "nudge")] == [mover.person]
    await passes(tables, 6 * HOUR)
    await set_rest(tables, mover.person, replace(HERE, away=(("2030-03-17", "2030-03-19"),)))
    with pytest.raises(Refused, match="again in 1 d 18 h"):
        await nudge(table, other, 5)
    await set_rest(tables, mover.person, HERE)
    await mute(table, mover.person, 6)
    with pytest.raises(Refused, match="wants no more reminders"):
        await nudge(table, other, 7)
    with pytest.raises(Refused, match="not your turn"):
        await mute(table, other, 8)


async def test_a_muted_turn_is_silent_to_its_end_and_no_longer(tables: Tables) -> None:
    table = await begun(tables, 2)
    mover = table.to_act[0]
    await mute(table, mover.person, 1)
    for _ in range(30):
        await passes(tables, HOUR)
    assert await tables.store.notices.owed() == []
    assert table.clocks[mover.seat].rung == 3
    await move(table, 2)
    await passes(tables, 12 * HOUR)
    assert len(await owed(tables, "reminder")) == 1


async def test_who_is_next_is_told_if_they_wish(tables: Tables) -> None:
    for person in PEOPLE:
        await choose(tables.store, person, next_up=True)
    table = await begun(tables, 3)
    mover = table.to_act[0].seat
    (told,) = await owed(tables, "next")
    assert told.person == PEOPLE[(mover + 1) % 3]
    assert told.direct
    assert "You are next" in str(decode_text(told.text))
    await tables.store.notices.paid(told.id, 5, 6)
    await move(table, 1)
    assert [notice.id for notice in await tables.store.notices.stale()] == [told.id]
    two = await begun(tables, 2)
    assert not [notice for notice in await owed(tables, "next") if notice.table == two.id]


async def test_one_failing_table_stops_nothing(tables: Tables, caplog: pytest.LogCaptureFixture) -> None:
    broken, sound = await begun(tables, 2), await begun(tables, 2)
    async with tables.store._db.transaction() as db:
        await db.execute("UPDATE tables SET game = 'chess' WHERE id = ?", (broken.id,))
    fresh = anew(tables)
    await passes(fresh, 12 * HOUR)
    assert [notice.table for notice in await owed(fresh, "reminder")] == [sound.id]
    assert caplog.text.count(f"table {broken.id}: what is due there has failed") == 1
    await passes(fresh, 9 * MINUTE)
    assert caplog.text.count("has failed") == 1
    await passes(fresh, 2 * MINUTE)
    assert caplog.text.count("has failed") == 2
