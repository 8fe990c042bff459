"""Fill discord.py's cache with a server by gateway events, without Discord."""

from __future__ import annotations

from typing import Any

import discord

from cogs.shell.client import Parterre
from sandbox import founding
from sandbox.guild import Guild
from sandbox.kinds import PUBLIC_THREAD, Json
from sandbox.world import World


class CachedGuild:
    """Keep a server with two channels, garden and terrace, in discord.py's cache."""

    def __init__(self, client: Parterre) -> None:
        self.world = World()
        self.guild: Guild = founding.found(self.world, "Garden Club")
        self.state: Any = client._connection  # pyright: ignore[reportPrivateUsage]
        self.state.user = discord.ClientUser(state=self.state, data=self.world.bot)  # type: ignore[arg-type]
        self.state._add_guild_from_data(founding.describe_guild(self.world, self.guild))

    @property
    def id(self) -> int:
        return int(self.guild.id)

    @property
    def known(self) -> discord.Guild:
        """Return the server as discord.py's cache has it now."""
        found: discord.Guild | None = self.state._get_guild(self.id)
        assert found is not None
        return found

    def channel(self, name: str) -> Json:
        return self.world.place(self.guild, name)

    def add_role(self, role: Json) -> int:
        self.state.parse_guild_role_create({"guild_id": self.guild.id, "role": role})
        return int(role["id"])

    def delete_role(self, role: int) -> None:
        self.state.parse_guild_role_delete({"guild_id": self.guild.id, "role_id": str(role)})

    def delete_channel(self, name: str) -> int:
        """Delete a channel or thread; return its id."""
        found = self.channel(name)
        threads = self.known.get_thread(int(found["id"]))
        (self.state.parse_thread_delete if threads else self.state.parse_channel_delete)(found)
        return int(found["id"])

    def open_thread(self, name: str) -> int:
        """Open a thread in the channel #garden and return its id."""
        thread = self.world.new_thread(self.channel("garden"), name, PUBLIC_THREAD, 1440)
        self.state.parse_thread_create(thread)
        return int(thread["id"])

    def change_thread(self, name: str, **changes: bool) -> None:
        """Lock or archive a thread, or take that back."""
        thread = self.channel(name)
        thread["thread_metadata"].update(changes)
        self.state.parse_thread_update(thread)
