"""The outbox: rows are claimed by one process, sent once, superseded only before anybody began, and retried."""

from __future__ import annotations

import pytest

from cogs.sender.marked import in_doubt
from db.outbox import CLAIM_SECONDS, KEPT_BOARDS, MAX_DUE_ROWS, ROWS_PER_SERVER
from db.rows import OutboxRow, SeatRow, TableRow
from db.statement import Stale
from db.store import Store
from host.notices import digest_notice, notice
from rules.text import say
from tests.sending import NOW, add_move, enqueue, open_table, pending_board, pending_notices, pending_rows, row_of, send_all


async def claim(store: Store, now: float = NOW, who: str = "me", most: int = 20) -> list[tuple[str, int | None]]:
    return [(row.kind, row.seq) for row in await store.outbox.claim(who, now, most)]


async def kinds(store: Store) -> list[str]:
    return sorted(row.kind for row in await pending_rows(store))


def of_turn(table: int, text: str = "x") -> OutboxRow:
    return notice(table, "reminder", say("{text}", text=text), seat=0, person=7)


async def test_claim_holds_for_a_minute(store: Store) -> None:
    await add_move(store, await open_table(store))
    assert await claim(store) == [("board", 1)]
    assert await claim(store, NOW + CLAIM_SECONDS - 1, "other") == []
    assert await claim(store, NOW + CLAIM_SECONDS, "other") == [("board", 1)]


@pytest.mark.parametrize("former", ["me", "other"])
async def test_new_sender_does_not_wait_for_former_claims(store: Store, former: str) -> None:
    await add_move(store, await open_table(store))
    await claim(store, who=former)
    assert await claim(store, NOW + 1) == []
    await store.outbox.release_claims(NOW + 1)
    (row,) = await store.outbox.claim("me", NOW + 1, 20)
    assert row.attempted == NOW


async def test_message_of_a_killed_process_is_in_doubt_from_its_start(store: Store) -> None:
    await add_move(store, await open_table(store))
    await claim(store)
    (row,) = await store.outbox.claim("other", NOW + 100, 20)
    assert (row.attempted, row.tries, row.claimed_by) == (NOW, 2, "other")


async def test_message_of_a_process_whose_clock_was_ahead_is_in_doubt(store: Store) -> None:
    await add_move(store, await open_table(store))
    assert [in_doubt(row) for row in await store.outbox.claim("ahead", NOW, 20)] == [False]
    await store.outbox.release_claims(NOW)
    (row,) = await store.outbox.claim("behind", NOW - 5, 20)
    assert in_doubt(row)
    await store.outbox.mark_failed(row, NOW, "trouble", surely_unsent=True)
    assert [row.attempted for row in await pending_rows(store)] == [NOW]


async def test_pending_board_is_superseded_and_its_story_kept(store: Store) -> None:
    table = await open_table(store)
    await add_move(store, table, '[{"seq":1}]')
    await add_move(store, table, "[]")
    await add_move(store, table, '[{"seq":3}]')
    (row,) = await store.outbox.claim("me", NOW, 20)
    assert (row.seq, row.payload) == (3, '[{"seq":1}, {"seq":3}]')


async def test_a_board_in_flight_is_left_as_it_is_and_never_overtaken(store: Store) -> None:
    table = await open_table(store)
    await add_move(store, table, '[{"seq":1}]')
    (first,) = await store.outbox.claim("me", NOW, 20)
    await add_move(store, table, '[{"seq":2}]')
    await add_move(store, table, '[{"seq":3}]')
    assert await claim(store, NOW + 1) == []
    await store.outbox.mark_sent(first, 2, 501)
    (second,) = await store.outbox.claim("me", NOW + 1, 20)
    assert (first.payload, second.payload) == ('[{"seq":1}]', '[{"seq":2}, {"seq":3}]')


async def tables_with_boards(store: Store, *guilds: int) -> list[int]:
    """Open a table on each of these servers; all their boards are due."""
    row = TableRow(0, "djinns", 1, "", 2, "open", 7, 1, 2, 2, 0, None, NOW)
    found = [await store.open_table(row._replace(guild=guild), [SeatRow(0, 7, "Ada")]) for guild in guilds]
    await send_all(store, NOW)
    for table in found:
        await add_move(store, table)
    return found


async def test_forty_boards_of_a_server_leave_room_for_another(store: Store) -> None:
    *many, other = await tables_with_boards(store, *[1] * 40, 2)
    first = await store.outbox.claim("me", NOW, 20)
    assert [row.table for row in first] == [*many[:ROWS_PER_SERVER], other]
    assert await store.outbox.claim("me", NOW, 20) == []
    await store.outbox.mark_sent(first[0], 2, 501)
    await store.outbox.mark_failed(first[1], NOW + 60, "502", surely_unsent=True)
    boards = [row.table for row in await store.outbox.claim("me", NOW, 20) if row.kind == "board"]
    assert boards == many[ROWS_PER_SERVER : ROWS_PER_SERVER + 2]
    assert len(await store.outbox.claim("other", NOW + CLAIM_SECONDS, 20)) == ROWS_PER_SERVER + 1  # after a kill


async def test_server_with_more_rows_than_a_claim_sees_hides_no_other(store: Store) -> None:
    *_, other = await tables_with_boards(store, *[1] * (MAX_DUE_ROWS + 1), 2)
    assert len(await store.outbox.claim("me", NOW, 20)) == ROWS_PER_SERVER
    assert [row.table for row in await store.outbox.claim("me", NOW, 15)] == [other]


async def test_direct_messages_are_of_no_server(store: Store) -> None:
    await enqueue(store, *(digest_notice(person) for person in range(1, 21)))
    assert len(await store.outbox.claim("me", NOW, 20)) == 20


async def test_one_slow_table_stops_no_other(store: Store) -> None:
    slow, other = await open_table(store), await open_table(store)
    await add_move(store, slow)
    await claim(store)
    for table in (slow, other):
        await add_move(store, table)
    assert [row.table for row in await store.outbox.claim("me", NOW, 20)] == [other]


async def test_board_surely_not_sent_is_superseded_after_a_try(store: Store) -> None:
    table = await open_table(store)
    await add_move(store, table, '[{"seq":1}]')
    (row,) = await store.outbox.claim("me", NOW, 20)
    await store.outbox.mark_failed(row, NOW + 3600, "403", surely_unsent=True)
    assert await claim(store, NOW + 10) == []
    await add_move(store, table, '[{"seq":2}]')
    (again,) = await store.outbox.claim("me", NOW + 11, 20)
    assert (again.id, again.payload, again.tries) == (row.id, '[{"seq":1}, {"seq":2}]', 2)


async def test_board_in_doubt_is_kept_and_tried_before_the_next(store: Store) -> None:
    table = await open_table(store)
    await add_move(store, table, '[{"seq":1}]')
    (row,) = await store.outbox.claim("me", NOW, 20)
    await store.outbox.mark_failed(row, NOW + 3600, "502", surely_unsent=False)
    await add_move(store, table, '[{"seq":2}]')
    (again,) = await store.outbox.claim("me", NOW + 11, 20)  # something new is a reason to try at once
    assert (again.id, again.payload, again.attempted) == (row.id, '[{"seq":1}]', NOW)
    await store.outbox.mark_sent(again, 2, 501)
    assert await claim(store, NOW + 11) == [("board", 2)]


@pytest.mark.parametrize("postponed", [False, True])
async def test_doubt_outlives_tries_that_sent_nothing(store: Store, postponed: bool) -> None:
    table = await open_table(store)
    await add_move(store, table, '[{"seq":1}]')
    (row,) = await store.outbox.claim("me", NOW, 20)
    await store.outbox.mark_failed(row, NOW + 2, "502", surely_unsent=False)
    (row,) = await store.outbox.claim("me", NOW + 2, 20)
    if postponed:
        await store.outbox.postpone(row, NOW + 3600)
    else:
        await store.outbox.mark_failed(row, NOW + 3600, "rate limited", surely_unsent=True)
    await add_move(store, table, '[{"seq":2}]')
    (again,) = await store.outbox.claim("me", NOW + 3600, 20)
    assert (again.id, again.payload, again.attempted) == (row.id, '[{"seq":1}]', NOW)


async def test_failed_board_keeps_its_place_in_the_queue(store: Store) -> None:
    table = await open_table(store)
    await add_move(store, table, '[{"seq":1}]')
    (row,) = await store.outbox.claim("me", NOW, 20)
    await add_move(store, table, '[{"seq":2}]')
    await store.outbox.mark_failed(row, NOW + 2, "403", surely_unsent=True)
    assert await claim(store, NOW + 1) == []
    assert await claim(store, NOW + 2) == [("board", 1)]


async def test_row_behind_a_limited_one_is_not_due(store: Store) -> None:
    table = await open_table(store)
    await add_move(store, table)
    (row,) = await store.outbox.claim("me", NOW, 20)
    await store.outbox.mark_failed(row, NOW + 60, "429", surely_unsent=False, limited_until=NOW + 60)
    await add_move(store, table)
    assert not await store.outbox.has_due(NOW)
    assert await store.outbox.has_due(NOW + 60)


async def test_each_board_retires_the_one_before_wherever_that_is(store: Store) -> None:
    table = await open_table(store)
    for number in range(3):
        await add_move(store, table)
        (row,) = [row for row in await store.outbox.claim("me", NOW, 20) if row.kind == "board"]
        await store.outbox.mark_sent(row, 20 + number, 500 + number, "{}")
    owed = [row for row in await pending_rows(store) if row.kind == "retire"]
    boards = [await store.outbox.get(row.target or 0) for row in owed]
    assert [(board.place, board.message) for board in boards if board] == [(20, 500), (21, 501)]
    row = await row_of(store, table)
    assert row.board == 502


async def test_old_boards_do_not_pile_up_and_an_ended_table_keeps_one(store: Store) -> None:
    table = await open_table(store)
    for _ in range(KEPT_BOARDS + 5):
        await add_move(store, table)
        await send_all(store, NOW)
    assert await board_count(store) == KEPT_BOARDS
    await add_move(store, table, status="over")
    await send_all(store, NOW)
    assert await board_count(store) == 1


async def board_count(store: Store) -> int:
    row = await store._db.one("SELECT count(*) FROM outbox WHERE kind = 'board'")
    assert row is not None
    return row[0]


async def test_undone_stories_are_struck_through_on_older_boards(store: Store) -> None:
    table = await open_table(store)
    for _ in range(4):
        await add_move(store, table)
        await send_all(store, NOW)
    await add_move(store, table, undone=(2, 3, 4))
    told = [await store.outbox.get(row.target or 0) for row in await pending_rows(store) if row.kind == "retire"]
    assert [board.seq for board in told if board] == [2, 3]
    await send_all(store, NOW, "board")
    assert [move.seq for move in await store.moves(table) if move.undone_at is not None] == [2, 3, 4]
    assert await kinds(store) == []


async def test_pointless_notice_is_dropped_or_deleted(store: Store) -> None:
    table = await open_table(store)
    await enqueue(store, of_turn(table, "never sent"))
    await enqueue(store, of_turn(table, "sent"))
    assert len(await pending_notices(store)) == 1
    await send_all(store, NOW)
    await enqueue(store, of_turn(table, "in flight"))
    (deleted,) = await send_all(store, NOW, "delete")
    assert await store.outbox.get(deleted.target or 0) is None


async def test_a_notice_in_flight_is_taken_away_after_it_was_sent(store: Store) -> None:
    table = await open_table(store)
    await enqueue(store, of_turn(table, "in flight"))
    (flying,) = await store.outbox.claim("me", NOW, 20)
    await enqueue(store, of_turn(table, "newer"))
    assert await claim(store) == [("notice", None)]
    await store.outbox.mark_sent(flying, 2, 600)
    (delete,) = await store.outbox.claim("me", NOW, 20)
    assert (delete.kind, delete.target) == ("delete", flying.id)


async def test_deleted_board_is_queued_again(store: Store) -> None:
    table = await open_table(store)
    await add_move(store, table, '[{"seq":1}]')
    (board,) = await send_all(store, NOW)
    kept = await store.outbox.get(board.id)
    assert kept is not None
    await store.outbox.post_again(kept, NOW)
    again = await pending_board(store, table)
    assert again is not None
    assert (again.seq, again.payload) == (1, '[{"seq":1}]')
    assert again.id > board.id


async def test_board_is_not_posted_elsewhere_after_a_newer_one(store: Store) -> None:
    table = await open_table(store)
    await add_move(store, table, '[{"seq":1}]')
    (former,) = await send_all(store, NOW)
    await add_move(store, table, '[{"seq":2}]')
    with pytest.raises(Stale):
        await store.outbox.post_again(former, NOW, elsewhere=True)
    assert [row.payload for row in await send_all(store, NOW, "board")] == ['[{"seq":2}]']


@pytest.mark.parametrize("posted", [False, True])
async def test_deleted_board_is_not_posted_after_a_newer_one(store: Store, posted: bool) -> None:
    table = await open_table(store)
    await add_move(store, table, '[{"seq":1}]')
    (former,) = await send_all(store, NOW)
    await add_move(store, table, '[{"seq":2}]')
    if posted:
        await send_all(store, NOW, "board")
    with pytest.raises(Stale):
        await store.outbox.post_again(former, NOW)
    assert [row.payload for row in await send_all(store, NOW, "board")] == ([] if posted else ['[{"seq":2}]'])
    assert await store.untold_moves(table) == []


@pytest.mark.parametrize("kind", ["board", "lobby", "notice"])
async def test_no_id_is_ever_given_twice(store: Store, kind: str) -> None:
    table = await open_table(store)
    for _ in range(3):
        await (add_move(store, table) if kind == "board" else store.outbox.enqueue_lobby(table, NOW))
    before = [row.id for row in await pending_rows(store)]
    await send_all(store, NOW)
    await add_move(store, table)
    assert min(row.id for row in await pending_rows(store)) > max(before)


async def test_lobby_message_is_pending_until_an_answer_shows_it(store: Store) -> None:
    row = TableRow(0, "djinns", 1, "", 2, "open", 7, 1, 2, 2, 0, None, NOW)
    table = await store.open_table(row, [SeatRow(0, 7, "Ada")], 5)
    assert await claim(store, NOW + 5) == []
    await store.outbox.mark_lobby_shown(table, 700, 0, NOW)
    assert await kinds(store) == []
    late = await store.open_table(row, [SeatRow(0, 7, "Ada")], 6)
    (owed,) = await store.outbox.claim("me", NOW + 20, 20)
    assert (owed.kind, owed.table, owed.attempted) == ("lobby", late, NOW)
