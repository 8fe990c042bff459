"""The data of a server is deleted: all of it, nothing else, and also after a stop in the middle."""

from __future__ import annotations

import pytest

from db.copying import PAGING_COLUMNS
from db.due import SERVER_ASKED, SERVER_REMOVED
from db.rows import SeatRow
from host.ballots import ask_pause, ask_replace, offer_to_play, vote
from host.deadlines import DAY
from host.forgetting import forget_asked, forget_due, note_back, note_removed
from host.leaving import resign
from host.lobby import Terms
from host.refusal import Refused
from host.servers import ServerSettings, read_server_settings, set_server_settings
from host.tables import Tables
from rules.text import say
from tests.people import ADA, BEN, CLEO, DAN, acting, clicks, move, start_table

FORGOTTEN, KEPT = 700_001, 700_002  # servers


async def is_on_none(_: int) -> bool:
    """Return False: the bot is on no server."""
    return False


async def is_on_forgotten(guild: int) -> bool:
    """Return whether this is the server that was to be forgotten."""
    return guild == FORGOTTEN


async def nobody_can_say(_: int) -> None:
    """Return None: Discord does not answer."""


async def rows_of(tables: Tables) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of the database by table."""
    return {name: await tables.store._db.all(f"SELECT * FROM {name}") for name in PAGING_COLUMNS}


async def play_on(tables: Tables, guild: int) -> list[int]:
    """Play on a server until it has rows of every kind; return its tables."""
    ended = await start_table(tables, 2, guild=guild)
    await resign(ended, ADA, next(clicks))
    again, _ = await tables.rematch(ended.id, ADA, "Ada")
    running = await start_table(tables, 3, guild=guild)
    for _ in range(4):
        await move(running)
    await vote(running, await ask_pause(running, ADA), BEN, yes=True)
    await tables.store.put_draft(running.id, acting(running).person, running.position.seq, "x")
    await set_server_settings(tables.store, guild, say("Changed."), most=3, log=5)
    assert (await read_server_settings(tables.store, guild)).most == 3
    return [ended.id, again.id, running.id]


async def test_forgotten_server_leaves_no_row_and_another_keeps_all(tables: Tables) -> None:
    await play_on(tables, KEPT)
    before = await rows_of(tables)
    forgotten = await play_on(tables, FORGOTTEN)
    await forget_asked(tables.store, FORGOTTEN, tables.now())
    left = await rows_of(tables)
    assert str(FORGOTTEN) not in repr(left)
    for name in set(PAGING_COLUMNS) - {"answered"}:
        assert [row for row in left[name] if row not in before[name]] == await blank_rows(tables, name), name
        assert not [row for row in before[name] if row not in left[name]], name
    assert await read_server_settings(tables.store, FORGOTTEN) == ServerSettings()
    for table in forgotten:
        with pytest.raises(Refused):
            await tables.get(table)


async def blank_rows(tables: Tables, name: str) -> list[tuple[object, ...]]:
    """Return the empty rows that hold the place of the newest ids."""
    blank = {
        "tables": "SELECT * FROM tables WHERE guild = 0 AND game = '' AND host = 0 AND channel = 0",
        "ballots": "SELECT * FROM ballots WHERE kind = '' AND subject = '{}' AND asker = 0",
    }
    rows = await tables.store._db.all(blank[name]) if name in blank else []
    assert len(rows) <= 2
    return rows


async def test_people_of_other_servers_keep_their_names(tables: Tables) -> None:
    kept = await start_table(tables, 3, guild=KEPT)
    await resign(kept, BEN, next(clicks))
    seat = next(seat.seat for seat in kept.position.seats if seat.person == BEN)
    ballot = await offer_to_play(kept, seat, DAN, "Dan")
    await vote(kept, ballot, ADA, yes=True)
    assert BEN not in {seat.person for seat in kept.position.seats}
    await tables.open(game="djinns", terms=Terms(size=2), host=SeatRow(0, BEN, "Ben"), guild=FORGOTTEN, channel=3)
    await forget_asked(tables.store, FORGOTTEN, tables.now())
    assert await tables.store.people.names([ADA, BEN, CLEO, DAN]) == {ADA: "Ada", BEN: "Ben", CLEO: "Cleo", DAN: "Dan"}


async def test_people_whom_only_questions_name_are_forgotten(tables: Tables) -> None:
    table = await start_table(tables, 3, guild=FORGOTTEN)
    seat = next(seat.seat for seat in table.position.seats if seat.person == CLEO)
    await ask_replace(table, ADA, seat, DAN, "Dan", bounded=False)
    assert await tables.store.people.names([DAN]) == {DAN: "Dan"}
    await forget_asked(tables.store, FORGOTTEN, tables.now())
    assert not (await rows_of(tables))["people"]


async def test_ids_of_deleted_tables_and_ballots_are_not_given_again(tables: Tables) -> None:
    *_, newest = await play_on(tables, FORGOTTEN)
    (ballot,) = await tables.store.ballots.open(newest)
    await forget_asked(tables.store, FORGOTTEN, tables.now())
    table = await start_table(tables, 3, guild=KEPT)
    assert table.id > newest
    assert await ask_pause(table, ADA) > ballot.id


async def test_a_server_is_forgotten_30_days_after_it_removed_the_bot(tables: Tables) -> None:
    table = await start_table(tables, 2, guild=FORGOTTEN)
    await note_removed(tables.store, FORGOTTEN, tables.now())
    await note_removed(tables.store, FORGOTTEN, tables.now() + 20 * DAY)  # a restart notices it again
    await forget_due(tables.store, tables.now() + 29 * DAY, is_on_none)
    assert (await tables.get(table.id)).position.row.guild == FORGOTTEN
    await forget_due(tables.store, tables.now() + 30 * DAY, is_on_none)
    with pytest.raises(Refused):
        await tables.get(table.id)
    assert await tables.store.due.at(SERVER_REMOVED, FORGOTTEN) is None


async def test_a_server_that_comes_back_is_kept(tables: Tables) -> None:
    table = await start_table(tables, 2, guild=FORGOTTEN)
    await note_removed(tables.store, FORGOTTEN, tables.now())
    await note_back(tables.store, FORGOTTEN)
    await forget_due(tables.store, tables.now() + 60 * DAY, is_on_none)
    assert (await tables.get(table.id)).position.row.guild == FORGOTTEN


async def test_a_server_that_came_back_unnoticed_is_kept(tables: Tables) -> None:
    table = await start_table(tables, 2, guild=FORGOTTEN)
    await note_removed(tables.store, FORGOTTEN, tables.now())
    await forget_due(tables.store, tables.now() + 31 * DAY, is_on_forgotten)
    assert (await tables.get(table.id)).position.row.guild == FORGOTTEN
    assert await tables.store.due.at(SERVER_REMOVED, FORGOTTEN) is None


async def test_data_is_kept_while_discord_does_not_answer(tables: Tables) -> None:
    table = await start_table(tables, 2, guild=FORGOTTEN)
    await note_removed(tables.store, FORGOTTEN, tables.now())
    await forget_due(tables.store, tables.now() + 31 * DAY, nobody_can_say)
    assert (await tables.get(table.id)).position.row.guild == FORGOTTEN
    assert await tables.store.due.at(SERVER_REMOVED, FORGOTTEN) is not None


async def test_a_deletion_goes_on_after_a_stop(tables: Tables) -> None:
    await play_on(tables, FORGOTTEN)
    await tables.store.due.put(SERVER_ASKED, FORGOTTEN, tables.now())
    async for _ in tables.store.forgetting.delete_tables(FORGOTTEN):
        break  # the bot is killed after the first table
    assert str(FORGOTTEN) in repr(await rows_of(tables))
    await forget_due(tables.store, tables.now(), is_on_none)
    assert str(FORGOTTEN) not in repr(await rows_of(tables))


async def test_servers_with_tables_or_settings_are_known(tables: Tables) -> None:
    await start_table(tables, 2, guild=KEPT)
    await start_table(tables, 2, guild=FORGOTTEN)
    await set_server_settings(tables.store, 5, None, most=3)
    assert sorted(await tables.store.forgetting.servers()) == [5, FORGOTTEN, KEPT]
