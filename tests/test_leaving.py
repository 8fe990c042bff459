"""Seats that change hands and people who leave: on a real database, with a clock that is moved."""

from __future__ import annotations

import pytest

from db.rows import SeatRow
from host.ballots import ask_pause, ask_replace, close_for_absent, review, vote, voters
from host.deadlines import DAY, HOUR, IDLE_NOTICE_SECONDS
from host.leaving import (
    channel_deleted,
    come_back,
    guild_back,
    guild_lost,
    member_left,
    move_table,
    pause,
    resign,
    result_counts,
    resume,
)
from host.lobby import Terms
from host.notices import notice_of
from host.nudge import people_waited_for
from host.refusal import Refused
from host.settings import set_person_settings
from host.table import Table
from host.tables import Tables
from tests.people import (
    ADA,
    BEN,
    CLEO,
    DAN,
    EVE,
    advance,
    clicks,
    move,
    outcome_of,
    remark_kinds,
    reopened,
    run_all_due,
    start_table,
)
from tests.sending import pending_notices, remarks_of, text_of

# Replacing


@pytest.mark.parametrize(
    ("seats", "yes", "agreed"),
    [
        (2, (ADA,), True),  # the host
        (3, (ADA,), True),
        (3, (CLEO,), True),  # with the asker two of three
        (4, (CLEO,), False),  # two of four
        (4, (CLEO, DAN), True),
        (4, (ADA,), True),
    ],
)
async def test_the_host_or_more_than_half_consent(tables: Tables, seats: int, yes: tuple[int, ...], agreed: bool) -> None:
    table = await start_table(tables, seats)
    ballot = await ask_replace(table, BEN, 1, EVE, "Eve")
    assert (await vote(table, ballot, EVE, yes=True)).outcome == ""
    for person in yes:
        row = await vote(table, ballot, person, yes=True)
    assert (row.outcome == "agreed") is agreed
    assert (table.position.seats[1].person == EVE) is agreed


async def test_leaver_counts_so_one_of_two_cannot_oust_the_other(tables: Tables) -> None:
    table = await start_table(tables, 2)
    ballot = await ask_replace(table, BEN, 0, EVE, "Eve")
    assert (await vote(table, ballot, EVE, yes=True)).outcome == ""
    assert (await vote(table, ballot, ADA, yes=False)).outcome == "declined"


async def test_a_host_asks_the_newcomer_alone(tables: Tables) -> None:
    table = await start_table(tables, 3)
    ballot = await ask_replace(table, ADA, 0, EVE, "Eve*")
    row = await tables.store.ballots.get(ballot)
    assert row is not None
    assert voters(table.position, row) == (EVE,)
    with pytest.raises(Refused, match="not for you"):
        await vote(table, ballot, BEN, yes=True)
    await vote(table, ballot, EVE, yes=True)
    assert table.position.seats[0] == SeatRow(0, EVE, "Eve*", former="Ada", predecessor=ADA)
    assert table.position.row.host == EVE
    assert not result_counts(table.position.seats[0])
    assert (await remarks_of(table))[-1] == "Eve* takes over Ada's seat."
    assert (await reopened(tables).get(table.id)).position.seats == table.position.seats


async def test_the_newcomer_may_decline_and_may_not_sit_there(tables: Tables) -> None:
    table = await start_table(tables, 3)
    with pytest.raises(Refused, match="has a seat"):
        await ask_replace(table, BEN, 1, CLEO, "Cleo")
    with pytest.raises(Refused, match="no such seat"):
        await ask_replace(table, BEN, 7, EVE, "Eve")
    with pytest.raises(Refused, match="no seat"):
        await ask_replace(table, EVE, 1, EVE, "Eve")
    ballot = await ask_replace(table, BEN, 1, EVE, "Eve")
    other = await ask_replace(table, CLEO, 2, EVE, "Eve")  # of another seat
    assert (await vote(table, ballot, EVE, yes=False)).outcome == "declined"
    await vote(table, other, EVE, yes=True)
    assert (await vote(table, other, ADA, yes=True)).outcome == "agreed"


async def sat_down_once(tables: Tables, seats: int) -> tuple[Table, int]:
    """A table where Eve has taken over one of two seats that she was asked for, and the other question."""
    table = await start_table(tables, seats)
    one, two = [await ask_replace(table, ADA, seat, EVE, "Eve") for seat in (1, 2)]
    await vote(table, one, EVE, yes=True)
    return table, two


async def test_a_seat_is_taken_over_once(tables: Tables) -> None:
    table, two = await sat_down_once(tables, 3)
    assert (await vote(table, two, EVE, yes=True)).outcome == "void"


async def test_giving_up_another_seat_voids_a_takeover(tables: Tables) -> None:
    table, two = await sat_down_once(tables, 4)
    await resign(table, EVE, next(clicks))
    assert (await vote(table, two, EVE, yes=True)).outcome == "void"


# Leaving


async def test_one_of_three_resigns_and_a_stand_in_plays_on(tables: Tables) -> None:
    table = await start_table(tables, 3)
    await resign(table, ADA, next(clicks))
    assert table.position.row.host == BEN
    assert table.position.seats[0].standing == "gone"
    assert not result_counts(table.position.seats[0])
    for _ in range(12):
        assert await move(table) != ADA
    assert 0 in [m.person for m in await tables.store.moves(table.id)]
    with pytest.raises(Refused, match="No stand-in plays for you"):
        await come_back(table, ADA, next(clicks))
    ballot = await ask_replace(table, BEN, 0, ADA, "Ada")  # the others may take her back
    await vote(table, ballot, ADA, yes=True)
    assert table.position.seats[0] == SeatRow(0, ADA, "Ada")
    assert result_counts(table.position.seats[0])


async def test_one_of_two_resigns_and_the_game_ends(tables: Tables) -> None:
    table = await start_table(tables, 2)
    await resign(table, BEN, next(clicks))
    assert (table.position.row.status, table.position.row.ending) == ("over", "alone")
    assert await remark_kinds(table) == ["gone", "ended"]


async def test_a_given_up_seat_waits_for_its_person(tables: Tables) -> None:
    table = await start_table(tables, 3, lapse="give-up")
    (late,) = table.position.to_act
    while table.position.seats[late.seat].standing == "seated":
        if table.position.acts(late.person):
            advance(tables, 25 * HOUR)
            await run_all_due(tables)
        else:
            await move(table)
    table = await reopened(tables).get(table.id)
    assert table.position.given_up(late.person)
    with pytest.raises(Refused, match="A stand-in is playing your seat"):
        table.position.require_seat(late.person)
    await come_back(table, late.person, next(clicks))
    assert table.position.seats[late.seat] == SeatRow(late.seat, late.person, late.name, missed=3)
    with pytest.raises(Refused, match="No stand-in"):
        await come_back(table, late.person, next(clicks))


async def test_the_rest_have_agreed_when_the_last_one_asked_leaves(tables: Tables) -> None:
    table = await start_table(tables, 3)
    ballot = await ask_pause(table, ADA)
    await vote(table, ballot, BEN, yes=True)
    assert await member_left(table, CLEO)
    assert not await member_left(table, CLEO)
    assert await outcome_of(table, ballot) == ""
    assert await review(table)
    assert await outcome_of(table, ballot) == "agreed"
    assert table.position.row.paused is not None


async def test_a_question_ends_with_its_asker(tables: Tables) -> None:
    table = await start_table(tables, 3)
    ballot, seat = await ask_pause(table, ADA), await ask_replace(table, ADA, 0, EVE, "Eve")
    await vote(table, ballot, BEN, yes=True)
    await resign(table, ADA, next(clicks))
    assert not await review(table)
    assert await outcome_of(table, ballot) == "void"
    assert await outcome_of(table, seat) == ""  # the seat can still be taken over
    await vote(table, seat, EVE, yes=True)
    await vote(table, seat, BEN, yes=True)
    assert table.position.seats[0].person == EVE


async def test_newcomer_is_asked_in_place_of_the_leaver(tables: Tables) -> None:
    table = await start_table(tables, 2)
    pausing = await ask_pause(table, ADA)
    await vote(table, await ask_replace(table, ADA, 1, EVE, "Eve"), EVE, yes=True)
    with pytest.raises(Refused, match="not for you"):
        await vote(table, pausing, BEN, yes=True)
    assert (await vote(table, pausing, EVE, yes=True)).outcome == "agreed"


async def test_bot_leaves_a_server_and_comes_back(tables: Tables) -> None:
    table = await start_table(tables, 2)
    (clock,) = table.position.clocks.values()
    host = SeatRow(0, ADA, "Ada")
    opened = await tables.open(game="djinns", terms=Terms(size=2), host=host, guild=1, channel=2)
    for one in (table, opened):
        await guild_lost(one)
    assert opened.position.row.status == "cancelled"
    advance(tables, 60 * DAY)
    await run_all_due(tables)
    table = await reopened(tables).get(table.id)
    assert table.position.row.status == "running"
    assert await guild_back(table)
    assert not await guild_back(table)
    assert clock.due is not None
    assert [one.due for one in table.position.clocks.values()] == [clock.due + 60 * DAY]
    assert await remark_kinds(table) == ["resumed"]


async def test_newcomer_is_also_asked_by_direct_message(tables: Tables) -> None:
    table = await start_table(tables, 2)
    await set_person_settings(tables.store, EVE, direct=True)
    await ask_replace(table, BEN, 1, EVE, "Eve")
    (told,) = await pending_notices(tables.store, "asked")
    assert (told.person, told.ballot, notice_of(told).direct) == (EVE, None, True)
    assert text_of(told) == "Ben would like to hand the seat over to Eve."


async def test_table_without_a_channel_waits_to_be_moved(tables: Tables) -> None:
    table = await start_table(tables, 2)
    due = [clock.due for clock in table.position.clocks.values()]
    await channel_deleted(table)
    await channel_deleted(table)
    told = await pending_notices(tables.store, "homeless")
    assert sorted(row.person or 0 for row in told) == [ADA, BEN]
    assert "Ask somebody who manages the server" in text_of(told[0])
    with pytest.raises(Refused, match="was deleted"):
        await resume(table, ADA, next(clicks))
    advance(tables, 40 * DAY)
    assert await run_all_due(tables) == ()
    await move_table(table, 3, 3, None, (CLEO, "Cleo"), next(clicks))
    assert [clock.due for clock in table.position.clocks.values()] == [(due[0] or 0.0) + 40 * DAY]
    assert (await remark_kinds(table))[-2:] == ["moved", "resumed"]
    assert await pending_notices(tables.store, "moved") == []  # nobody reads anything where it was


async def test_agreed_pause_outlasts_the_move_from_a_deleted_channel(tables: Tables) -> None:
    table = await start_table(tables, 2, pace="untimed")
    ballot = await ask_pause(table, ADA)
    await vote(table, ballot, BEN, yes=True)
    paused = table.position.row.paused
    advance(tables, DAY)
    await channel_deleted(table)
    advance(tables, DAY)
    await move_table(table, 3, 3, None, (CLEO, "Cleo"), next(clicks))
    assert (table.position.row.channel, table.position.row.paused) == (3, paused)
    assert (await remark_kinds(table))[-2:] == ["paused", "moved"]
    advance(tables, IDLE_NOTICE_SECONDS)
    await run_all_due(tables)
    assert len(await pending_notices(tables.store, "idle")) == 1  # the table is watched again
    await resume(table, ADA, next(clicks))
    assert table.position.row.paused is None


async def test_agreed_pause_outlasts_a_lost_and_found_channel(tables: Tables) -> None:
    table = await start_table(tables, 2)
    (clock,) = table.position.clocks.values()
    assert clock.due is not None
    async with table.lock:
        await pause(table)
    paused = table.position.row.paused
    await channel_deleted(table)
    assert await guild_back(table)
    assert not await guild_back(table)
    assert table.position.row.paused == paused
    advance(tables, DAY)
    await resume(table, ADA, next(clicks))
    await channel_deleted(table)
    advance(tables, DAY)
    assert await guild_back(table)  # that pause is over
    assert [each.due for each in table.position.clocks.values()] == [clock.due + 2 * DAY]


async def test_move_at_a_table_without_a_channel_starts_no_clock(tables: Tables) -> None:
    table = await start_table(tables, 2)
    await channel_deleted(table)
    await move(table)
    await channel_deleted(table)
    assert len(await pending_notices(tables.store, "homeless")) == 2
    assert [clock.due for clock in table.position.clocks.values()] == [None]


async def test_question_to_a_person_off_the_server_is_closed(tables: Tables) -> None:
    table = await start_table(tables, 3)
    ballot = await ask_replace(table, BEN, 1, EVE, "Eve")
    assert set(await people_waited_for(table)) >= {ADA, BEN, CLEO, EVE}
    assert not await close_for_absent(table, DAN)
    assert await close_for_absent(table, EVE)
    assert await outcome_of(table, ballot) == "left"
    assert "has left the server" in text_of((await pending_notices(tables.store, "answer"))[0])


async def test_the_others_agree_without_a_person_off_the_server(tables: Tables) -> None:
    table = await start_table(tables, 3)
    ballot = await ask_pause(table, ADA)
    await vote(table, ballot, BEN, yes=True)
    assert await member_left(table, CLEO)
    assert await review(table)
    assert await outcome_of(table, ballot) == "agreed"
