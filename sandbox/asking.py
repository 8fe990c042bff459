"""Build interactions as Discord sends them, and deliver them."""

import secrets
from typing import Any

from .guild import Guild
from .interactions import FIRST_ANSWER_SECONDS, Interaction
from .kinds import COMPONENT, DM, MODAL, PICKERS, THREADS, Json, public, walk
from .words import UserError
from .world import BOT_ID, World

ATTACHMENT_BYTES_LIMIT = 10 * 1024 * 1024
UPDATE_GRACE_SECONDS = 3.0  # in which a deferred change still counts as the answer


def make_interaction(
    world: World,
    user_id: str,
    channel_id: str,
    kind: int,
    data: Json,
    *,
    source: Json | None = None,
    opened_by: Interaction | None = None,
) -> Interaction:
    """Return a new interaction, known to the world but not yet delivered."""
    channel = world.channel(channel_id)
    payload: Json = {
        "id": world.ids.next(),
        "application_id": BOT_ID,
        "type": kind,
        "token": secrets.token_urlsafe(96),
        "version": 1,
        "data": data,
        "channel_id": channel_id,
        "channel": {**channel, "permissions": str(world.permissions(user_id, channel))},
        "app_permissions": str(world.permissions(BOT_ID, channel)),
        "attachment_size_limit": ATTACHMENT_BYTES_LIMIT,
        "locale": world.locale(user_id),
        "entitlements": [],
        **_place(world, user_id, channel),
    }
    if source is not None:
        payload["message"] = public(source)
    interaction = Interaction(payload, user_id, channel_id, source["id"] if source else None, opened_by)
    interaction.answer_seconds = FIRST_ANSWER_SECONDS * world.timeout_factor
    world.interactions[interaction.token] = interaction
    return interaction


def list_owners(world: World, user_id: str, channel: Json) -> Json:
    """Return Discord's ``authorizing_integration_owners``: who installed the bot, so that a person can use it in a channel.

    Key "0" has the id of the server, or "0" in a direct message; key "1" has the id of the person. Either may be missing.
    """
    own: Json = {"1": user_id} if user_id in world.installed else {}
    if channel["type"] == DM:
        shared = any({BOT_ID, user_id} <= guild.members for guild in world.guilds.values())
        return {**({"0": "0"} if shared else {}), **own}
    guild = world.guild_of(channel)
    return {**({"0": guild.id} if BOT_ID in guild.members else {}), **own}


def _place(world: World, user_id: str, channel: Json) -> Json:
    if channel["type"] == DM:
        return {
            "context": 1,
            "user": world.users[user_id],
            "authorizing_integration_owners": list_owners(world, user_id, channel),
        }
    guild = world.guild_of(channel)
    member = {**world.member(guild, user_id), "permissions": str(world.permissions(user_id, channel))}
    return {
        "context": 0,
        "guild_id": guild.id,
        "guild": {"id": guild.id, "locale": guild.locale, "features": guild.features},
        "guild_locale": guild.locale,
        "member": member,
        "authorizing_integration_owners": list_owners(world, user_id, channel),
    }


def deliver(world: World, interaction: Interaction) -> None:
    """Send an interaction to the bot; a second call sends the same event again."""
    world.emit("INTERACTION_CREATE", interaction.payload)


async def ask(world: World, interaction: Interaction) -> bool:
    """Deliver an interaction and wait as Discord's client does; return whether the bot answered in time."""

    def revision() -> int | None:
        source = world.messages.get(interaction.channel_id, {}).get(interaction.source_id or "")
        return source["_revision"] if source else None

    before = revision()
    deliver(world, interaction)
    if not await world.changes.wait_until(lambda: interaction.callback is not None, interaction.answer_seconds):
        return False
    if interaction.callback == 6:
        grace = UPDATE_GRACE_SECONDS * world.timeout_factor
        await world.changes.wait_until(lambda: revision() != before or bool(interaction.followups), grace)
    return True


def press_data(custom_id: str, component: Json | None, values: list[str] | None) -> Json:
    """Return the data of a click (`values` is None) or of a choice in a menu."""
    kind = component["type"] if component else 2 if values is None else 3
    data: Json = {"custom_id": custom_id, "component_type": kind}
    if component:
        data["id"] = component["id"]
    if values is not None:
        data["values"] = values
    return data


def ask_component(
    world: World, user_id: str, message: Json, custom_id: str, component: Json | None, values: list[str] | None
) -> Interaction:
    """Return the interaction of a click or a choice on a message."""
    data = press_data(custom_id, component, values)
    guild = world.guild_of(world.channel(message["channel_id"]))
    resolved = resolved_values(world, guild, user_id, [{**(component or {}), "values": values}])
    if resolved:
        data["resolved"] = resolved
    return make_interaction(world, user_id, message["channel_id"], COMPONENT, data, source=message)


def ask_modal(world: World, user_id: str, opener: Interaction, components: list[Json]) -> Interaction:
    """Return the interaction of a modal that somebody filled in."""
    modal: Json = opener.modal or {}
    data: Json = {"custom_id": modal["custom_id"], "components": components}
    guild = world.guild_of(world.channel(opener.channel_id))
    resolved = resolved_values(world, guild, user_id, walk(components))
    if resolved:
        data["resolved"] = resolved
    source: Json | None = None
    if opener.source_id is not None:
        source = world.messages[opener.channel_id].get(opener.source_id)
    return make_interaction(world, user_id, opener.channel_id, MODAL, data, source=source, opened_by=opener)


def require_open_thread(world: World, channel: Json) -> None:
    """Refuse commands in an archived thread, as Discord's client does.

    :raises UserError: when the channel is an archived thread.
    """
    if channel["type"] in THREADS and channel["thread_metadata"]["archived"]:
        raise UserError("threadArchived")


def resolved_user(world: World, guild: Guild, user_id: str) -> Json:
    """Return the objects that Discord sends along with a user option."""
    found: Json = {"users": {user_id: world.users[user_id]}}
    if user_id in guild.members:
        left_out = ("user", "deaf", "mute")
        member: dict[str, Any] = {k: v for k, v in world.member(guild, user_id).items() if k not in left_out}
        found["members"] = {user_id: {**member, "permissions": "0"}}
    return found


def resolved_values(world: World, guild: Guild, user_id: str, menus: list[Json]) -> Json:
    """Return the objects that Discord sends along with values chosen in menus of people, roles and channels."""
    found: Json = {}
    roles = {role["id"]: role for role in guild.roles}
    for menu in menus:
        if menu.get("type") not in PICKERS:
            continue
        values: list[str] = menu.get("values") or []
        for value in values:
            if value in world.users:
                for key, objects in resolved_user(world, guild, value).items():
                    found.setdefault(key, {}).update(objects)
            elif value in world.channels:
                found.setdefault("channels", {})[value] = _resolved_channel(world, world.channels[value], user_id)
            elif value in roles:
                found.setdefault("roles", {})[value] = roles[value]
    return found


def _resolved_channel(world: World, channel: Json, user_id: str) -> Json:
    """Return a channel, never obfuscated, with what somebody and the bot may do there."""
    own, bots = world.permissions(user_id, channel), world.permissions(BOT_ID, channel)
    return {**channel, "permissions": str(own), "app_permissions": str(bots)}
