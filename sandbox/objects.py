"""Make objects with every key of the API."""

from .guild import Guild
from .kinds import TEXT_CHANNEL, Json


def make_user(user_id: str, name: str, *, bot: bool = False) -> Json:
    """Return a user object with every key of the API."""
    return {
        "id": user_id,
        "username": name.lower(),
        "global_name": None if bot else name,
        "discriminator": "0001" if bot else "0",
        "avatar": None,
        "bot": bot,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


def make_role(role_id: str, name: str, permissions: int, *, managed: bool = False) -> Json:
    """Return a role object with every key of the API."""
    return {
        "id": role_id,
        "name": name,
        "permissions": str(permissions),
        "position": int(managed),
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": managed,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def make_guild(guild: Guild) -> Json:
    """Return a guild object with every key that the API and the gateway have in common."""
    return {
        "id": guild.id,
        "name": guild.name,
        "owner_id": guild.owner_id,
        "icon": None,
        "roles": guild.roles,
        "emojis": [],
        "stickers": [],
        "features": guild.features,
        "premium_tier": 0,
        "preferred_locale": guild.locale,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "system_channel_flags": 0,
        "afk_timeout": 300,
    }


def make_text_channel(channel_id: str, guild_id: str, name: str, position: int) -> Json:
    """Return a text channel object with every key of the API."""
    return {
        "id": channel_id,
        "type": TEXT_CHANNEL,
        "guild_id": guild_id,
        "name": name,
        "position": position,
        "topic": None,
        "nsfw": False,
        "parent_id": None,
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "permission_overwrites": [],
        "flags": 0,
    }
