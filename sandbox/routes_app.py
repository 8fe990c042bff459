"""Answer requests about the application: users, commands, emojis, guilds, the gateway's address."""

from . import limits_commands
from .addresses import gateway_of
from .calls import Call, Handler, Reply
from .emojis import Emojis
from .errors import FormErrors, Refused
from .guild import Guild
from .kinds import GUILD_CHANNELS, Json, public
from .objects import make_guild
from .sight import is_viewable, viewable_threads
from .world import BOT_ID

EMPTY_GUILD_KEYS = (
    "description",
    "home_header",
    "splash",
    "discovery_splash",
    "banner",
    "application_id",
    "afk_channel_id",
    "system_channel_id",
    "widget_channel_id",
    "vanity_url_code",
    "rules_channel_id",
    "safety_alerts_channel_id",
    "public_updates_channel_id",
    "incidents_data",
    "max_presences",
)


def get_me(call: Call) -> Reply:
    """Return the bot's user."""
    return 200, {**call.world.bot, "mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}


def get_application(call: Call) -> Reply:
    """Return the bot's application."""
    world = call.world
    return 200, {
        "id": BOT_ID,
        "name": "Parterre",
        "icon": None,
        "description": "",
        "type": None,
        "bot": world.bot,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": world.users[next(iter(world.guilds.values())).owner_id],
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
        "integration_types_config": {"0": {}, "1": {}},
    }


def get_gateway(call: Call) -> Reply:
    """Return the address of the gateway."""
    return 200, {"url": gateway_of(call.world.origin)}


def get_bot_gateway(call: Call) -> Reply:
    """Return the address of the gateway, the recommended number of shards, and how many sessions may start."""
    starts = call.world.session_starts
    return 200, {"url": gateway_of(call.world.origin), "shards": starts.recommended, "session_start_limit": starts.limit}


def get_user(call: Call) -> Reply:
    """Return a user by id.

    :raises Refused: when there is no such user.
    """
    if call.path["user"] not in call.world.users:
        raise Refused(10013)
    return 200, call.world.users[call.path["user"]]


def open_direct(call: Call) -> Reply:
    """Open a direct channel."""
    channel = call.world.direct(str(call.data.get("recipient_id")))
    call.world.emit("CHANNEL_CREATE", channel)
    return 200, channel


def _guild(call: Call) -> Guild:
    guild = call.world.guilds.get(call.path["guild"])
    if guild is None:
        raise Refused(10004)
    if BOT_ID not in guild.members:
        raise Refused(50001)
    return guild


def get_guild(call: Call) -> Reply:
    """Return a guild."""
    found = _guild(call)
    known = make_guild(found)
    empty: Json = dict.fromkeys(EMPTY_GUILD_KEYS)
    numbers: Json = {
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "premium_subscription_count": 0,
    }
    flags: Json = {"widget_enabled": False, "premium_progress_bar_enabled": False, "nsfw": False, "region": "deprecated"}
    return 200, {**known, **empty, **numbers, **flags}


def list_channels(call: Call) -> Reply:
    """Return the channels of a guild that the bot may view, without threads."""
    channels = [channel for channel in call.world.channels_of(_guild(call)) if channel["type"] in GUILD_CHANNELS]
    return 200, [channel for channel in channels if is_viewable(call.world, channel)]


def list_roles(call: Call) -> Reply:
    """Return the roles of a guild."""
    return 200, _guild(call).roles


def list_active_threads(call: Call) -> Reply:
    """Return the threads of a guild that are not archived and that the bot may view."""
    return 200, {"threads": viewable_threads(call.world, _guild(call)), "members": [], "has_more": False}


def get_member(call: Call) -> Reply:
    """Return a member of a guild."""
    return 200, call.world.member(_guild(call), call.path["user"])


# -- commands ----------------------------------------------------------------------------


def _scope(call: Call) -> str:
    if call.path["app"] != BOT_ID:
        raise Refused(10002)
    scope = call.path.get("guild", "")
    if scope not in call.world.commands:
        raise Refused(50001)
    return scope


def _command(call: Call, source: Json, scope: str) -> Json:
    before = [c for c in call.world.commands[scope] if _key(c) == _key(source)]
    command: Json = {
        "default_member_permissions": None,
        "description": "",
        "nsfw": False,
        **{key: value for key, value in source.items() if value is not None or key.endswith("permissions")},
        "id": before[0]["id"] if before else call.world.ids.next(),
        "application_id": BOT_ID,
        "version": call.world.ids.next(),
        "type": source.get("type") or 1,
    }
    if scope:
        command["guild_id"] = scope
    permissions = command["default_member_permissions"]
    command["default_member_permissions"] = None if permissions is None else str(permissions)
    return command


def _key(command: Json) -> tuple[int, str]:
    return command.get("type") or 1, str(command.get("name"))


def list_commands(call: Call) -> Reply:
    """Return the commands of a scope, a guild or all guilds."""
    return 200, call.world.commands[_scope(call)]


def put_commands(call: Call) -> Reply:
    """Replace the commands of a scope."""
    scope = _scope(call)
    limits_commands.check_commands(call.items)
    call.world.commands[scope] = [_command(call, source, scope) for source in call.items]
    return 200, call.world.commands[scope]


def post_command(call: Call) -> Reply:
    """Create one command, or replace the one of the same name."""
    scope = _scope(call)
    form = FormErrors()
    limits_commands.check_command(form, call.data, "")
    form.raise_if_any()
    others = [c for c in call.world.commands[scope] if _key(c) != _key(call.data)]
    limits_commands.check_commands([*others, call.data])
    known = len(others) < len(call.world.commands[scope])
    command = _command(call, call.data, scope)
    call.world.commands[scope] = [*others, command]
    return (200 if known else 201), command


def delete_command(call: Call) -> Reply:
    """Remove one command.

    :raises Refused: when there is no such command.
    """
    scope = _scope(call)
    left = [c for c in call.world.commands[scope] if c["id"] != call.path["command"]]
    if len(left) == len(call.world.commands[scope]):
        raise Refused(10063)
    call.world.commands[scope] = left
    return 204, None


def show_typing(call: Call) -> Reply:
    """Show that the bot is typing."""
    call.world.require(call.channel)
    return 204, None


def change_thread_members(call: Call) -> Reply:
    """Let the bot join a thread or add somebody; only an archived thread refuses.

    :raises Refused: when the thread is archived.
    """
    if public(call.channel)["thread_metadata"]["archived"]:
        raise Refused(50083)
    call.world.require(call.channel)
    return 204, None


def _emojis(call: Call) -> Emojis:
    if call.path["app"] != BOT_ID:
        raise Refused(10002)
    return call.world.emojis


def list_emojis(call: Call) -> Reply:
    """Return all emojis of the application."""
    return 200, {"items": list(_emojis(call).by_id.values())}


def get_emoji(call: Call) -> Reply:
    """Return one emoji."""
    return 200, _emojis(call).find(call.path["emoji"])


def post_emoji(call: Call) -> Reply:
    """Create an emoji."""
    return 201, _emojis(call).add(call.world.ids.next(), call.data, call.world.bot)


def patch_emoji(call: Call) -> Reply:
    """Rename an emoji."""
    return 200, _emojis(call).rename(call.path["emoji"], call.data.get("name"))


def delete_emoji(call: Call) -> Reply:
    """Delete an emoji."""
    _emojis(call).remove(call.path["emoji"])
    return 204, None


APP = "/applications/{app}"
EMOJIS = f"{APP}/emojis"
ROUTES: list[tuple[str, str, Handler]] = [
    ("GET", "/users/@me", get_me),
    ("GET", "/users/{user}", get_user),
    ("POST", "/users/@me/channels", open_direct),
    ("GET", "/oauth2/applications/@me", get_application),
    ("GET", "/applications/@me", get_application),
    ("GET", "/gateway", get_gateway),
    ("GET", "/gateway/bot", get_bot_gateway),
    ("GET", "/guilds/{guild}", get_guild),
    ("GET", "/guilds/{guild}/channels", list_channels),
    ("GET", "/guilds/{guild}/roles", list_roles),
    ("GET", "/guilds/{guild}/threads/active", list_active_threads),
    ("GET", "/guilds/{guild}/members/{user}", get_member),
    ("POST", "/channels/{channel}/typing", show_typing),
    ("PUT", "/channels/{channel}/thread-members/{user}", change_thread_members),
    ("DELETE", "/channels/{channel}/thread-members/{user}", change_thread_members),
    ("GET", APP + "/commands", list_commands),
    ("PUT", APP + "/commands", put_commands),
    ("POST", APP + "/commands", post_command),
    ("DELETE", APP + "/commands/{command}", delete_command),
    ("GET", APP + "/guilds/{guild}/commands", list_commands),
    ("PUT", APP + "/guilds/{guild}/commands", put_commands),
    ("POST", APP + "/guilds/{guild}/commands", post_command),
    ("DELETE", APP + "/guilds/{guild}/commands/{command}", delete_command),
    ("GET", EMOJIS, list_emojis),
    ("POST", EMOJIS, post_emoji),
    ("GET", EMOJIS + "/{emoji}", get_emoji),
    ("PATCH", EMOJIS + "/{emoji}", patch_emoji),
    ("DELETE", EMOJIS + "/{emoji}", delete_emoji),
]
