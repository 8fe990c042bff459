"""A person is erased while the bot sends a message: nothing that was read before the erasure is stored after it."""

from __future__ import annotations

import pytest

from db.rows import OutboxRow
from db.statement import Stale
from host.codec import decode, encode
from host.erasure import erase_person
from host.outbox import Shown, with_first_part
from host.table import Table
from host.tables import Tables
from rules.game import Event
from rules.text import named, say
from tests.people import move
from tests.test_erasure import ADA, BEN, CLEO, NAMES, started, stored


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
