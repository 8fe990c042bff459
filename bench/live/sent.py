"""Send the messages of a table without Discord, so that the outbox keeps as much as in service."""

from __future__ import annotations

from dataclasses import replace

from cogs.board.message import alt_facts
from db.outbox import Outbox
from db.rows import OutboxRow
from host.codec import decode, encode
from host.deadlines import ARCHIVE_DELAY_SECONDS
from host.outbox import Shown, last_story
from host.position import Position
from host.table import Table
from host.tables import Tables
from render.plain import alt
from rules.text import tell

ROWS_AT_ONCE = 20


async def send_all(tables: Tables, table: Table) -> None:
    """Store pending messages as sent and changes of messages as made, those included that are due soon."""
    outbox, soon = tables.store.outbox, tables.now() + ARCHIVE_DELAY_SECONDS
    while rows := await outbox.claim("bench", soon, ROWS_AT_ONCE):
        for row in rows:
            if row.kind == "board":
                await tables.mark_sent(row, table.position.row.place, row.id, await _shown(tables, row, table.position))
            elif row.kind in ("notice", "lobby"):
                await tables.mark_sent(row, table.position.row.place, row.id)
            else:
                await outbox.mark_done(row, *(await _retired(outbox, row) if row.kind == "retire" else ()))


async def _shown(tables: Tables, board: OutboxRow, at: Position) -> str:
    facts = alt_facts([seat.seat for seat in at.to_act], await last_story(tables.store, at.id))
    told = tell(alt(at.game, at.view(None), *facts), at.names.__getitem__)
    return encode(Shown(f"board-{board.table}-{board.seq}.png", told, names=at.names, file=board.id))


async def _retired(outbox: Outbox, change: OutboxRow) -> tuple[str, str]:
    """Return what is stored of a board after and before it is retired."""
    board = await outbox.get(change.target or 0)
    assert board is not None
    return encode(replace(decode(board.shown, Shown), alt="")), board.shown
