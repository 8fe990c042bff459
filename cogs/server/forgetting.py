"""Delete data…: managers let the bot delete everything that it stored about their server."""

from __future__ import annotations

import logging

from discord import ButtonStyle

from cogs.shell.answer import Answer, private
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import button, layout, note, rows
from cogs.shell.routes import route
from host.forgetting import forget_asked
from rules.text import joined, say, say_n

log = logging.getLogger(__name__)

HEAD = say("""## Delete all data of this server?
This deletes all tables, running games too, with their results and logs, and these settings. Nobody can bring them back.""")
REMAINS = say(
    "-# Messages that I have posted stay in their channels. Their buttons do nothing any more. If you only remove me from the "
    "server, I delete its data after 30 days."
)
DELETED = say("All data of this server is deleted.")


@route("s1:forget")
async def ask_to_forget(i: Interaction) -> Answer:
    assert i.guild_id is not None
    running = len(await i.client.tables.store.living_in_guild(i.guild_id))
    tables = say_n("{count} table is open or running.", "{count} tables are open or running.", running) if running else None
    ways = [button(say("Delete everything"), "s1:forgotten", ButtonStyle.danger), button(say("Back"), "s1:back")]
    return private(layout(joined("\n", HEAD, tables, REMAINS), *rows(ways)))


@route("s1:forgotten")
async def forget(i: Interaction) -> Answer:
    assert i.guild_id is not None
    log.warning("server %d: a manager lets all its data be deleted", i.guild_id)
    await forget_asked(i.client.tables.store, i.guild_id, i.client.tables.now())
    return private(note(DELETED))


async def setup(_: Parterre) -> None:
    """Do nothing: the import registered the routes. discord.py calls this."""
