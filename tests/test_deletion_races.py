"""The tables of a server are deleted while people use them, and while work is due there."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import pytest

from db.rows import SeatRow
from host.deadlines import DAY
from host.forgetting import forget_asked
from host.history import read_page, read_past_position
from host.leaving import resign
from host.lobby import Terms
from host.records import make_record
from host.refusal import MovedOn, NoTable
from host.scheduler import run_due
from host.table import Table
from host.tables import Tables
from host.undo import newest_move_of, question_text, undo
from tests.manual_clock import ManualClock
from tests.people import ADA, clicks, move, play_until_turn_of, start_table

SERVER = 700_001
READS: dict[str, Callable[[Table], Awaitable[object]]] = {
    "log": lambda table: read_page(table.store, table.position, None, table.position.seq),
    "past board": lambda table: read_past_position(table.store, table.position, 1, None),
    "record": lambda table: make_record(table.store, table.position),
    "question about an undo": lambda table: question_text(table, 0, 1),
}


@pytest.mark.parametrize("name", READS)
async def test_reading_a_deleted_table_is_refused(tables: Tables, name: str) -> None:
    table = await start_table(tables, 2, guild=SERVER)
    await move(table)
    await resign(table, ADA, next(clicks))
    await READS[name](table)
    await forget_asked(tables.store, SERVER, tables.now())
    with pytest.raises(NoTable):
        await READS[name](table)


async def test_undo_of_moves_that_were_undone_meanwhile_is_refused(tables: Tables) -> None:
    table = await start_table(tables, 2)
    await play_until_turn_of(table, ADA)
    await move(table)
    back_to = await newest_move_of(table, ADA)
    await undo(table, ADA, next(clicks))
    with pytest.raises(MovedOn):
        await question_text(table, table.position.require_seat(ADA), back_to)


async def test_deleted_table_is_not_moved(tables: Tables) -> None:
    table = await start_table(tables, 2, guild=SERVER)
    await start_table(tables, 2)  # else an empty row would be kept, as no table has a higher id
    await forget_asked(tables.store, SERVER, tables.now())
    with pytest.raises(NoTable):
        await tables.move_to(table, 3)


async def test_deleted_tables_are_left_out_without_a_warning(tables: Tables, caplog: pytest.LogCaptureFixture) -> None:
    kept, deleted = await start_table(tables, 2), await start_table(tables, 2, guild=SERVER)
    await forget_asked(tables.store, SERVER, tables.now())
    with caplog.at_level(logging.WARNING):
        assert await tables.get_all([deleted.id, kept.id]) == [kept]
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_due_work_at_a_deleted_table_is_dropped(
    tables: Tables, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = SeatRow(0, ADA, "Ada")
    for _ in range(2):
        await tables.open(game="djinns", terms=Terms(size=2), host=host, guild=SERVER, channel=2)
    assert isinstance(tables.now, ManualClock)
    tables.now.forward(8 * DAY)
    get = tables.get

    async def get_after_deletion(table: int) -> Table:
        await forget_asked(tables.store, SERVER, tables.now())
        return await get(table)

    monkeypatch.setattr(tables, "get", get_after_deletion)
    with caplog.at_level(logging.WARNING):
        assert await run_due(tables) == ()
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert await tables.store.due.all_by(tables.now() + DAY, 9) == {}
