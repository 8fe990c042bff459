"""The cost of a click does not grow with the age of a table, nor with the number of tables."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from cogs.shell.reader import STORY_CHARACTERS, Reader, story_of
from db.enqueue import MAX_STORY_CHARACTERS, enqueue_board
from db.queries import MAX_TABLES_OF_PERSON
from db.rows import SeatRow
from db.statement import Statement
from db.store import MAX_LISTED_TABLES, Store
from host import scheduler
from host.codec import decode_story, encode_story
from host.deadlines import BISECTION_STEPS, Rest, reminder_times
from host.history import MOVES_PER_PAGE, REMARK_LIMIT, read_log, read_news, read_page, read_past_position
from host.lobby import Terms
from host.position import Position
from host.refusal import Refused
from host.scheduler import TABLES_AT_ONCE, change_rest
from host.settings import read_quiet_hours
from host.tables import Tables
from rules.game import Event, random_move
from rules.text import say
from tests.call_counts import count_calls
from trials.seeding import FIRST_CLICK_ID, start_table

ADA, BEN = SeatRow(0, 11, "Ada"), SeatRow(1, 22, "Ben")
UNDONE = 1500  # moves of the long table that were taken back, each with a remark
LADDERS = BISECTION_STEPS + 10  # for a clock that is set anew
LONG = 10**6  # seq after them
REMARK = encode_story([Event("undone", say("{seat} takes back the last move.", seat="Ada"))])
MOVES = """INSERT INTO moves ("table", seq, seat, path, events, version, made, undone_at, person)
    WITH RECURSIVE n(n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM n WHERE n < $4)
    SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT) + n, 0, 'a', $3, 1, n, n, 11 FROM n"""
REMARKED = """INSERT INTO remarks ("table", seq, at, events)
    WITH RECURSIVE n(n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM n WHERE n < $4)
    SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT) + n, n, $3 FROM n"""
OPENED = """INSERT INTO tables (game, version, variants, size, status, host, guild, channel, place, opened)
    WITH RECURSIVE n(n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM n WHERE n < $1)
    SELECT 'djinns', 1, '', 2, 'running', 11, 1, 2, 2, n FROM n"""
SEATED = """INSERT INTO seats ("table", seat, person, name) SELECT id, 0, 11, 'Ada' FROM tables"""


async def long_table(tables: Tables) -> Position:
    """A table at which a move was made and taken back again and again, then a few more were made."""
    table = await start_table(tables, "djinns", [ADA, BEN])
    at = table.position
    for sql in (MOVES, REMARKED):
        await tables.store._db.run([Statement(sql, (table.id, at.seq, REMARK, UNDONE))])
    await tables.store._db.run([Statement("UPDATE tables SET seq = $2, revision = revision + 1 WHERE id = $1", (table.id, LONG))])
    await table.reload()
    for number in range(MOVES_PER_PAGE * 2):
        at = table.position
        seat = at.to_act[0]
        path = random_move(at.game, at.state, seat.seat, Random(number)).path
        await table.move(seat.person, at.seq, path, FIRST_CLICK_ID + 1 + number)
    return table.position


@pytest.mark.parametrize("number", [None, 0, 100])
async def test_page_of_a_long_log_reads_a_page(tables: Tables, number: int | None) -> None:
    at = await long_table(tables)
    with count_calls() as calls:
        page = await read_page(tables.store, at, 0, at.seq, number)
    assert page.pages > UNDONE / MOVES_PER_PAGE
    assert len([entry for entry in page.entries if entry.seat is not None]) <= MOVES_PER_PAGE
    assert calls.of(decode_story) <= MOVES_PER_PAGE + REMARK_LIMIT


async def test_news_and_past_boards_of_a_long_table_read_little(tables: Tables) -> None:
    at = await long_table(tables)
    standing = at.moves
    with count_calls() as calls:
        await read_news(tables.store, at, 99)
        await read_past_position(tables.store, at, at.seq, 0)
    assert calls.of(decode_story) <= 2 * standing + REMARK_LIMIT
    with count_calls() as calls:
        assert len(await read_log(tables.store, at, 0, only_standing=True)) <= standing
    assert calls.of(decode_story) <= standing


async def test_pages_of_a_long_log_hold_every_move_once(tables: Tables) -> None:
    at = await long_table(tables)
    count = (await read_page(tables.store, at, None, at.seq)).pages
    pages = [await read_page(tables.store, at, None, at.seq, number) for number in range(count)]
    seqs = [entry.seq for page in pages for entry in page.entries if entry.seat is not None]
    told = [entry.seq for entry in await read_log(tables.store, at, None) if entry.seat is not None]
    assert seqs == told
    assert len(seqs) > UNDONE


def test_long_story_tells_no_more_lines_than_have_room() -> None:
    events = [Event("laid", say("{seat} lays a tile.", seat="Ada"))] * 50_000
    with count_calls() as calls:
        told = Reader(("Ada",)).markdown(story_of(events))
    assert len(told) <= STORY_CHARACTERS
    assert told.startswith("…\n")
    assert calls.of(Reader.markdown) <= STORY_CHARACTERS


async def test_story_that_waits_does_not_grow_without_end(store: Store, tables: Tables) -> None:
    table = await start_table(tables, "djinns", [ADA, BEN])
    story = '["' + "x" * 30_000 + '"]'
    for seq in range(20):
        await store._db.run(enqueue_board(table.id, seq, story, 1.0))
    board = await store.outbox.newest_board(table.id)
    assert board is not None
    assert len(story) < len(board.payload) <= MAX_STORY_CHARACTERS + len(story) + 2


async def test_lists_find_the_newest_of_many_tables(store: Store) -> None:
    await store._db.run([Statement(OPENED, (2 * MAX_LISTED_TABLES + 50,)), Statement(SEATED)])
    everything = [row.id async for row in store.all_living_in_guild(1)]
    assert (
        sorted(everything) == list(range(everything[-1] - MAX_LISTED_TABLES + 1 - MAX_LISTED_TABLES - 50 + 1, 0))
        or len(set(everything)) == 2 * MAX_LISTED_TABLES + 50
    )
    newest = sorted(everything)[-MAX_LISTED_TABLES:]
    assert [row.id for row in await store.living_in(2)] == newest
    assert [row.id for row in await store.living_in_guild(1)] == newest
    assert [snapshot.row.id for snapshot in await store.running_of(11)] == sorted(everything)[-MAX_TABLES_OF_PERSON:]


async def test_settings_change_few_tables_at_once() -> None:
    going, most = 0, 0

    async def work(_: int) -> bool:
        nonlocal going, most
        going += 1
        most = max(most, going)
        for _ in range(3):
            await asyncio.sleep(0)
        going -= 1
        return True

    assert await scheduler._run_each(work, range(50)) == [True] * 50  # type: ignore[reportPrivateUsage]
    assert most == TABLES_AT_ONCE


async def test_changing_the_rest_costs_a_bounded_number_of_steps(tables: Tables) -> None:
    table = await tables.open(game="djinns", terms=Terms(size=2, pace="daily"), host=ADA, guild=1, channel=2)
    await tables.join(table.id, BEN.person, BEN.name)
    await tables.start(table.id, ADA.person, FIRST_CLICK_ID)
    away = (("2030-03-17", "2030-05-15"), ("2030-05-16", "2030-07-14"))
    await change_rest(tables, 11, lambda _: Rest("Europe/Berlin", (22 * 60, 8 * 60), away))
    with count_calls() as calls:
        await change_rest(tables, 11, lambda _: Rest("Europe/Berlin", (22 * 60, 8 * 60 - 1), away))
    assert 0 < calls.of(reminder_times) <= LADDERS


@pytest.mark.parametrize("typed", ["1" * 5000, "22:" + "0" * 5000, "22:30:30", "25:30", ":", ""])
def test_time_of_day_may_be_anything(typed: str) -> None:
    with pytest.raises(Refused):
        read_quiet_hours(f"{typed}-7:00")
