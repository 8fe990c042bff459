"""The guild as GUILD_CREATE brings it."""

from .kinds import TEXT_CHANNEL, Json
from .world import BOT_ID, GUILD_ID, JOINED, World


def guild_create(world: World) -> Json:
    """The guild as GUILD_CREATE brings it."""
    channels = [c for c in world.channels.values() if c["type"] == TEXT_CHANNEL]
    return {
        "id": GUILD_ID,
        "name": "Garden Club",
        "owner_id": world.owner_id,
        "icon": None,
        "unavailable": False,
        "large": False,
        "joined_at": JOINED,
        "member_count": len(world.members),
        "members": [world.member(BOT_ID)],
        "channels": channels,
        "threads": world.threads(),
        "roles": world.roles,
        "emojis": [],
        "stickers": [],
        "features": [],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "premium_tier": 0,
        "preferred_locale": "en-US",
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "system_channel_flags": 0,
        "afk_timeout": 300,
    }
