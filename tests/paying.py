"""Paying what is owed as Discord would have it, without Discord."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from db.change import Change
from db.outbox import ROW
from db.owing import owing
from db.rows import MoveRow, OutboxRow, SeatRow, Snapshot, TableRow
from db.store import Store
from host.notices import notice_of

PLACE = 2
NOW = 1000.0
OWED = f"SELECT {ROW} FROM outbox WHERE message IS NULL AND not_before IS NOT NULL ORDER BY not_before, id"
_messages = count(1000)


async def waiting_in(store: Store) -> list[OutboxRow]:
    """All that waits to be paid, what is tried next first."""
    return [OutboxRow(*row) for row in await store._db.all(OWED)]


async def at_once(store: Store, table: int) -> Snapshot:
    """What a table is now."""
    found = await store.snapshot(table)
    assert found is not None
    return found


async def row_of(store: Store, table: int) -> TableRow:
    return (await at_once(store, table)).row


async def owe(store: Store, *notices: OutboxRow) -> None:
    """Owe them for nothing that has happened."""
    await store._db.run(owing(*notices))


async def notices_owed(store: Store, subject: str = "") -> list[OutboxRow]:
    """The notices that wait to be sent, of one subject if it is named."""
    waiting = [row for row in await waiting_in(store) if row.kind == "notice"]
    return [row for row in waiting if subject in ("", row.subject)]


async def board_owed(store: Store, table: int) -> OutboxRow | None:
    """The newest board of a table that waits to be posted."""
    waiting = [row for row in await waiting_in(store) if row.kind == "board" and row.table == table]
    return waiting[-1] if waiting else None


async def pay(store: Store, now: float, *kinds: str) -> list[OutboxRow]:
    """Claim whatever is due and pay it, of these kinds or all; what was paid."""
    paid: list[OutboxRow] = []
    while rows := await store.outbox.claim("test", now, 100):
        for row in rows:
            await pay_one(store, row)
        paid += rows
    return [row for row in paid if row.kind in kinds or not kinds]


async def pay_one(store: Store, row: OutboxRow, message: int = 0) -> None:
    """As if its message had been sent, or changed."""
    if row.kind in ("board", "notice", "lobby"):
        await store.outbox.paid(row, PLACE, message or next(_messages))
    else:
        await store.outbox.done(row)


def text_of(row: OutboxRow) -> str:
    """What a notice says."""
    return str(notice_of(row).text)


async def opened(store: Store) -> int:
    """A table whose lobby message has been sent."""
    row = TableRow(0, "djinns", 1, "", 2, "open", 7, 1, 2, 2, 0, None, NOW)
    table = await store.open_table(row, [SeatRow(0, 7, "Ada")])
    await pay(store, NOW)
    return table


async def moved(store: Store, table: int, story: str = "[]", undone: Sequence[int] = (), **row: object) -> int:
    """One more move, or some undone, which owes a board; the new seq."""
    before = await row_of(store, table)
    seq = before.seq + 1
    move = () if undone else (MoveRow(seq, 0, f"move {seq}", "[]", None, 1, person=7),)
    after = before._replace(seq=seq, status="running")._replace(**row)  # type: ignore[arg-type]
    await store.change(Change(before, after, NOW, moves=move, undone=tuple(undone), story=story))
    return seq
