"""Clear channels and roles that a server chose in /setup and that were deleted since."""

from __future__ import annotations

from dataclasses import replace

import discord

from cogs.shell.server_choices import without_deleted
from db.store import Store
from host.servers import ServerSettings, read_server_settings, update_server_settings
from rules.text import Text, joined, say, say_n


async def clear_deleted(store: Store, guild: discord.Guild) -> tuple[Text, ...]:
    """Remove deleted channels and roles from a server's choices, announce that, and return the sentences about it."""
    before = await read_server_settings(store, guild.id)
    now = without_deleted(guild, before)
    cleared = _cleared(before, now)
    if cleared:
        told = joined(" ", *cleared) if now.log is not None else None

        def clear(chosen: ServerSettings) -> ServerSettings:
            return replace(chosen, channels=now.channels, roles=now.roles, log=now.log, overview=now.overview, finals=now.finals)

        await update_server_settings(store, guild.id, told, clear)
    return cleared


def _cleared(before: ServerSettings, now: ServerSettings) -> tuple[Text, ...]:
    channels, roles = len(before.channels) - len(now.channels), len(before.roles) - len(now.roles)
    told: list[Text] = []
    if channels:
        told.append(
            say_n(
                "{count} channel for tables was deleted and removed from these settings.",
                "{count} channels for tables were deleted and removed from these settings.",
                channels,
            )
        )
    if roles:
        told.append(
            say_n(
                "{count} role that could open tables was deleted and removed from these settings.",
                "{count} roles that could open tables were deleted and removed from these settings.",
                roles,
            )
        )
    if before.log != now.log:
        told.append(say("The channel for changes was deleted. Changes are no longer posted."))
    if before.overview != now.overview:
        told.append(say("The channel with the list of tables was deleted. Choose another one below if you want a list."))
    if before.finals != now.finals:
        told.append(say("The channel for final tables of seasons was deleted. They are no longer posted."))
    return tuple(told)
