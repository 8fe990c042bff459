"""Rematch: the same people at the same game, with one click on the last board."""

from __future__ import annotations

from cogs.lobby.message import restore_lobby
from cogs.server.permissions import may_open_here
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import defer, note_view, private
from cogs.shell.routes import route
from cogs.shell.visibility import jump, table_of
from cogs.shell.words import plain_name


@route("l1:rematch:{table}")
async def rematch(i: Interaction, table: int) -> None:
    """Open the table and keep the others' seats; where that was done already, show the way there."""
    await table_of(i, table)
    await may_open_here(i)
    await defer(i)
    again, new = await i.client.tables.rematch(table, i.user.id, plain_name(i.user.display_name))
    if again.position.row.status == "open":
        await restore_lobby(i.client, again)
    row = again.position.row
    told = "Table {} is open for the rematch: {}" if new else "The rematch is at table {}: {}"
    await private(i, note_view(told.format(row.id, jump(row))))


async def setup(_: Parterre) -> None:
    """Nothing but routes."""
