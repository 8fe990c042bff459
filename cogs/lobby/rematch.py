"""Rematch: open a table for the same people and the same game, by a button on the last board."""

from __future__ import annotations

from cogs.lobby.limits import is_limited
from cogs.lobby.message import restore_lobby
from cogs.shell.answer import Answer, private
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import note
from cogs.shell.reader import plain_name
from cogs.shell.routes import route
from cogs.shell.visibility import jump, table_of
from host.mentions import link
from rules.text import say


@route("l1:rematch:{table}")
async def rematch(i: Interaction) -> Answer:
    """Open the table and reserve the others' seats; if somebody has done so already, show the way there."""
    name = plain_name(i.user.display_name)
    again, new = await i.client.tables.rematch(table_of(i).id, i.user.id, name, bounded=is_limited(i))
    if again.position.row.status == "open":
        await restore_lobby(i.client, again)
    table_link = link(say("Table {table}", table=again.position.row.id), jump(again.position.row))
    told = say("{table} is open for the rematch.", table=table_link) if new else say("{table} is the rematch.", table=table_link)
    return private(note(told))


async def setup(_: Parterre) -> None:
    """Do nothing: the import registered the routes. discord.py calls this."""
