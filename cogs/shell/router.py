"""One answer to every component and modal, before and after a restart."""

from __future__ import annotations

from collections import deque

import discord
from discord.ext import commands

from cogs.shell import errors
from cogs.shell.answer import private
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import note
from cogs.shell.routes import resolve
from host.mentions import command
from rules.text import say

OLD = say(
    "This button is from another version of Parterre. {board} shows the present position with new buttons.",
    board=command("board"),
)


class Router(commands.Cog):
    """Nothing lives in memory but the ids of the latest interactions, so that one delivered twice counts once."""

    def __init__(self) -> None:
        self._seen: deque[int] = deque(maxlen=4096)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        component = interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if not component or interaction.id in self._seen:
            return
        self._seen.append(interaction.id)
        try:
            custom_id: str = (interaction.data or {}).get("custom_id", "")  # type: ignore[assignment]
            if found := resolve(custom_id):
                handler, arguments = found
                await handler(interaction, **arguments)
            else:
                await private(interaction, note(OLD))
        except Exception as error:  # the last place where a failure can be put into words
            await errors.explain(interaction, error)


async def setup(client: Parterre) -> None:
    client.tree.error(errors.explain)
    await client.add_cog(Router())
