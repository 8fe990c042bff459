"""Count interactions for the metrics, and track which shards are connected."""

from __future__ import annotations

from discord.ext import commands

from cogs.operations.metrics import INTERACTIONS
from cogs.shell.access import ACCESS
from cogs.shell.client import Interaction, Parterre

UNKNOWN = "unknown"  # label of custom_ids without a route, so that nobody can make labels grow


class Watching(commands.Cog):
    """Keep `Parterre.heard_shards`: a shard is there from READY or RESUMED, with its servers, until its connection breaks."""

    def __init__(self, client: Parterre) -> None:
        self._client = client
        self._linked = set[int]()  # shards that have not been disconnected since READY

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        self._linked.add(shard)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        if shard in self._linked:  # else it was disconnected while its servers arrived
            self._client.heard_shards.add(shard)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        self._linked.add(shard)
        self._client.heard_shards.add(shard)

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        self._linked.discard(shard)
        self._client.heard_shards.discard(shard)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        shard = str(self._client.shard_of(interaction.guild_id))
        INTERACTIONS.labels(shard, interaction.type.name, command_of(interaction)).inc()


def command_of(interaction: Interaction) -> str:
    """Return the name of a command, or the kind of a button, menu or form, such as ``b1:move``."""
    if interaction.command is not None:
        return interaction.command.qualified_name
    custom_id = str((interaction.data or {}).get("custom_id", ""))
    kind = ":".join(custom_id.split(":")[:2])
    return kind if kind in ACCESS else UNKNOWN


async def setup(client: Parterre) -> None:
    await client.add_cog(Watching(client))
