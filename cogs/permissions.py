"""What Parterre needs to be allowed, and what it is not."""

from __future__ import annotations

import discord

from cogs.house import Interaction

NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    send_messages_in_threads=True,
)
THREADS = ("create_public_threads", "send_messages_in_threads")


def readable(permission: str) -> str:
    """``send_messages_in_threads`` as Discord's settings call it."""
    return permission.replace("_", " ").title()


def lacking(has: discord.Permissions, *, threads: bool) -> list[str]:
    """The needed permissions that are missing; those for threads only if asked for."""
    missing = [name for name, needed in NEEDED if needed and not getattr(has, name)]
    return [readable(name) for name in missing if threads or name not in THREADS]


def missing_here(i: Interaction) -> list[str]:
    """What stands in the way of a table where this interaction was made."""
    missing = lacking(i.app_permissions, threads=False)
    if isinstance(i.channel, discord.Thread):
        own = i.app_permissions.send_messages_in_threads
        missing = [name for name in missing if name != "Send Messages"] + ([] if own else [readable(THREADS[1])])
    return missing
