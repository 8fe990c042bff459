"""Paying what is owed as Discord would have it, without Discord."""

from __future__ import annotations

from itertools import count

from db.outbox import ROW
from db.rows import OutboxRow
from db.store import Store
from host.outbox import notice_of

PLACE = 2
OWED = f"SELECT {ROW} FROM outbox WHERE message IS NULL AND not_before IS NOT NULL ORDER BY not_before, id"
_messages = count(1000)


async def waiting_in(store: Store) -> list[OutboxRow]:
    """All that waits to be paid, what is tried next first."""
    return [OutboxRow(*row) for row in await store._db.all(OWED)]


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
