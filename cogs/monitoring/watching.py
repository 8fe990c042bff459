"""Count interactions for the metrics, and track whether the gateway is connected."""

from __future__ import annotations

from discord.ext import commands

from cogs.operations.metrics import CONNECTED, INTERACTIONS, SHARD
from cogs.shell.access import ACCESS
from cogs.shell.client import Interaction, Parterre

UNKNOWN = "unknown"  # label of custom_ids without a route, so that nobody can make labels grow


class Watching(commands.Cog):
    """Set `Parterre.connected`: true from Discord's READY or RESUMED until the connection breaks."""

    def __init__(self, client: Parterre) -> None:
        self._client = client
        self._connected(False)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        self._connected(True)

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        self._connected(True)

    @commands.Cog.listener()
    async def on_disconnect(self) -> None:
        self._connected(False)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        INTERACTIONS.labels(SHARD, interaction.type.name, command_of(interaction)).inc()

    def _connected(self, there: bool) -> None:
        self._client.connected = there
        CONNECTED.labels(SHARD).set(there)


def command_of(interaction: Interaction) -> str:
    """Return the name of a command, or the kind of a button, menu or form, such as ``b1:move``."""
    if interaction.command is not None:
        return interaction.command.qualified_name
    custom_id = str((interaction.data or {}).get("custom_id", ""))
    kind = ":".join(custom_id.split(":")[:2])
    return kind if kind in ACCESS else UNKNOWN


async def setup(client: Parterre) -> None:
    await client.add_cog(Watching(client))
