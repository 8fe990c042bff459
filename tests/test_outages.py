"""Time in which nobody could play is given back: outages of the bot, of the gateway and of one server, on a real database."""

from __future__ import annotations

import asyncio

import pytest

from cogs.lobby.card import _began  # pyright: ignore[reportPrivateUsage]
from cogs.shell.reader import Reader
from db.rows import SeatRow
from host.ballots import ask_pause
from host.deadlines import DAY, HOUR, IDLE_NOTICE_SECONDS, MINUTE, PACE_SECONDS
from host.leaving import guild_back, guild_lost, pause
from host.lobby import Terms
from host.notices import notice_of
from host.outages import Outages, extend_turns, give_time_back
from host.scheduler import run_due
from host.table import Table
from host.tables import Tables
from tests.manual_clock import ManualClock
from tests.people import (
    ADA,
    BEN,
    advance,
    clicks,
    move,
    outcome_of,
    play_until_turn_of,
    remark_kinds,
    reopened,
    run_all_due,
    start_table,
)
from tests.sending import pending_notices, text_of
from trials.waiting import wait_until

pytestmark = pytest.mark.virtual

SERVER = 1  # of the tables here
HERE = frozenset([SERVER, 9])


def left(table: Table) -> float:
    """Return the seconds that the turn has left."""
    (clock,) = table.position.clocks.values()
    assert clock.due is not None
    return clock.due - table.now()


async def extensions(tables: Tables) -> int:
    return len(await pending_notices(tables.store, "extended"))


async def restarted(tables: Tables, here: frozenset[int] = HERE) -> Outages:
    """Start the bot again on the same database, and do what is due."""
    outages = Outages(tables, ManualClock())
    await outages.gateway_heard(here)
    await run_due(tables, here.__contains__)
    return outages


@pytest.mark.parametrize("pace", ["live", "quick", "daily", "relaxed"])
@pytest.mark.parametrize("lapse", ["wait", "stand-in", "give-up"])
async def test_turn_goes_on_with_its_time_after_two_days_away(tables: Tables, pace: str, lapse: str) -> None:
    table = await start_table(tables, 2, pace=pace, lapse=lapse)
    await restarted(tables)
    advance(tables, 2 * DAY)
    before = table.position
    await restarted(tables)
    assert left(table) == pytest.approx(max(HOUR, PACE_SECONDS[pace] or 0))
    assert (table.position.seats, table.position.seq) == (before.seats, before.seq)
    (told,) = await pending_notices(tables.store, "extended")
    assert told.person is None
    assert Reader().bare(notice_of(told).text) == "The bot was away for 2 days. The time for this turn has been extended."
    assert await remark_kinds(table) == ["extended"]
    advance(tables, left(table))
    await run_all_due(tables)
    assert table.position.clocks.keys() != before.clocks.keys() or lapse == "wait"


async def test_seat_is_not_given_up_after_twenty_minutes_away(tables: Tables) -> None:
    table = await start_table(tables, 3, pace="live", lapse="give-up")
    (mover,) = table.position.to_act
    while table.position.seats[mover.seat].strikes < 2:
        if table.position.acts(mover.person):
            advance(tables, 11 * MINUTE)
            await run_all_due(tables)
        else:
            await move(table)
    await play_until_turn_of(table, mover.person)
    await restarted(tables)
    advance(tables, 20 * MINUTE)
    await restarted(tables)
    seat = table.position.seats[mover.seat]
    assert (seat.standing, seat.strikes) == ("seated", 2)
    assert left(table) == pytest.approx(HOUR, abs=0.01)
    assert _began(table.position, table.position.clocks[mover.seat]) == pytest.approx(tables.now() - 20 * MINUTE, abs=0.01)


async def test_short_outage_changes_nothing(tables: Tables) -> None:
    table = await start_table(tables, 2)
    await restarted(tables)
    advance(tables, 5 * MINUTE)
    await restarted(tables)
    assert left(table) == DAY - 5 * MINUTE
    assert await extensions(tables) == 0


async def test_first_start_changes_nothing(tables: Tables) -> None:
    table = await start_table(tables, 2)
    advance(tables, 23 * HOUR)
    await restarted(tables)
    assert left(table) == HOUR
    assert await extensions(tables) == 0


async def test_last_minutes_become_an_hour(tables: Tables) -> None:
    table = await start_table(tables, 2)
    await restarted(tables)
    outages = Outages(tables, ManualClock())
    await outages.gateway_heard(HERE)
    advance(tables, 23.9 * HOUR)
    await outages.gateway_heard(HERE)
    advance(tables, 10 * MINUTE)
    await restarted(tables)
    assert left(table) == pytest.approx(HOUR, abs=0.01)


async def test_reminders_come_again_in_the_time_that_was_added(tables: Tables) -> None:
    table = await start_table(tables, 2, pace="live")
    await restarted(tables)
    outages = Outages(tables, ManualClock())
    await outages.gateway_heard(HERE)
    advance(tables, 9.5 * MINUTE)
    await outages.gateway_heard(HERE)
    await run_all_due(tables)
    assert len(await pending_notices(tables.store, "reminder")) == 1
    advance(tables, 10 * MINUTE)
    await restarted(tables)
    assert await pending_notices(tables.store, "reminder") == []
    for waited in (54 * MINUTE, 2 * MINUTE, 3.5 * MINUTE):
        advance(tables, waited)
        await run_all_due(tables)
    assert left(table) == pytest.approx(MINUTE / 2, abs=0.01)
    assert ["tenth" in text_of(told) for told in await pending_notices(tables.store, "reminder")] == [True]


async def test_time_is_given_back_once_when_killed_halfway(tables: Tables) -> None:
    one, two = await start_table(tables, 2), await start_table(tables, 2)
    await restarted(tables)
    advance(tables, 2 * HOUR)
    assert await extend_turns(one, tables.now() - 2 * HOUR)
    advance(tables, MINUTE)
    await restarted(reopened(tables))
    await one.confirm()
    await two.confirm()
    assert (left(one), left(two)) == (DAY - MINUTE, DAY)
    assert await extensions(tables) == 2


async def test_turns_that_stood_still_or_were_late_are_left_alone(tables: Tables) -> None:
    late, still, untimed = (
        await start_table(tables, 2),
        await start_table(tables, 2),
        await start_table(tables, 2, pace="untimed"),
    )
    async with still.lock:
        await pause(still)
    advance(tables, DAY)
    await run_all_due(tables)
    await restarted(tables)
    before = [table.position for table in (late, still, untimed)]
    advance(tables, DAY)
    await restarted(tables)
    assert [table.position for table in (late, still, untimed)] == before
    assert await extensions(tables) == 0


async def test_nothing_is_due_while_the_server_is_away(tables: Tables) -> None:
    table = await start_table(tables, 2, lapse="stand-in")
    outages = Outages(tables, ManualClock())
    await outages.gateway_heard(HERE)
    advance(tables, 23 * HOUR)
    await outages.gateway_heard(HERE)
    for _ in range(3):
        advance(tables, 20 * MINUTE)
        await outages.gateway_heard(HERE - {SERVER})
        await run_due(tables, (HERE - {SERVER}).__contains__)
    outages = await restarted(reopened(tables), HERE - {SERVER})  # the bot is away then, too
    advance(tables, HOUR)
    await outages.gateway_heard(HERE)
    await run_due(tables, HERE.__contains__)
    await table.confirm()
    assert HOUR <= left(table) < HOUR + MINUTE
    assert table.position.seats[0].strikes == 0
    assert await extensions(tables) == 1


async def test_gateway_away_counts_from_when_it_was_heard(tables: Tables) -> None:
    table = await start_table(tables, 2)
    outages = Outages(tables, ManualClock())
    await outages.gateway_heard(HERE)
    advance(tables, 30)
    await outages.gateway_heard(HERE)
    await outages.gateway_lost()
    advance(tables, DAY)
    await outages.gateway_lost()
    await outages.gateway_heard(HERE)
    assert left(table) == DAY - 30


async def test_program_that_stood_still_gives_the_time_back(tables: Tables) -> None:
    table, machine = await start_table(tables, 2), ManualClock()
    outages = Outages(tables, machine)
    await outages.gateway_heard(HERE)
    advance(tables, 3 * HOUR)
    machine.forward(3 * HOUR)
    await outages.gateway_heard(HERE)
    assert left(table) == DAY


async def test_lobby_and_question_stay_for_an_hour(tables: Tables) -> None:
    host = SeatRow(0, ADA, "Ada")
    lobby = await tables.open(game="djinns", terms=Terms(size=2), host=host, guild=SERVER, channel=2)
    table = await start_table(tables, 3, pace="relaxed")
    ballot = await ask_pause(table, ADA)
    await restarted(tables)
    advance(tables, 8 * DAY)
    await restarted(tables)
    advance(tables, 0.98 * HOUR)
    await run_all_due(tables)
    await lobby.confirm()
    assert (lobby.position.row.status, await outcome_of(table, ballot)) == ("open", "")
    assert ["until" in text_of(told) for told in await pending_notices(tables.store, "prolonged")] == [True]
    advance(tables, 8 * DAY)
    await run_all_due(tables)
    await lobby.confirm()
    assert (lobby.position.row.status, await outcome_of(table, ballot)) == ("cancelled", "expired")


async def test_announced_end_waits_as_long_as_the_outage(tables: Tables) -> None:
    table = await start_table(tables, 2, pace="untimed")
    advance(tables, 23 * DAY)
    await run_all_due(tables)
    assert table.position.row.warned
    await restarted(tables)
    advance(tables, 20 * DAY)
    await restarted(tables)
    advance(tables, 6.9 * DAY)
    await run_all_due(tables)
    assert table.position.row.status == "running"
    advance(tables, DAY)
    await run_all_due(tables)
    assert table.position.row.ending == "idle"


async def test_table_that_starts_meanwhile_waits_for_moves(tables: Tables) -> None:
    host = SeatRow(0, ADA, "Ada")
    lobby = await tables.open(game="djinns", terms=Terms(size=2), host=host, guild=SERVER, channel=2)
    await tables.join(lobby.id, BEN, "Ben")
    since = tables.now()
    advance(tables, 8 * DAY)
    async with lobby.lock:
        giving = asyncio.create_task(give_time_back(tables, SERVER, since))
        await wait_until(lambda: giving.done() or bool(lobby.lock._waiters))  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType]
        await lobby.begin(lobby.position.seats, next(clicks))
    await giving
    (row,) = await tables.living_in(2)
    assert (row.status, row.wake) == ("running", tables.now() + IDLE_NOTICE_SECONDS)


async def test_server_found_again_leaves_an_hour(tables: Tables) -> None:
    table = await start_table(tables, 2)
    advance(tables, DAY - 60)
    await guild_lost(table)
    advance(tables, DAY)
    await guild_back(table)
    assert left(table) == pytest.approx(HOUR, abs=0.01)
    await restarted(tables)
    assert await extensions(tables) == 0
