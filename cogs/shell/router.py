"""Answer every click and form by the route of its custom_id, also after a restart."""

from __future__ import annotations

import re
from collections import deque

import discord
from discord.ext import commands

from cogs.shell.access import Row, Who
from cogs.shell.answer import Answer, Late, apart
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import note
from cogs.shell.respond import explain, respond
from cogs.shell.routes import Route, resolve
from host.mentions import command
from rules.text import say

OLD = say(
    "This button is from another version of Parterre. {board} shows the current position with new buttons.",
    board=command("board"),
)


class Router(commands.Cog):
    """Call the handler of each click and form once; the ids of the latest interactions tell those delivered twice."""

    def __init__(self) -> None:
        self._seen: deque[int] = deque(maxlen=4096)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        component = interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if not component or interaction.id in self._seen:
            return
        self._seen.append(interaction.id)
        custom_id: str = (interaction.data or {}).get("custom_id", "")  # type: ignore[assignment]
        found, arguments = resolve(custom_id) or (UNKNOWN, {})
        if interaction.type is discord.InteractionType.modal_submit and found.late is Late.NEVER:
            found, arguments = UNKNOWN, {}  # forged: a form cannot open a form
        given = {name: value for name, value in arguments.items() if name != "table"}
        await respond(interaction, lambda: found.handler(interaction, **given), found.late, found.row, arguments)


async def _unknown(_: Interaction) -> Answer:
    return apart(note(OLD))


UNKNOWN = Route(re.compile(""), _unknown, Late.PRIVATE, Row(Who.ANYBODY))


async def setup(client: Parterre) -> None:
    client.tree.error(explain)
    await client.add_cog(Router())
