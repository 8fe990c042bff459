"""Test the table of due work: it follows from each change of a table, and a wrong row does no harm, on a real database."""

from __future__ import annotations

import logging

import pytest

from db.due import COMPUTER, QUESTION, REMINDER, UNUSED, DueRow
from db.rows import SeatRow
from host.ballots import ask_pause, vote
from host.deadlines import DAY, HOUR, IDLE_NOTICE_SECONDS, OPEN_TABLE_SECONDS
from host.forgetting import forget_asked
from host.leaving import guild_back, guild_lost
from host.lobby import Terms
from host.scheduler import AWAY_RETRY_SECONDS, BATCH_SIZE, run_due
from host.tables import Tables
from host.thinking import CLAIM_SECONDS, claim_turns, play_claimed_turn
from host.verification import verify_tables
from tests.people import ADA, BEN, advance, move, play_until_turn_of, reopened, start_practice, start_table

MISSING = 99  # a table that was never opened


async def stored(tables: Tables, table: int) -> dict[str, float]:
    """Return when work at a table is due, by kind; it must be as it follows from the other rows of the table."""
    rows = await tables.store.due.of_table(table)
    assert sorted(rows) == await tables.store.due.derived(table)
    return {row.kind: row.at for row in rows}


async def test_open_table_is_due_when_it_expires(tables: Tables) -> None:
    opened = await tables.open(game="djinns", terms=Terms(size=2), host=SeatRow(0, ADA, "Ada"), guild=1, channel=2)
    assert await stored(tables, opened.id) == {UNUSED: tables.now() + OPEN_TABLE_SECONDS}
    await tables.cancel(opened.id, ADA)
    assert await stored(tables, opened.id) == {}


async def test_turn_is_due_at_its_first_reminder(tables: Tables) -> None:
    table = await start_table(tables, 2)
    assert await stored(tables, table.id) == {REMINDER: tables.now() + 12 * HOUR, UNUSED: tables.now() + IDLE_NOTICE_SECONDS}
    advance(tables, HOUR)
    await move(table)
    assert (await stored(tables, table.id))[REMINDER] == tables.now() + 12 * HOUR


async def test_question_is_due_at_once_then_at_its_end(tables: Tables) -> None:
    table = await start_table(tables, 3)
    ballot = await ask_pause(table, ADA)
    assert (await stored(tables, table.id))[QUESTION] == 0
    await run_due(tables)
    row = await tables.store.ballots.get(ballot)
    assert row is not None
    assert (await stored(tables, table.id))[QUESTION] == row.expires
    for person in {seat.person for seat in table.position.seats} - {ADA}:
        await vote(table, ballot, person, yes=True)
    assert await stored(tables, table.id) == {UNUSED: tables.now() + IDLE_NOTICE_SECONDS}


async def test_nothing_is_due_at_an_unreachable_table(tables: Tables) -> None:
    table = await start_table(tables, 2)
    await guild_lost(table)
    assert await stored(tables, table.id) == {}
    await guild_back(table)
    assert set(await stored(tables, table.id)) == {REMINDER, UNUSED}


async def test_claimed_turns_belong_to_one_process(tables: Tables) -> None:
    table = await start_practice(tables, 2)
    await play_until_turn_of(table, ADA)
    await move(table)
    (claim,) = await claim_turns(tables, 9)
    assert claim == DueRow(COMPUTER, table.id, tables.now() + CLAIM_SECONDS, claim.claim)
    assert claim.claim
    assert await claim_turns(reopened(tables), 9) == []
    advance(tables, CLAIM_SECONDS)
    assert [again.subject for again in await claim_turns(reopened(tables), 9)] == [table.id]


@pytest.mark.parametrize("kind", [REMINDER, UNUSED])
async def test_correction_of_other_work_keeps_the_claim_of_a_turn(tables: Tables, kind: str) -> None:
    table = await start_practice(tables, 1)
    await play_until_turn_of(table, ADA)
    await move(table)
    (claim,) = await claim_turns(tables, 9)
    await tables.store.due.put(kind, table.id, 0)
    assert await run_due(tables) == ()
    assert claim in await tables.store.due.of_table(table.id)


async def test_everything_due_is_found_by_one_question(tables: Tables) -> None:
    asked, other = await start_table(tables, 2), await start_table(tables, 2)
    await ask_pause(asked, BEN)
    found = await tables.store.due.all_by(tables.now() + 30 * DAY, BATCH_SIZE)
    assert {kind: {row.subject for row in rows} for kind, rows in found.items()} == {
        REMINDER: {asked.id, other.id},
        UNUSED: {asked.id, other.id},
        QUESTION: {asked.id},
    }


@pytest.mark.parametrize("kind", [REMINDER, COMPUTER, UNUSED, QUESTION])
async def test_work_at_a_missing_table_is_dropped(tables: Tables, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    await tables.store.due.put(kind, MISSING, 0)
    with caplog.at_level(logging.WARNING):
        assert await run_due(tables, lambda _: False) == ()
        for claim in await claim_turns(tables, 1):
            assert not await play_claimed_turn(tables, claim)
    assert not caplog.records
    assert await tables.store.due.at(kind, MISSING) is None


@pytest.mark.parametrize("kind", [REMINDER, UNUSED, QUESTION])
async def test_work_that_is_not_due_is_corrected(tables: Tables, kind: str) -> None:
    table = await start_table(tables, 2)
    before = await stored(tables, table.id)
    await tables.store.due.put(kind, table.id, 0)
    assert await run_due(tables) == ()
    assert await stored(tables, table.id) == before


async def test_deleted_table_of_an_absent_server_stops_nothing(tables: Tables) -> None:
    host = SeatRow(0, ADA, "Ada")
    deleted = await tables.open(game="djinns", terms=Terms(size=2), host=host, guild=5, channel=2)
    kept = await tables.open(game="djinns", terms=Terms(size=2), host=host, guild=1, channel=2)
    advance(tables, 8 * DAY)
    found = await tables.store.due.all_by(tables.now(), BATCH_SIZE)
    await forget_asked(tables.store, 5, tables.now())
    assert await run_due(tables, lambda guild: guild == 1, found) == (kept.id,)
    assert await tables.store.due.of_table(deleted.id) == []


async def test_absent_server_is_asked_again_within_a_minute(tables: Tables) -> None:
    table = await start_table(tables, 2)
    advance(tables, 13 * HOUR)
    assert await run_due(tables, lambda _: False) == ()
    assert (await tables.store.due.of_table(table.id))[0].at == tables.now() + AWAY_RETRY_SECONDS
    assert table.position.row.revision == await tables.store.revision(table.id)
    advance(tables, AWAY_RETRY_SECONDS)
    assert await run_due(tables) == (table.id,)


async def test_changed_row_is_not_postponed(tables: Tables) -> None:
    table = await start_table(tables, 2)
    row, *_ = await tables.store.due.of_table(table.id)
    advance(tables, HOUR)
    await move(table)
    before = await stored(tables, table.id)
    await tables.store.due.postpone(row, tables.now() + DAY)
    assert await stored(tables, table.id) == before


async def test_missing_work_is_found_by_verification(tables: Tables) -> None:
    table = await start_table(tables, 2)
    await tables.store.due.drop(REMINDER, table.id)
    assert [each.finding async for each in verify_tables(tables.store)] == ["its due work is not stored: reminder"]
    await tables.store.due.correct(REMINDER, table.id)
    assert [each.finding async for each in verify_tables(tables.store)] == [""]
