"""The permissions that the bot needs, and which of them are missing somewhere."""

from __future__ import annotations

from typing import Any

import discord

from rules.text import Text, say

NAMES = {  # of the needed permissions, as Discord's settings call them
    "view_channel": say("View Channels"),
    "send_messages": say("Send Messages"),
    "embed_links": say("Embed Links"),
    "attach_files": say("Attach Files"),
    "read_message_history": say("Read Message History"),
    "create_public_threads": say("Create Public Threads"),
    "send_messages_in_threads": say("Send Messages in Threads"),
}
NEEDED = discord.Permissions(**dict.fromkeys(NAMES, True))
FOR_THREADS = ("create_public_threads", "send_messages_in_threads")


def missing_permissions(granted: discord.Permissions, *, threads: bool) -> list[Text]:
    """Return the needed permissions that are not granted; those for threads only with ``threads``."""
    return [NAMES[name] for name in _missing(granted) if threads or name not in FOR_THREADS]


def missing_here(i: discord.Interaction[Any]) -> list[Text]:
    """Return the permissions that a table needs and that the bot lacks in the place of an interaction."""
    unneeded = "send_messages" if isinstance(i.channel, discord.Thread) else "send_messages_in_threads"
    return [NAMES[name] for name in _missing(i.app_permissions) if name not in (unneeded, "create_public_threads")]


def _missing(granted: discord.Permissions) -> list[str]:
    return [name for name in NAMES if not getattr(granted, name)]
