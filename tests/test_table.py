"""Tables around the rules and the store, without Discord."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from cogs.board.message import board_picture, turn_line
from cogs.operations.drawing import Drawing
from cogs.shell.components import Picture
from db.rows import SeatRow
from db.statement import Repeated, Unsaved
from db.store import Store
from host.leaving import end
from host.lobby import Terms, join
from host.outbox import last_story
from host.refusal import MovedOn, Refused
from host.summary import TableSummary
from host.table import Table
from host.tables import Tables
from host.undo import free_moves, undo
from render.teller import Teller
from rules.choice import sample
from rules.game import conversation
from tests.sending import pending_board, row_of, snapshot_of

PEOPLE = (11, 22, 33, 44)


def house(store: Store, limit: int = 50) -> Tables:
    return Tables(store, limit, Random(1))


async def started(tables: Tables, seats: int = 2, interaction: int = 1) -> Table:
    host = SeatRow(0, PEOPLE[0], "P0")
    table = await tables.open(game="djinns", terms=Terms(size=seats), host=host, guild=1, channel=2)
    for n in range(1, seats):
        await tables.join(table.id, PEOPLE[n], f"P{n}")
    return await tables.start(table.id, PEOPLE[0], interaction)


async def random_move(table: Table, interaction: int, random: Random) -> int:
    """Make a random move for the player whose turn it is; return the person."""
    (seat,) = table.position.to_act
    path, _ = sample(conversation(table.position.game, table.position.state, seat.seat)(), random)
    await table.move(seat.person, table.position.seq, path, interaction)
    return seat.person


async def test_a_table_loaded_anew_is_the_same(store: Store) -> None:
    table = await started(house(store))
    for n in range(10):
        await random_move(table, 100 + n, Random(n))
    again = await house(store).get(table.id)
    assert again.position.state == table.position.state
    assert again.position.row == table.position.row


async def test_move_out_of_turn_or_for_an_old_position_is_refused(store: Store) -> None:
    table = await started(house(store))
    (mover,) = table.position.to_act
    other = next(s for s in table.position.seats if s != mover)
    with pytest.raises(Refused, match="not your turn"):
        await table.move(other.person, table.position.seq, ("red",), 5)
    with pytest.raises(MovedOn):
        await table.move(mover.person, table.position.seq - 1, ("red",), 5)
    with pytest.raises(Refused, match="no seat"):
        await table.move(99, table.position.seq, ("red",), 5)
    assert [m.seat for m in await store.moves(table.id)] == [-1, -1]


async def test_the_same_interaction_moves_once(store: Store) -> None:
    table = await started(house(store))
    await random_move(table, 5, Random(1))
    before = table.position.state
    with pytest.raises(Repeated):
        await random_move(table, 5, Random(2))
    assert table.position.state == before


async def test_two_clicks_at_once_make_one_move(store: Store) -> None:
    table = await started(house(store))
    (mover,) = table.position.to_act
    clicks = (table.move(mover.person, table.position.seq, ("red",), n) for n in (5, 6))
    results = await asyncio.gather(*clicks, return_exceptions=True)
    assert sum(isinstance(r, MovedOn) for r in results) == 1
    assert len(await store.moves(table.id)) == 3


async def test_move_of_another_process_is_noticed(store: Store) -> None:
    one = await started(house(store))
    two = await house(store).get(one.id)
    await random_move(one, 5, Random(1))
    with pytest.raises(MovedOn):
        await random_move(two, 6, Random(1))
    assert two.position == one.position
    await random_move(two, 6, Random(1))


async def test_shown_values_belong_to_one_position(store: Store) -> None:
    table = await started(house(store))
    at = table.position
    person = at.to_act[0].person
    prompt, turn, seq = at.drafted(person, ()).prompt, turn_line(at, 0.0), at.seq
    assert prompt is not None
    drawing = asyncio.create_task(board_picture(Drawing(), at, at.view(person), Teller(at.names), prompt=prompt))
    await random_move(table, 5, Random(1))
    shown = await drawing
    assert table.position.seq > seq
    assert turn_line(table.position, 0.0) != turn
    again = at.drafted(person, ()).prompt
    assert again is not None
    assert [option.key for option in again.options] == [option.key for option in prompt.options]
    assert turn_line(at, 0.0) == turn
    assert isinstance(shown, Picture)
    assert shown.file == f"board-{at.id}-{seq}.png"


async def test_lists_need_no_boards(store: Store) -> None:
    tables = house(store)
    one, two = await started(tables), await started(tables, 3, 2)
    await random_move(one, 5, Random(1))
    for person in PEOPLE[:3]:
        mine = [at for at in (one.position, two.position) if at.seat_of(person) is not None]
        outlines = await tables.running_of(person)
        assert [(at.row, at.seats, at.clocks, at.to_act) for at in outlines] == [
            (at.row, at.seats, at.clocks, at.to_act) for at in mine
        ]
    assert await tables.open_of(PEOPLE[0]) == []
    assert await tables.summaries([two.id, 99]) == [TableSummary(two.position.row, two.position.seats, two.position.clocks)]
    assert await store.last_over_in(2) is None
    for table in (one, two):
        async with table.lock:
            await end(table, "agreed", ())
    assert await tables.running_of(PEOPLE[0]) == []
    assert await store.last_over_in(2) == two.id
    await tables.move_to(one, 7)
    assert await store.last_over_in(7) == one.id


async def test_two_processes_serve_one_table(store: Store) -> None:
    one = await house(store).open(game="djinns", terms=Terms(size=4), host=SeatRow(0, PEOPLE[0], "P0"), guild=1, channel=2)
    tables = house(store)
    two = await tables.get(one.id)
    await asyncio.gather(join(one, PEOPLE[1], "P1"), join(two, PEOPLE[2], "P2"), tables.set_lobby(two, 77, 0))
    await join(one, PEOPLE[3], "P3")
    row = (await tables.get(one.id)).position.row
    assert sorted(seat.person for seat in two.position.seats) == sorted(PEOPLE)
    assert (row.lobby, row.revision) == (77, 4)
    await two.confirm()
    await one.confirm()
    assert one.position == two.position


async def test_board_of_another_process_does_not_refuse_a_move(store: Store) -> None:
    table = await started(house(store))
    other = house(store)
    board = await pending_board(store, table.id)
    assert board is not None
    await other.get(table.id)
    await other.mark_sent(board, 2, 99)
    await random_move(table, 5, Random(1))
    assert table.position.row.board == 99


async def test_only_ones_own_last_move_is_undone(store: Store) -> None:
    table = await started(house(store))
    with pytest.raises(Refused, match="the others must agree"):
        await undo(table, PEOPLE[0], 3)
    before = table.position.state
    mover = await random_move(table, 4, Random(1))
    with pytest.raises(Refused, match="the others must agree"):
        await undo(table, next(p for p in PEOPLE[:2] if p != mover), 5)
    await undo(table, mover, 6)
    assert table.position.state == before
    assert (await house(store).get(table.id)).position.state == before
    story = await last_story(store, table.id)
    assert story[-1].kind == "undone"


async def test_undo_is_free_for_the_last_mover_only(store: Store) -> None:
    table = await started(house(store))
    assert not any([await free_moves(table, person) for person in PEOPLE])
    mover = await random_move(table, 4, Random(1))
    assert [person for person in PEOPLE if await free_moves(table, person)] == [mover]
    assert await free_moves(await house(store).get(table.id), mover)
    await undo(table, mover, 5)
    assert not await free_moves(table, mover)


async def test_number_of_tables_in_memory_is_limited(store: Store) -> None:
    tables = house(store, limit=3)
    ids: list[int] = []
    for n in range(6):
        host = SeatRow(0, PEOPLE[0], "P0")
        ids.append((await tables.open(game="djinns", terms=Terms(size=2), host=host, guild=1, channel=n)).id)
    assert len(tables._kept) == 3
    assert (await tables.get(ids[0])).id == ids[0]
    assert ids[0] in tables._kept


async def test_a_whole_game_ends_and_keeps_its_paths(store: Store) -> None:
    table = await started(house(store), 3)
    random = Random(4)
    for n in range(260):
        if table.position.row.status == "over":
            break
        await random_move(table, 100 + n, random)
    assert table.position.row.status == "over"
    log = await store.moves(table.id)
    assert all(move.path for move in log)
    assert await store.seqs_with_states(table.id) == {log[-1].seq}
    with pytest.raises(Refused, match="game is over"):
        table.position.acting_seat(PEOPLE[0])


async def test_players_join_leave_and_start(store: Store) -> None:
    tables = house(store)
    host = SeatRow(0, PEOPLE[0], "P0")
    table = await tables.open(game="djinns", terms=Terms(size=2), host=host, guild=1, channel=2)
    with pytest.raises(Refused, match="needs at least 2"):
        await tables.start(table.id, PEOPLE[0], 1)
    await tables.join(table.id, PEOPLE[1], "P1")
    with pytest.raises(Refused, match="All 2 seats"):
        await tables.join(table.id, PEOPLE[2], "P2")
    await tables.leave(table.id, PEOPLE[0])
    assert table.position.row.host == PEOPLE[1]
    assert table.position.seats == (SeatRow(0, PEOPLE[1], "P1"),)
    await tables.leave(table.id, PEOPLE[1])
    assert table.position.row.status == "cancelled"
    with pytest.raises(Refused, match="cancelled"):
        await tables.join(table.id, PEOPLE[2], "P2")


@pytest.mark.sqlite
async def test_a_full_disk_changes_nothing(store: Store) -> None:
    table = await started(house(store))
    state, seq = table.position.state, table.position.seq
    (pages,) = await store._db.one("PRAGMA page_count") or ()
    await store._db.all(f"PRAGMA max_page_count = {pages}")
    random = Random(1)
    refusal: Exception | None = None
    for n in range(60):
        state, seq = table.position.state, table.position.seq
        try:
            await random_move(table, 100 + n, random)
        except Unsaved as error:
            refusal = error
            break
    assert "full" in str(refusal)
    assert (table.position.state, table.position.seq) == (state, seq)
    await store._db.all("PRAGMA max_page_count = 100000")
    assert (await house(store).get(table.id)).position.state == state
    await random_move(table, 200, random)


async def test_held_table_is_not_loaded_twice(store: Store) -> None:
    tables = house(store, limit=1)
    host = SeatRow(0, PEOPLE[0], "P0")
    held = await tables.open(game="djinns", terms=Terms(size=3), host=host, guild=1, channel=2)
    await tables.open(game="djinns", terms=Terms(size=2), host=host, guild=1, channel=3)
    assert held.id not in tables._kept
    one, two = await asyncio.gather(tables.join(held.id, PEOPLE[1], "P1"), tables.join(held.id, PEOPLE[2], "P2"))
    assert one is two is held
    joined = sorted(seat.person for seat in (await snapshot_of(store, held.id)).seats)  # two who ask at once have no order
    assert joined == sorted(PEOPLE[:3])


async def test_a_message_posted_while_something_changes_is_kept(store: Store) -> None:
    tables = house(store)
    host = SeatRow(0, PEOPLE[0], "P0")
    table = await tables.open(game="djinns", terms=Terms(size=3), host=host, guild=1, channel=2)
    await asyncio.gather(tables.set_lobby(table, 77, 0), tables.join(table.id, PEOPLE[1], "P1"))
    assert (table.position.row.lobby, table.position.row.board) == (77, 77)
    assert table.position.row == await row_of(store, table.id)
