"""A person is erased while the bot sends a message: nothing that was read before the erasure is stored after it."""

from __future__ import annotations

import pytest

from db.enqueue import enqueue
from db.rows import OutboxRow
from db.statement import Stale
from host.codec import decode, encode
from host.erasure import erase_person
from host.leaving import resign
from host.lobby import reserve_seat
from host.notices import notice
from host.outbox import Shown, with_first_part
from host.table import Table
from host.tables import Tables
from rules.game import Event
from rules.text import named, say
from tests.people import acting, clicks, move, play_until_turn_of
from tests.sending import send_all
from tests.test_erasure import ADA, BEN, CLEO, NAMES, opened, started, stored


def shown_at(table: Table) -> Shown:
    """Return what is stored of a board that shows all players of this table."""
    people = tuple(seat.person for seat in table.position.seats)
    return Shown("board-1.png", alt=f"{NAMES[BEN]} is next.", people=people, file=9)


async def board_in_flight(tables: Tables, *, shown: Shown | None = None) -> OutboxRow:
    """Claim the only board that waits; with ``shown`` store it as sent, too."""
    (board,) = [row for row in await tables.store.outbox.claim("me", tables.now() + 100, 50) if row.kind == "board"]
    if shown is not None:
        await tables.mark_sent(board, 2, 501, encode(shown))
    return await row_of(tables, board)


async def row_of(tables: Tables, board: OutboxRow) -> OutboxRow:
    found = await tables.store.outbox.get(board.id)
    assert found is not None
    return found


async def require_erased(tables: Tables) -> None:
    after = await stored(tables)
    assert str(BEN) not in after
    assert NAMES[BEN] not in after


async def test_board_in_flight_is_stored_without_names(tables: Tables) -> None:
    table = await started(tables, ADA, BEN, CLEO)
    board, shown = await board_in_flight(tables), shown_at(table)
    await erase_person(tables, BEN)
    await tables.mark_sent(board, 2, 501, encode(shown))
    await require_erased(tables)
    kept = await row_of(tables, board)
    assert (kept.message, decode(kept.shown, Shown)) == (501, Shown("board-1.png", file=9))


async def test_later_boards_name_the_others_and_the_erased_seat(tables: Tables) -> None:
    table = await started(tables, ADA, BEN, CLEO)
    await board_in_flight(tables, shown=shown_at(table))
    await erase_person(tables, BEN)
    later = shown_at(await tables.get(table.id))
    board = await board_in_flight(tables, shown=later)
    assert decode(board.shown, Shown) == later


async def test_board_that_is_retired_meanwhile_keeps_nobody(tables: Tables) -> None:
    table = await started(tables, ADA, BEN, CLEO)
    board = await board_in_flight(tables, shown=shown_at(table))
    await move(table)
    await board_in_flight(tables, shown=shown_at(table))
    (retire,) = [row for row in await tables.store.outbox.claim("me", tables.now(), 50) if row.kind == "retire"]
    assert retire.target == board.id
    await erase_person(tables, BEN)
    await tables.store.outbox.mark_done(retire, board.shown, board.shown)
    await require_erased(tables)


async def test_a_posted_reminder_is_taken_away_when_the_turn_is_over(tables: Tables) -> None:
    table = await started(tables, ADA, BEN, CLEO)
    await play_until_turn_of(table, BEN)
    told = notice(table.id, "reminder", say("Move, please."), seat=acting(table).seat, person=BEN)
    await tables.store._db.run(enqueue(told))
    (reminder,) = await sent(tables, "notice")
    await erase_person(tables, BEN)
    await require_erased(tables)
    assert (await row_of(tables, reminder)).message == reminder.message
    await resign(await tables.get(table.id), ADA, next(clicks))
    await require_taken_away(tables, reminder)


async def test_a_posted_invitation_is_taken_away(tables: Tables) -> None:
    table = await opened(tables, ADA, size=3)
    await reserve_seat(table, ADA, BEN, NAMES[BEN])
    (invitation,) = await sent(tables, "notice")
    await erase_person(tables, BEN)
    await require_erased(tables)
    await require_taken_away(tables, invitation)


async def require_taken_away(tables: Tables, notice: OutboxRow) -> None:
    """Check that the sender takes the message of a notice away, and forgets it."""
    rows = await tables.store.outbox.claim("me", tables.now() + 100, 50)
    (delete,) = [row for row in rows if row.kind == "delete"]
    assert (delete.target, (await row_of(tables, notice)).place) == (notice.id, notice.place)
    await tables.store.outbox.mark_done(delete)
    assert await tables.store.outbox.get(notice.id) is None


async def sent(tables: Tables, kind: str) -> list[OutboxRow]:
    """Store everything that is due as sent; return the rows of this kind as they are stored then."""
    rows = await send_all(tables.store, tables.now() + 100, kind)
    return [await row_of(tables, row) for row in rows]


async def test_board_that_moves_meanwhile_is_tried_again(tables: Tables) -> None:
    table = await started(tables, ADA, BEN, CLEO)
    story = encode([{"seq": 0, "events": [Event("moved", say("{name} is back.", name=named(BEN, 1)))]}])
    (board,) = [row for row in await tables.store.outbox.claim("me", tables.now() + 100, 50) if row.kind == "board"]
    await tables.store.outbox.set_story(board, story)
    board = await row_of(tables, board)
    await erase_person(tables, BEN)
    with pytest.raises(Stale):
        await tables.store.outbox.move_board(board, 3, with_first_part(board, Event("moved", say("Moved."))), tables.now())
    with pytest.raises(Stale):
        await tables.store.outbox.set_story(board, story)
    with pytest.raises(Stale):
        await tables.store.outbox.post_again(board, tables.now(), elsewhere=True)
    await require_erased(tables)
    assert (await tables.get(table.id)).position.row.place == 2
