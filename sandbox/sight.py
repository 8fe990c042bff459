"""Show channels as the bot sees them: the gateway obfuscates those that it may not view.

Source: Discord's channel obfuscation (discord-api-docs#8454), mandatory since 2026-11-16.
"""

from collections.abc import Generator
from contextlib import contextmanager

from .guild import Guild
from .kinds import GUILD_CHANNELS, Json
from .permissions import BITS, bits
from .world import BOT_ID, World

HIDDEN_NAME = "___hidden___"
OBFUSCATED = 1 << 17
TRUE_KEYS = ("id", "type", "guild_id", "position", "parent_id")  # of an obfuscated channel; all other keys are null
ABOUT_CHANNELS = ("CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE")


def is_viewable(world: World, channel: Json) -> bool:
    """Return whether the bot may view a channel or thread."""
    return world.allowed(BOT_ID, channel, "view_channel")


def as_dispatched(world: World, channel: Json) -> Json:
    """Return a channel as the gateway tells the bot of it."""
    if is_viewable(world, channel):
        return channel
    denied: Json = {"id": channel["guild_id"], "type": 0, "allow": "0", "deny": str(bits("view_channel"))}
    true = {key: channel[key] for key in TRUE_KEYS}
    return {**dict.fromkeys(channel), **true, "name": HIDDEN_NAME, "flags": OBFUSCATED, "permission_overwrites": [denied]}


def as_heard(world: World, event: str, data: Json) -> Json | None:
    """Return an event as the bot hears it: None for a thread or message in a channel that it may not view."""
    if event in ABOUT_CHANNELS and data.get("guild_id"):
        return as_dispatched(world, data)
    if not event.startswith(("THREAD_", "MESSAGE_")):
        return data
    place = world.channels.get(str(data.get("parent_id") or data.get("channel_id")))
    return data if place is None or is_viewable(world, place) else None


def viewable_threads(world: World, guild: Guild) -> list[Json]:
    """Return the active threads of a guild that the bot may view."""
    return [thread for thread in world.threads(guild) if is_viewable(world, thread)]


def permit(world: World, channel: Json, target: str, changes: dict[str, bool | None]) -> None:
    """Change the overwrite of a member or role in a channel: True allows, False denies, None forgets."""
    guild, before = world.guild_of(channel), is_viewable(world, channel)
    overwrites: list[Json] = channel["permission_overwrites"]
    changed: Json | None = next((o for o in overwrites if o["id"] == target), None)
    if changed is None:
        kind = 0 if any(role["id"] == target for role in guild.roles) else 1
        changed = {"id": target, "type": kind, "allow": "0", "deny": "0"}
        overwrites.append(changed)
    changed.update(allow=_changed(changed["allow"], changes, True), deny=_changed(changed["deny"], changes, False))
    world.emit("CHANNEL_UPDATE", channel)
    if not before:
        _sync_threads(world, channel)


def permit_role(world: World, guild: Guild, role: Json, changes: dict[str, bool]) -> None:
    """Change the permissions of a role in its guild."""
    with _seen_anew(world, guild):
        granted = int(role["permissions"])
        for name, wanted in changes.items():
            granted = granted | BITS[name] if wanted else granted & ~BITS[name]
        role["permissions"] = str(granted)
        world.emit("GUILD_ROLE_UPDATE", {"guild_id": guild.id, "role": role})


@contextmanager
def _seen_anew(world: World, guild: Guild) -> Generator[None]:
    """Tell the bot afterwards of each channel that it may view only before or only after the change."""
    channels = [channel for channel in world.channels_of(guild) if channel["type"] in GUILD_CHANNELS]
    before = [is_viewable(world, channel) for channel in channels]
    yield
    for channel, seen in zip(channels, before, strict=True):
        if seen != is_viewable(world, channel):
            world.emit("CHANNEL_UPDATE", channel)
            _sync_threads(world, channel)


def _sync_threads(world: World, channel: Json) -> None:
    """Tell the bot of the active threads of a channel that it may view now."""
    if not is_viewable(world, channel):
        return
    guild = world.guild_of(channel)
    threads = [thread for thread in world.threads(guild) if thread["parent_id"] == channel["id"]]
    data: Json = {"guild_id": guild.id, "channel_ids": [channel["id"]], "threads": threads, "members": []}
    world.emit("THREAD_LIST_SYNC", data)


def _changed(granted: str, changes: dict[str, bool | None], side: bool) -> str:
    """Return one side of an overwrite, ``allow`` (True) or ``deny`` (False), after some changes."""
    total = int(granted)
    for name, wanted in changes.items():
        total = total | BITS[name] if wanted is side else total & ~BITS[name]
    return str(total)
