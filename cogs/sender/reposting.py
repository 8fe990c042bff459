"""Post boards again whose message was deleted or whose thread is lost."""

from __future__ import annotations

import logging

from cogs.discord_api.errors import UNREACHABLE, Kind, classify
from cogs.shell.client import Parterre
from db.rows import OutboxRow
from db.statement import Stale
from host.table import Table

log = logging.getLogger(__name__)


async def restore_board(client: Parterre, table: Table) -> None:
    """Queue the board of a running table again if its message was deleted; retry one that could not be posted."""
    if table.position.row.status != "running":
        return
    board = await table.store.outbox.newest_board(table.id)
    if board is None or board.not_before is None or board.message is None or board.place is None:
        await repost_board(client, table)
        return
    try:
        await client.get_partial_messageable(board.place, guild_id=table.position.row.guild).fetch_message(board.message)
    except UNREACHABLE as error:
        if classify(error).kind is Kind.MISSING:
            await post_again(client, board)
            return
        log.info("table %d: cannot fetch its board: %s", table.id, error)


async def repost_board(client: Parterre, table: Table) -> None:
    """Queue the newest board of a running table again, as its thread seems lost; its present message, if any, is retired."""
    outbox = table.store.outbox
    board = await outbox.newest_board(table.id)
    if table.position.row.status != "running" or board is None:
        return
    if board.not_before is not None and (board.message is None or board.place is None):
        await outbox.doubt_thread(board, table.now())
        client.sender.wake()
    else:
        await post_again(client, board, elsewhere=board.message is not None)


async def post_again(client: Parterre, board: OutboxRow, *, elsewhere: bool = False) -> None:
    """Queue a board again that was posted or given up, as `db.outbox.Outbox.post_again` says."""
    try:
        await client.tables.store.outbox.post_again(board, client.tables.now(), elsewhere=elsewhere)
    except Stale:
        return  # another task has queued it, or there is a newer board
    client.sender.wake()
