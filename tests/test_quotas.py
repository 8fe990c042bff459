"""Limits on what one person may use of a server, on a real database."""

from __future__ import annotations

from asyncio import gather
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from db.rows import SeatRow
from host.ballots import ask_replace, offer_to_play, vote
from host.computers import new_computers
from host.hints import Adviser, take_hint
from host.leaving import resign
from host.lobby import Terms, reserve_seat, reserved_seat
from host.quotas import QUOTAS, UNLIMITED, Quotas, undoes_too_often
from host.refusal import Refused
from host.servers import read_server_settings, set_server_settings, update_server_settings
from host.table import Table
from host.tables import Tables
from host.undo import undo
from rules.text import say
from tests.people import ADA, BEN, CLEO, DAN, advance, clicks, move, outcome_of, play_until_turn_of, reopened, start_table
from trials.seeding import allow_hints

GUILD, HOUR = 1, 3600
MOVED = 6  # moves after which some stand out
MANY = 8  # clicks that come at once


async def limit(tables: Tables, **chosen: int) -> None:
    """Have a manager choose these limits."""
    await update_server_settings(tables.store, GUILD, say("Limits"), lambda now: replace(now, limits={**now.limits, **chosen}))


async def open_table(tables: Tables, person: int, *, guild: int = GUILD, size: int = 2, **more: Any) -> Table:
    host, terms = SeatRow(0, person, f"P{person}"), Terms(size=size)
    return await tables.open(game="djinns", host=host, guild=guild, channel=2, terms=terms, **more)


async def open_one(tables: Tables, person: int = ADA, *, guild: int = GUILD, invited: Sequence[int] = ()) -> Table:
    """Open a table as `/game new` does."""
    seats = [reserved_seat(each, f"P{each}") for each in invited]
    size, click = max(2, 1 + len(seats)), next(clicks)
    return await open_table(tables, person, guild=guild, size=size, invited=seats, interaction=click, bounded=True, inviting=True)


async def open_against_computers(tables: Tables, person: int = ADA) -> Table:
    return await open_table(tables, person, computers=new_computers(1, "gentle"))


async def start(tables: Tables, table: Table, person: int = ADA) -> Table:
    bounded = [seat.person for seat in table.position.seated]
    return await tables.start(table.id, person, next(clicks), bounded)


async def status_counts(tables: Tables, status: str) -> int:
    return (await tables.store._db.all("SELECT count(*) FROM tables WHERE status = $1", status))[0][0]


async def test_a_fourth_open_table_is_refused_until_one_is_closed(tables: Tables) -> None:
    opened = [await open_one(tables) for _ in range(QUOTAS["open"].default)]
    with pytest.raises(Refused, match=r"You have 3 open tables, which is the limit\. Start or cancel one first"):
        await open_one(tables)
    with pytest.raises(Refused, match="3 open tables"):
        await open_one(reopened(tables))
    await open_one(tables, BEN)
    await open_one(tables, guild=GUILD + 1)
    await tables.cancel(opened[0].id, ADA)
    await open_one(tables)


async def test_open_tables_of_a_server_are_limited(tables: Tables) -> None:
    await limit(tables, open_here=2)
    await open_one(tables, ADA)
    await open_one(tables, BEN)
    with pytest.raises(Refused, match=r"2 tables are open on this server, which is the limit\. Join one, or open yours"):
        await open_one(tables, CLEO)


async def test_zero_means_any_number(tables: Tables) -> None:
    await limit(tables, open=0)
    for _ in range(QUOTAS["open"].default + 1):
        await open_one(tables)


async def test_opening_many_at_once_keeps_to_the_limit(tables: Tables) -> None:
    other = reopened(tables)
    asked = (open_one(each) for each in (tables, other) * (MANY // 2))
    found = await gather(*asked, return_exceptions=True)
    assert sum(isinstance(each, Table) for each in found) == await status_counts(tables, "open") == QUOTAS["open"].default
    assert all(isinstance(each, Table | Refused) for each in found)


async def test_a_rematch_counts_as_an_open_table(tables: Tables) -> None:
    table = await start_table(tables, 2)
    await resign(table, BEN, next(clicks))
    await limit(tables, open=1)
    await open_one(tables)
    with pytest.raises(Refused, match="You have 1 open table, which"):
        await tables.rematch(table.id, ADA, "Ada", bounded=True)
    again, new = await tables.rematch(table.id, BEN, "Ben", bounded=True)
    assert new
    assert again.position.row.host == BEN


async def test_running_tables_limit_opening_and_joining(tables: Tables) -> None:
    await limit(tables, running=2)
    opened = await open_one(tables, DAN)
    for _ in range(2):
        await start_table(tables, 2)
    with pytest.raises(Refused, match=r"You play at 2 tables here, which is the limit\."):
        await open_one(tables)
    with pytest.raises(Refused, match="You play at 2 tables here"):
        await tables.join(opened.id, BEN, "Ben", bounded=True)
    await tables.join(opened.id, BEN, "Ben")  # who manages the server
    assert opened.position.seat_of(BEN) is not None


async def test_a_table_starts_once_all_players_have_room(tables: Tables) -> None:
    await limit(tables, running=1)
    table = await open_one(tables, CLEO)
    await tables.join(table.id, ADA, "Ada", bounded=True)
    await start_table(tables, 2)
    with pytest.raises(Refused, match=r"Ada plays at 1 table here, which is the limit\. Start once that game has ended"):
        await start(tables, table, CLEO)
    await tables.start(table.id, CLEO, next(clicks), [CLEO])  # Ada manages the server
    assert table.position.row.status == "running"


async def test_a_fourth_practice_game_does_not_start(tables: Tables) -> None:
    for _ in range(QUOTAS["practice"].default):
        await start(tables, await open_against_computers(tables))
    fourth = await open_against_computers(tables)
    with pytest.raises(Refused, match=r"You have 3 running practice games, which is the limit\. End or finish one"):
        await start(tables, fourth)
    await start(tables, await open_against_computers(tables, BEN), BEN)
    await tables.join((await open_one(tables, BEN)).id, ADA, "Ada", bounded=True)


async def test_starting_many_at_once_keeps_to_the_limit(tables: Tables) -> None:
    other = reopened(tables)
    opened = [await open_against_computers(tables) for _ in range(MANY)]
    asked = (start(each, table) for each, table in zip((tables, other) * (MANY // 2), opened, strict=True))
    found = await gather(*asked, return_exceptions=True)
    assert sum(isinstance(each, Table) for each in found) == await status_counts(tables, "running") == QUOTAS["practice"].default
    assert all(isinstance(each, Table | Refused) for each in found)


async def open_many_against_computers(tables: Tables) -> list[Table]:
    return [await open_against_computers(tables, 1000 + number) for number in range(MANY)]


async def test_starting_at_once_keeps_to_the_limit_of_a_server(tables: Tables) -> None:
    await set_server_settings(tables.store, GUILD, None, most=3)
    other, opened = reopened(tables), await open_many_against_computers(tables)
    asked = (
        tables_.start(table.id, table.position.row.host, next(clicks))
        for tables_, table in zip((tables, other) * (MANY // 2), opened, strict=True)
    )
    found = await gather(*asked, return_exceptions=True)
    assert sum(isinstance(each, Table) for each in found) == await status_counts(tables, "running") == 3
    refused = [str(each) for each in found if not isinstance(each, Table)]
    assert all(isinstance(each, Table | Refused) for each in found)
    assert any("At most 3 games can run at once on this server" in each for each in refused)


async def test_taking_over_a_seat_counts_as_a_running_table(tables: Tables) -> None:
    await limit(tables, running=1)
    table, _ = await start_table(tables, 2), await start(tables, await open_against_computers(tables, CLEO), CLEO)
    with pytest.raises(Refused, match=r"Cleo has reached the limit of running tables here\. Ask somebody else"):
        await ask_replace(table, ADA, 1, CLEO, "Cleo")
    await ask_replace(table, ADA, 1, CLEO, "Cleo", bounded=False)  # Cleo manages the server


async def test_offering_to_play_is_refused_at_the_limit(tables: Tables) -> None:
    await limit(tables, running=1)
    table, _ = await start_table(tables, 3), await start(tables, await open_against_computers(tables, DAN), DAN)
    await resign(table, BEN, next(clicks))
    with pytest.raises(Refused, match=r"You play at 1 table here, which is the limit\."):
        await offer_to_play(table, 1, DAN, "Dan")


async def test_agreeing_to_take_over_is_refused_at_the_limit(tables: Tables) -> None:
    await limit(tables, running=1)
    table = await start_table(tables, 2)
    ballot = await ask_replace(table, ADA, 1, CLEO, "Cleo")
    await start(tables, await open_against_computers(tables, CLEO), CLEO)
    with pytest.raises(Refused, match=r"You play at 1 table here, which is the limit\."):
        await vote(table, ballot, CLEO, yes=True)
    assert await outcome_of(table, ballot) == ""


async def test_seats_taken_over_at_once_keep_to_the_limit(tables: Tables) -> None:
    await limit(tables, running=1)
    asked = [
        (table, await ask_replace(table, ADA, 1, CLEO, "Cleo")) for table in [await start_table(tables, 2) for _ in range(3)]
    ]
    await gather(*(vote(table, ballot, CLEO, yes=True) for table, ballot in asked), return_exceptions=True)
    assert await tables.store.quotas.running_of(GUILD, CLEO) == 1


async def test_question_closes_when_its_newcomer_may_play_no_more(tables: Tables) -> None:
    await limit(tables, running=1)
    table = await start_table(tables, 3)
    ballot = await ask_replace(table, BEN, 1, DAN, "Dan")  # the host has to agree as well
    await vote(table, ballot, DAN, yes=True)
    await start(tables, await open_against_computers(tables, DAN), DAN)
    assert (await vote(table, ballot, ADA, yes=True)).outcome == "full"
    assert table.position.seats[1].person == BEN


async def test_players_come_back_to_their_seat_beyond_the_limit(tables: Tables) -> None:
    await limit(tables, running=1)
    table = await start_table(tables, 3)
    await resign(table, BEN, next(clicks))
    await start(tables, await open_against_computers(tables, BEN), BEN)
    ballot = await ask_replace(table, ADA, 1, BEN, "Ben")
    assert (await vote(table, ballot, BEN, yes=True)).outcome == "agreed"


async def test_several_invitations_at_once_all_count(tables: Tables) -> None:
    await limit(tables, invitations=2)
    with pytest.raises(Refused, match=r"You can send 2 invitations within an hour\. Invite fewer people now"):
        await open_one(tables, invited=[101, 102, 103])
    await open_one(tables, invited=[101])
    with pytest.raises(Refused, match=r"2 invitations within an hour and have sent some\. Invite fewer people now, or all"):
        await open_one(tables, invited=[102, 103])
    await open_one(tables, invited=[102])
    with pytest.raises(Refused, match=r"You have sent 2 invitations within an hour, which is the limit\."):
        await open_one(tables, invited=[103])


async def test_refusals_call_people_as_the_table_does(tables: Tables) -> None:
    await open_one(tables, invited=[BEN])
    twins = [reserved_seat(CLEO, "Eve"), reserved_seat(BEN, "Eve")]
    with pytest.raises(Refused, match=r"You have invited Eve \(3\) within the last hour"):
        await open_table(tables, ADA, size=3, invited=twins, inviting=True)


async def test_one_person_is_invited_once_an_hour(tables: Tables) -> None:
    first = await open_one(tables, invited=[BEN])
    with pytest.raises(Refused, match=r"You have invited P22 within the last hour\. You can invite P22 again"):
        await open_one(tables, invited=[BEN])
    await tables.cancel(first.id, ADA)
    with pytest.raises(Refused, match="You have invited P22"):
        await open_one(reopened(tables), invited=[BEN])
    await open_one(tables, CLEO, invited=[BEN])
    advance(tables, HOUR + 1)
    table = await open_one(tables, invited=[BEN])
    await tables.leave(table.id, BEN)
    with pytest.raises(Refused, match="You have invited Ben"):
        await reserve_seat(table, ADA, BEN, "Ben", bounded=True)
    assert len(table.position.seats) == 1


async def test_invitations_are_limited_in_an_hour(tables: Tables) -> None:
    await limit(tables, open=0)
    people = range(100, 100 + QUOTAS["invitations"].default)
    found = await gather(*(open_one(tables, invited=[each]) for each in (*people, 200, 201)), return_exceptions=True)
    assert sum(isinstance(each, Table) for each in found) == QUOTAS["invitations"].default
    with pytest.raises(Refused, match=r"You have sent 5 invitations within an hour, which is the limit\.") as refused:
        await open_one(tables, invited=[300])
    assert f"{int(tables.now() + HOUR)}" in repr(refused.value.text)
    await open_one(tables)


async def test_replays_are_counted_across_restarts(tables: Tables) -> None:
    most = QUOTAS["replays"].default

    async def replay(tables: Tables, person: int = ADA) -> None:
        await (await Quotas.of(tables.store, GUILD, tables.now())).use("replays", person)

    found = await gather(*(replay(tables) for _ in range(MANY)), return_exceptions=True)
    assert [isinstance(each, Refused) for each in found].count(False) == most
    with pytest.raises(Refused, match="You have asked for 6 replays within an hour"):
        await replay(reopened(tables))
    await replay(tables, BEN)
    advance(tables, HOUR + 1)
    await replay(tables)
    assert await tables.store._db.all("SELECT count(*) FROM uses") == [(1,)]


async def test_looking_at_a_hint_again_is_not_counted(tables: Tables) -> None:
    await limit(tables, hints=1)
    adviser = Adviser(tables.workers)

    async def hint(table: Table) -> None:
        await take_hint(table, adviser, ADA, table.position.seq, 0, next(clicks), bounded=True)

    first, second = [await start_table(tables, 3) for _ in range(2)]
    for table in (first, second):
        await allow_hints(table)
        while len(await table.store.moves(table.id)) < MOVED:
            await move(table)
        await play_until_turn_of(table, ADA)
    await hint(first)
    await hint(first)
    with pytest.raises(Refused, match="You have taken 1 hint within an hour"):
        await hint(second)
    advance(tables, HOUR + 1)
    await hint(second)


async def play_again(tables: Tables, table: Table) -> None:
    """Ada takes her move back and makes it anew."""
    advance(tables, 1)
    await undo(table, ADA, next(clicks))
    while table.position.acts(ADA):
        await move(table)


async def test_only_the_first_undo_in_an_hour_may_ping(tables: Tables) -> None:
    table = await start_table(tables, 2)
    while len(await table.store.moves(table.id)) < 6 or not table.position.acts(ADA):
        await move(table)
    await move(table)
    assert not await undoes_too_often(table)
    await play_again(tables, table)
    assert not await undoes_too_often(table)
    await play_again(tables, table)
    assert await undoes_too_often(table)
    assert await undoes_too_often(await reopened(tables).get(table.id))
    await play_until_turn_of(table, ADA)
    assert not await undoes_too_often(table)
    await move(table)
    assert not await undoes_too_often(table)  # that move follows no undo
    await play_again(tables, table)
    assert await undoes_too_often(table)
    await limit(tables, undo_pings=0)
    assert not await undoes_too_often(table)
    await limit(tables, undo_pings=1)
    advance(tables, HOUR + 1)
    await play_again(tables, table)
    assert not await undoes_too_often(table)


async def test_only_limits_that_were_changed_are_stored(tables: Tables) -> None:
    await gather(limit(tables, open=7), limit(tables, hints=0))
    assert (await read_server_settings(tables.store, GUILD)).limits == {"open": 7, "hints": 0}
    quotas = await Quotas.of(tables.store, GUILD, tables.now())
    assert [quotas.most(name) for name in ("open", "hints", "replays")] == [7, UNLIMITED, QUOTAS["replays"].default]
