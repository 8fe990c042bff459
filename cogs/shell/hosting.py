"""Open tables whose players left the server: they lose their seats, and the next person becomes the host."""

from __future__ import annotations

from cogs.discord_api.members import has_left
from cogs.shell.client import Parterre
from host.refusal import Refused
from host.table import Table


async def pass_on_hosting(client: Parterre, table: Table, person: int) -> None:
    """Let the next person host an open table whose host left the server.

    :param person: acts for the host; nothing happens unless this person has a seat.
    """
    while (at := table.position).row.status == "open" and at.row.host != person and at.seat_of(person) is not None:
        if client.is_gone(at.row.guild) or not await has_left(client, at.row.guild, at.row.host):
            return
        await remove_from_table(client, table, at.row.host)
        client.sender.wake()


async def remove_from_table(client: Parterre, table: Table, person: int) -> None:
    """Take the seat of a person who left the server, at an open table.

    :raises Refused: if the table refuses it and the person still has a seat.
    """
    try:
        await client.tables.leave(table.id, person)
    except Refused:
        if table.position.seat_of(person) is not None:  # else another task has done it meanwhile
            raise
