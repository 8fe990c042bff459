"""Send the rows of the outbox as Discord would take them, without Discord."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from db.change import Change
from db.enqueue import enqueue as statements_of
from db.outbox import ROW
from db.rows import MoveRow, OutboxRow, SeatRow, Snapshot, TableRow
from db.store import Store
from host.codec import decode_story, encode
from host.notices import notice_of
from host.people import read_named
from host.position import Position
from host.table import Table

PLACE = 2
NOW = 1000.0
PENDING = f"SELECT {ROW} FROM outbox WHERE message IS NULL AND not_before IS NOT NULL ORDER BY not_before, id"
_messages = count(1000)


async def pending_rows(store: Store) -> list[OutboxRow]:
    """Return all rows that wait to be sent, the next one first."""
    return [OutboxRow(*row) for row in await store._db.all(PENDING)]


async def snapshot_of(store: Store, table: int) -> Snapshot:
    """Return a table as the database holds it."""
    found = await store.snapshot(table)
    assert found is not None
    return found


async def row_of(store: Store, table: int) -> TableRow:
    return (await snapshot_of(store, table)).row


async def enqueue(store: Store, *notices: OutboxRow) -> None:
    """Queue these notices without a cause."""
    await store._db.run(statements_of(*notices))


async def pending_notices(store: Store, subject: str = "") -> list[OutboxRow]:
    """Return the notices that wait to be sent, of one subject or of all."""
    waiting = [row for row in await pending_rows(store) if row.kind == "notice" and subject in ("", row.subject)]
    return [await with_names(store, row) for row in waiting]


async def with_names(store: Store, row: OutboxRow) -> OutboxRow:
    """Return a notice with the names of the people in it."""
    at = Position.of(await snapshot_of(store, row.table)) if row.table is not None else None
    told = notice_of(row)
    return row._replace(payload=encode(replace(told, text=await read_named(store, at, told.text))))


async def remarks_of(table: Table) -> list[str]:
    """Return the sentences of a table's log that are no moves, oldest first, with the names of the people in them."""
    events = [event for remark in await table.store.remarks(table.id) for event in decode_story(remark.events)]
    return [str(await read_named(table.store, table.position, event.text)) for event in events]


async def pending_board(store: Store, table: int) -> OutboxRow | None:
    """Return the newest board of a table that waits to be posted."""
    waiting = [row for row in await pending_rows(store) if row.kind == "board" and row.table == table]
    return waiting[-1] if waiting else None


async def send_all(store: Store, now: float, *kinds: str) -> list[OutboxRow]:
    """Send everything that is due; return what was sent, of these kinds or of all."""
    paid: list[OutboxRow] = []
    while rows := await store.outbox.claim("test", now, 100):
        for row in rows:
            await send_one(store, row)
        paid += rows
    return [row for row in paid if row.kind in kinds or not kinds]


async def send_one(store: Store, row: OutboxRow, message: int = 0) -> None:
    """Store a row as sent, or as changed."""
    if row.kind in ("board", "notice", "lobby"):
        await store.outbox.mark_sent(row, PLACE, message or next(_messages))
    else:
        await store.outbox.mark_done(row)


def text_of(row: OutboxRow) -> str:
    """Return the sentence of a notice."""
    return str(notice_of(row).text)


async def open_table(store: Store) -> int:
    """Open a table whose lobby message has been sent; return its id."""
    row = TableRow(0, "djinns", 1, "", 2, "open", 7, 1, 2, 2, 0, None, NOW)
    table = await store.open_table(row, [SeatRow(0, 7, "Ada")])
    await send_all(store, NOW)
    return table


async def add_move(store: Store, table: int, story: str = "[]", undone: Sequence[int] = (), **row: object) -> int:
    """Log one more move, or undo some, which queues a board; return the new seq."""
    before = await row_of(store, table)
    seq = before.seq + 1
    move = () if undone else (MoveRow(seq, 0, f"move {seq}", "[]", None, 1, person=7),)
    after = before._replace(seq=seq, status="running")._replace(**row)  # type: ignore[arg-type]
    await store.change(Change(before, after, NOW, moves=move, undone=tuple(undone), story=story))
    return seq
