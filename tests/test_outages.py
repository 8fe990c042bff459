"""Time in which nobody could play is given back: outages of the bot, of the gateway and of one server, on a real database."""

from __future__ import annotations

import asyncio

import pytest

from cogs.lobby.card import _began  # pyright: ignore[reportPrivateUsage]
from cogs.shell.reader import Reader
from db.rows import SeatRow
from host.ballots import ask_pause
from host.deadlines import DAY, HOUR, IDLE_NOTICE_SECONDS, MINUTE, PACES
from host.leaving import guild_back, guild_lost, pause
from host.lobby import Terms
from host.notices import notice_of
from host.outages import Outages, extend_turns, give_time_back
from host.scheduler import run_due
from host.table import Table
from host.tables import Tables
from tests.paying import notices_owed, text_of
from tests.people import ADA, BEN, after, anew, begun, clicks, move, outcome, pass_time, remarks, until_turn_of
from tests.tables import ManualClock
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
    return len(await notices_owed(tables.store, "extended"))


async def restarted(tables: Tables, here: frozenset[int] = HERE) -> Outages:
    """Start the bot again on the same database, and do what is due."""
    outages = Outages(tables, ManualClock())
    await outages.gateway_heard(here)
    await run_due(tables, here.__contains__)
    return outages


@pytest.mark.parametrize("pace", ["live", "quick", "daily", "relaxed"])
@pytest.mark.parametrize("lapse", ["wait", "stand-in", "give-up"])
async def test_turn_goes_on_with_its_time_after_two_days_away(tables: Tables, pace: str, lapse: str) -> None:
    table = await begun(tables, 2, pace=pace, lapse=lapse)
    await restarted(tables)
    after(tables, 2 * DAY)
    before = table.position
    await restarted(tables)
    assert left(table) == pytest.approx(max(HOUR, PACES[pace] or 0))
    assert (table.position.seats, table.position.seq) == (before.seats, before.seq)
    (told,) = await notices_owed(tables.store, "extended")
    assert told.person is None
    assert Reader().bare(notice_of(told).text) == "The bot was away for 2 days. The time for this turn has been extended."
    assert await remarks(table) == ["extended"]
    after(tables, left(table))
    await pass_time(tables)
    assert table.position.clocks.keys() != before.clocks.keys() or lapse == "wait"


async def test_seat_is_not_given_up_after_twenty_minutes_away(tables: Tables) -> None:
    table = await begun(tables, 3, pace="live", lapse="give-up")
    (mover,) = table.position.to_act
    while table.position.seats[mover.seat].strikes < 2:
        if table.position.acts(mover.person):
            after(tables, 11 * MINUTE)
            await pass_time(tables)
        else:
            await move(table)
    await until_turn_of(table, mover.person)
    await restarted(tables)
    after(tables, 20 * MINUTE)
    await restarted(tables)
    seat = table.position.seats[mover.seat]
    assert (seat.standing, seat.strikes) == ("seated", 2)
    assert left(table) == pytest.approx(HOUR, abs=0.01)
    assert _began(table.position, table.position.clocks[mover.seat]) == pytest.approx(tables.now() - 20 * MINUTE, abs=0.01)


async def test_short_outage_changes_nothing(tables: Tables) -> None:
    table = await begun(tables, 2)
    await restarted(tables)
    after(tables, 5 * MINUTE)
    await restarted(tables)
    assert left(table) == DAY - 5 * MINUTE
    assert await extensions(tables) == 0


async def test_first_start_changes_nothing(tables: Tables) -> None:
    table = await begun(tables, 2)
    after(tables, 23 * HOUR)
    await restarted(tables)
    assert left(table) == HOUR
    assert await extensions(tables) == 0


async def test_last_minutes_become_an_hour(tables: Tables) -> None:
    table = await begun(tables, 2)
    await restarted(tables)
    outages = Outages(tables, ManualClock())
    await outages.gateway_heard(HERE)
    after(tables, 23.9 * HOUR)
    await outages.gateway_heard(HERE)
    after(tables, 10 * MINUTE)
    await restarted(tables)
    assert left(table) == pytest.approx(HOUR, abs=0.01)


async def test_reminders_come_again_in_the_time_that_was_added(tables: Tables) -> None:
    table = await begun(tables, 2, pace="live")
    await restarted(tables)
    outages = Outages(tables, ManualClock())
    await outages.gateway_heard(HERE)
    after(tables, 9.5 * MINUTE)
    await outages.gateway_heard(HERE)
    await pass_time(tables)
    assert len(await notices_owed(tables.store, "reminder")) == 1
    after(tables, 10 * MINUTE)
    await restarted(tables)
    assert await notices_owed(tables.store, "reminder") == []
    for waited in (54 * MINUTE, 2 * MINUTE, 3.5 * MINUTE):
        after(tables, waited)
        await pass_time(tables)
    assert left(table) == pytest.approx(MINUTE / 2, abs=0.01)
    assert ["tenth" in text_of(told) for told in await notices_owed(tables.store, "reminder")] == [True]


async def test_time_is_given_back_once_when_killed_halfway(tables: Tables) -> None:
    one, two = await begun(tables, 2), await begun(tables, 2)
    await restarted(tables)
    after(tables, 2 * HOUR)
    assert await extend_turns(one, tables.now() - 2 * HOUR)
    after(tables, MINUTE)
    await restarted(anew(tables))
    await one.confirm()
    await two.confirm()
    assert (left(one), left(two)) == (DAY - MINUTE, DAY)
    assert await extensions(tables) == 2


async def test_turns_that_stood_still_or_were_late_are_left_alone(tables: Tables) -> None:
    late, still, untimed = await begun(tables, 2), await begun(tables, 2), await begun(tables, 2, pace="untimed")
    async with still.lock:
        await pause(still)
    after(tables, DAY)
    await pass_time(tables)
    await restarted(tables)
    before = [table.position for table in (late, still, untimed)]
    after(tables, DAY)
    await restarted(tables)
    assert [table.position for table in (late, still, untimed)] == before
    assert await extensions(tables) == 0


async def test_nothing_is_due_while_the_server_is_away(tables: Tables) -> None:
    table = await begun(tables, 2, lapse="stand-in")
    outages = Outages(tables, ManualClock())
    await outages.gateway_heard(HERE)
    after(tables, 23 * HOUR)
    await outages.gateway_heard(HERE)
    for _ in range(3):
        after(tables, 20 * MINUTE)
        await outages.gateway_heard(HERE - {SERVER})
        await run_due(tables, (HERE - {SERVER}).__contains__)
    outages = await restarted(anew(tables), HERE - {SERVER})  # the bot is away then, too
    after(tables, HOUR)
    await outages.gateway_heard(HERE)
    await run_due(tables, HERE.__contains__)
    await table.confirm()
    assert HOUR <= left(table) < HOUR + MINUTE
    assert table.position.seats[0].strikes == 0
    assert await extensions(tables) == 1


async def test_gateway_away_counts_from_when_it_was_heard(tables: Tables) -> None:
    table = await begun(tables, 2)
    outages = Outages(tables, ManualClock())
    await outages.gateway_heard(HERE)
    after(tables, 30)
    await outages.gateway_heard(HERE)
    await outages.gateway_lost()
    after(tables, DAY)
    await outages.gateway_lost()
    await outages.gateway_heard(HERE)
    assert left(table) == DAY - 30


async def test_program_that_stood_still_gives_the_time_back(tables: Tables) -> None:
    table, machine = await begun(tables, 2), ManualClock()
    outages = Outages(tables, machine)
    await outages.gateway_heard(HERE)
    after(tables, 3 * HOUR)
    machine.forward(3 * HOUR)
    await outages.gateway_heard(HERE)
    assert left(table) == DAY


async def test_lobby_and_question_stay_for_an_hour(tables: Tables) -> None:
    host = SeatRow(0, ADA, "Ada")
    lobby = await tables.open(game="djinns", terms=Terms(size=2), host=host, guild=SERVER, channel=2)
    table = await begun(tables, 3, pace="relaxed")
    ballot = await ask_pause(table, ADA)
    await restarted(tables)
    after(tables, 8 * DAY)
    await restarted(tables)
    after(tables, 0.98 * HOUR)
    await pass_time(tables)
    await lobby.confirm()
    assert (lobby.position.row.status, await outcome(table, ballot)) == ("open", "")
    assert ["until" in text_of(told) for told in await notices_owed(tables.store, "prolonged")] == [True]
    after(tables, 8 * DAY)
    await pass_time(tables)
    await lobby.confirm()
    assert (lobby.position.row.status, await outcome(table, ballot)) == ("cancelled", "expired")


async def test_announced_end_waits_as_long_as_the_outage(tables: Tables) -> None:
    table = await begun(tables, 2, pace="untimed")
    after(tables, 23 * DAY)
    await pass_time(tables)
    assert table.position.row.warned
    await restarted(tables)
    after(tables, 20 * DAY)
    await restarted(tables)
    after(tables, 6.9 * DAY)
    await pass_time(tables)
    assert table.position.row.status == "running"
    after(tables, DAY)
    await pass_time(tables)
    assert table.position.row.ending == "idle"


async def test_table_that_starts_meanwhile_waits_for_moves(tables: Tables) -> None:
    host = SeatRow(0, ADA, "Ada")
    lobby = await tables.open(game="djinns", terms=Terms(size=2), host=host, guild=SERVER, channel=2)
    await tables.join(lobby.id, BEN, "Ben")
    since = tables.now()
    after(tables, 8 * DAY)
    async with lobby.lock:
        giving = asyncio.create_task(give_time_back(tables, SERVER, since))
        await wait_until(lambda: giving.done() or bool(lobby.lock._waiters))  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType]
        await lobby.begin(lobby.position.seats, next(clicks))
    await giving
    (row,) = await tables.living_in(2)
    assert (row.status, row.wake) == ("running", tables.now() + IDLE_NOTICE_SECONDS)


async def test_server_found_again_leaves_an_hour(tables: Tables) -> None:
    table = await begun(tables, 2)
    after(tables, DAY - 60)
    await guild_lost(table)
    after(tables, DAY)
    await guild_back(table)
    assert left(table) == pytest.approx(HOUR, abs=0.01)
    await restarted(tables)
    assert await extensions(tables) == 0
