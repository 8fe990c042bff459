"""Tables around the rules and the store, without Discord."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio

from db.rows import SeatRow
from db.statement import Repeated
from db.store import Store
from host.codec import decode_story
from host.follow import stand_in
from host.refusal import MovedOn, Refused
from host.table import Table
from host.tables import Tables
from host.undo import free, undo
from rules.choice import sample
from rules.game import asking

PEOPLE = (11, 22, 33, 44)


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    made = await Store.open(tmp_path / "parterre.sqlite3")
    yield made
    await made.close()


def house(store: Store, limit: int = 50) -> Tables:
    return Tables(store, limit, Random(1))


async def started(tables: Tables, seats: int = 2) -> Table:
    host = SeatRow(0, PEOPLE[0], "P0")
    table = await tables.open(game="djinns", size=seats, variants=(), host=host, guild=1, channel=2)
    for n in range(1, seats):
        await tables.join(table.id, PEOPLE[n], f"P{n}")
    return await tables.start(table.id, PEOPLE[0], 1)


async def random_move(table: Table, interaction: int, random: Random) -> int:
    """Whoever is to act moves; returns the person."""
    (seat,) = table.to_act
    path, _ = sample(asking(table.game, table.state, seat.seat)(), random)
    await table.move(seat.person, table.seq, path, interaction)
    return seat.person


async def test_a_table_loaded_anew_is_the_same(store: Store) -> None:
    table = await started(house(store))
    for n in range(10):
        await random_move(table, 100 + n, Random(n))
    again = await house(store).get(table.id)
    assert again.state == table.state
    assert again.row == table.row


async def test_a_move_is_refused_out_of_turn_and_for_an_earlier_position(store: Store) -> None:
    table = await started(house(store))
    (mover,) = table.to_act
    other = next(s for s in table.seats if s != mover)
    with pytest.raises(Refused, match="not your turn"):
        await table.move(other.person, table.seq, ("red",), 5)
    with pytest.raises(MovedOn):
        await table.move(mover.person, table.seq - 1, ("red",), 5)
    with pytest.raises(Refused, match="no seat"):
        await table.move(99, table.seq, ("red",), 5)
    assert [m.seat for m in await store.moves(table.id)] == [-1, -1]


async def test_the_same_interaction_moves_once(store: Store) -> None:
    table = await started(house(store))
    await random_move(table, 5, Random(1))
    before = table.state
    with pytest.raises(Repeated):
        await random_move(table, 5, Random(2))
    assert table.state == before


async def test_two_clicks_at_once_make_one_move(store: Store) -> None:
    table = await started(house(store))
    (mover,) = table.to_act
    clicks = (table.move(mover.person, table.seq, ("red",), n) for n in (5, 6))
    results = await asyncio.gather(*clicks, return_exceptions=True)
    assert sum(isinstance(r, MovedOn) for r in results) == 1
    assert len(await store.moves(table.id)) == 3


async def test_another_process_having_moved_is_noticed(store: Store) -> None:
    one = await started(house(store))
    two = await house(store).get(one.id)
    await random_move(one, 5, Random(1))
    with pytest.raises(MovedOn):
        await random_move(two, 6, Random(1))
    assert (two.row, two.state, two.clocks) == (one.row, one.state, one.clocks)
    await random_move(two, 6, Random(1))


async def test_undo_only_the_own_last_move(store: Store) -> None:
    table = await started(house(store))
    with pytest.raises(Refused, match="the others have to agree"):
        await undo(table, PEOPLE[0], 3)
    before = table.state
    mover = await random_move(table, 4, Random(1))
    with pytest.raises(Refused, match="the others have to agree"):
        await undo(table, next(p for p in PEOPLE[:2] if p != mover), 5)
    await undo(table, mover, 6)
    assert table.state == before
    assert (await house(store).get(table.id)).state == before
    story = decode_story(await store.last_story(table.id) or "")
    assert story[-1].kind == "undone"


async def test_undo_is_free_only_for_who_has_moved_last(store: Store) -> None:
    table = await started(house(store))
    assert not any(free(table, person) for person in PEOPLE)
    mover = await random_move(table, 4, Random(1))
    assert [person for person in PEOPLE if free(table, person)] == [mover]
    assert free(await house(store).get(table.id), mover)
    await undo(table, mover, 5)
    assert not free(table, mover)


async def test_at_most_so_many_tables_in_memory(store: Store) -> None:
    tables = house(store, limit=3)
    ids: list[int] = []
    for n in range(6):
        host = SeatRow(0, PEOPLE[0], "P0")
        ids.append((await tables.open(game="djinns", size=2, variants=(), host=host, guild=1, channel=n)).id)
    assert len(tables.in_memory) == 3
    assert (await tables.get(ids[0])).id == ids[0]
    assert ids[0] in tables.in_memory


async def test_a_whole_game_ends_and_keeps_its_paths(store: Store) -> None:
    table = await started(house(store), 3)
    random = Random(4)
    for n in range(260):
        if table.row.status == "over":
            break
        await random_move(table, 100 + n, random)
    assert table.row.status == "over"
    log = await store.moves(table.id)
    assert all(move.path for move in log)
    assert [move.state is not None for move in log].count(True) == 1
    with pytest.raises(Refused, match="game is over"):
        table.acting_seat(PEOPLE[0])


async def test_the_lobby(store: Store) -> None:
    tables = house(store)
    host = SeatRow(0, PEOPLE[0], "P0")
    table = await tables.open(game="djinns", size=2, variants=(), host=host, guild=1, channel=2)
    with pytest.raises(Refused, match="needs at least 2"):
        await tables.start(table.id, PEOPLE[0], 1)
    await tables.join(table.id, PEOPLE[1], "P1")
    with pytest.raises(Refused, match="All 2 seats"):
        await tables.join(table.id, PEOPLE[2], "P2")
    await tables.leave(table.id, PEOPLE[0])
    assert table.row.host == PEOPLE[1]
    assert table.seats == (SeatRow(0, PEOPLE[1], "P1"),)
    await tables.leave(table.id, PEOPLE[1])
    assert table.row.status == "cancelled"
    with pytest.raises(Refused, match="cancelled"):
        await tables.join(table.id, PEOPLE[2], "P2")


async def test_a_full_disk_changes_nothing(store: Store) -> None:
    table = await started(house(store))
    state, seq = table.state, table.seq
    raw = store._db._thread
    (pages,) = await raw.execute_fetchall("PRAGMA page_count")
    await raw.execute(f"PRAGMA max_page_count = {pages[0]}")
    random = Random(1)
    refusal: Exception | None = None
    for n in range(60):
        state, seq = table.state, table.seq
        try:
            await random_move(table, 100 + n, random)
        except sqlite3.OperationalError as error:
            refusal = error
            break
    assert "full" in str(refusal)
    assert (table.state, table.seq) == (state, seq)
    await raw.execute("PRAGMA max_page_count = 100000")
    assert (await house(store).get(table.id)).state == state
    await random_move(table, 200, random)


async def test_a_table_that_somebody_holds_is_never_loaded_a_second_time(store: Store) -> None:
    tables = house(store, limit=1)
    host = SeatRow(0, PEOPLE[0], "P0")
    held = await tables.open(game="djinns", size=3, variants=(), host=host, guild=1, channel=2)
    await tables.open(game="djinns", size=2, variants=(), host=host, guild=1, channel=3)
    assert held.id not in tables.in_memory
    one, two = await asyncio.gather(tables.join(held.id, PEOPLE[1], "P1"), tables.join(held.id, PEOPLE[2], "P2"))
    assert one is two is held
    assert [seat.person for seat in await store.seats(held.id)] == list(PEOPLE[:3])


async def test_a_message_posted_while_something_changes_is_kept(store: Store) -> None:
    tables = house(store)
    host = SeatRow(0, PEOPLE[0], "P0")
    table = await tables.open(game="djinns", size=3, variants=(), host=host, guild=1, channel=2)
    await asyncio.gather(tables.set_lobby(table, 77), tables.join(table.id, PEOPLE[1], "P1"))
    assert (table.row.lobby, table.row.board) == (77, 77)
    assert table.row == await store.table(table.id)


async def test_a_stand_in_answers_a_position_always_with_the_same_move(store: Store) -> None:
    table = await started(house(store), 3)
    paths = {stand_in(table.game, table.state, table.to_act[0].seat).move.path for _ in range(5)}
    assert len(paths) == 1
