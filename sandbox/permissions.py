"""Combine permission bits of roles and overwrites."""

from .kinds import THREADS, Json

BITS: dict[str, int] = {
    "administrator": 1 << 3,
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "add_reactions": 1 << 6,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "use_application_commands": 1 << 31,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "send_messages_in_threads": 1 << 38,
    "use_external_apps": 1 << 50,
    "pin_messages": 1 << 51,
}
ALL = sum(BITS.values())


def bits(*names: str) -> int:
    """Return the sum of named permissions."""
    return sum(BITS[name] for name in names)


EVERYONE = bits(
    "add_reactions",
    "view_channel",
    "send_messages",
    "embed_links",
    "attach_files",
    "read_message_history",
    "use_application_commands",
    "create_public_threads",
    "send_messages_in_threads",
    "use_external_apps",
)
BOT = bits(
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "create_private_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
)
DIRECT = BOT | bits("add_reactions", "use_application_commands")


def combine(base: int, everyone: str, roles: list[str], member: str, overwrites: list[Json]) -> int:
    """Apply the overwrites of a channel in Discord's order: everyone, roles, member."""
    by_id = {overwrite["id"]: overwrite for overwrite in overwrites}
    allow = deny = 0
    for role in roles:
        if role in by_id:
            allow |= int(by_id[role]["allow"])
            deny |= int(by_id[role]["deny"])
    if everyone in by_id:
        base = base & ~int(by_id[everyone]["deny"]) | int(by_id[everyone]["allow"])
    base = base & ~deny | allow
    if member in by_id:
        base = base & ~int(by_id[member]["deny"]) | int(by_id[member]["allow"])
    return base


def implied(total: int, channel: Json) -> int:
    """Return the bits without the permissions that need a missing one, as Discord does."""
    if not total & BITS["view_channel"]:
        return 0
    speak = "send_messages_in_threads" if channel["type"] in THREADS else "send_messages"
    if not total & BITS[speak]:
        total &= ~bits("embed_links", "attach_files", "mention_everyone")
    return total
