"""User and role objects with every key of the API."""

from .kinds import Json


def make_user(user_id: str, name: str, *, bot: bool = False) -> Json:
    """A user object with every key of the API."""
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
    """A role object with every key of the API."""
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
