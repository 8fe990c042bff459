"""Payloads of the gateway, completed before discord.py reads them.

discord.py 2.7.1 fails, and the whole client with it, at a channel without keys that Discord does not promise: an obfuscated
channel, which the bot may not view, is sure of its id, type and position alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Parse = Callable[[Any], None]

NEEDED: dict[str, Callable[[], object]] = {  # what a channel must have, by what it has else
    "name": str,
    "position": int,
    "flags": int,
    "bitrate": int,
    "user_limit": int,
    "permission_overwrites": list,
    "available_tags": list,
}


def complete_channels(parsers: dict[str, Parse]) -> None:
    """Let these parsers of gateway events get complete channels."""
    for event in ("CHANNEL_CREATE", "CHANNEL_UPDATE"):
        parsers[event] = _completing(parsers[event], lambda data: [data])
    parsers["GUILD_CREATE"] = _completing(parsers["GUILD_CREATE"], lambda data: data.get("channels") or [])


def _completing(parse: Parse, channels_in: Callable[[Any], list[dict[str, Any]]]) -> Parse:
    def parse_completed(data: Any) -> None:
        for channel in channels_in(data):
            channel.update({key: make() for key, make in NEEDED.items() if channel.get(key) is None})
        parse(data)

    return parse_completed
