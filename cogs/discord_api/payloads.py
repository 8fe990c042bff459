"""Complete payloads of Discord before discord.py reads them.

Discord promises only id, type and position of an obfuscated channel, one that the bot may not view. discord.py 2.7.1 fails at
the missing keys, and the whole client with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Parse = Callable[[Any], None]

DEFAULTS: dict[str, Callable[[], object]] = {  # for keys that discord.py expects in a channel
    "name": str,
    "position": int,
    "flags": int,
    "bitrate": int,
    "user_limit": int,
    "permission_overwrites": list,
    "available_tags": list,
}


def complete(channels: Iterable[Any]) -> None:
    """Add missing keys to channels."""
    for channel in channels:
        channel.update({key: make() for key, make in DEFAULTS.items() if channel.get(key) is None})


def complete_channels(parsers: dict[str, Parse]) -> None:
    """Wrap the parsers of gateway events, to add missing keys to the channels that they get."""
    for event in ("CHANNEL_CREATE", "CHANNEL_UPDATE"):
        parsers[event] = _completing(parsers[event], lambda data: [data])
    parsers["GUILD_CREATE"] = _completing(parsers["GUILD_CREATE"], lambda data: data.get("channels") or [])


def _completing(parse: Parse, channels_in: Callable[[Any], list[dict[str, Any]]]) -> Parse:
    def parse_completed(data: Any) -> None:
        complete(channels_in(data))
        parse(data)

    return parse_completed
