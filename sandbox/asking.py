"""Builds interactions as Discord sends them, and delivers them."""

import secrets
from typing import Any

from .interactions import Interaction
from .kinds import COMPONENT, DM, MODAL, THREADS, Json, public
from .world import BOT_ID, GUILD_ID, World

SIZE_LIMIT = 10 * 1024 * 1024


def make(
    world: World,
    user_id: str,
    channel_id: str,
    kind: int,
    data: Json,
    *,
    source: Json | None = None,
    opened_by: Interaction | None = None,
) -> Interaction:
    """A new interaction, known to the world but not yet delivered."""
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
        "attachment_size_limit": SIZE_LIMIT,
        "locale": "en-US",
        "entitlements": [],
        **_place(world, user_id, channel),
    }
    if source is not None:
        payload["message"] = public(source)
    interaction = Interaction(payload, user_id, channel_id, source["id"] if source else None, opened_by)
    world.interactions[interaction.token] = interaction
    return interaction


def _place(world: World, user_id: str, channel: Json) -> Json:
    if channel["type"] == DM:
        return {"context": 1, "user": world.users[user_id], "authorizing_integration_owners": {"0": "0"}}
    member = {**world.member(user_id), "permissions": str(world.permissions(user_id, channel))}
    return {
        "context": 0,
        "guild_id": GUILD_ID,
        "guild": {"id": GUILD_ID, "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "member": member,
        "authorizing_integration_owners": {"0": GUILD_ID},
    }


def deliver(world: World, interaction: Interaction) -> None:
    """Send an interaction to the bot; a second time is the same event again."""
    world.emit("INTERACTION_CREATE", interaction.payload)


def press_data(custom_id: str, component: Json | None, values: list[str] | None) -> Json:
    """The data of a click (`values` None) or of a choice."""
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
    """A click or a choice on a message."""
    data = press_data(custom_id, component, values)
    return make(world, user_id, message["channel_id"], COMPONENT, data, source=message)


def ask_modal(world: World, user_id: str, opener: Interaction, components: list[Json]) -> Interaction:
    """A modal that was filled in."""
    modal: Json = opener.modal or {}
    data: Json = {"custom_id": modal["custom_id"], "components": components}
    source: Json | None = None
    if opener.source_id is not None:
        source = world.messages[opener.channel_id].get(opener.source_id)
    return make(world, user_id, opener.channel_id, MODAL, data, source=source, opened_by=opener)


def open_here(world: World, channel: Json) -> None:
    """Commands cannot be used in an archived thread."""
    if channel["type"] in THREADS and channel["thread_metadata"]["archived"]:
        raise LookupError("commands cannot be used in an archived thread")


def resolved_user(world: World, user_id: str) -> Json:
    """What goes along with a user option."""
    found: Json = {"users": {user_id: world.users[user_id]}}
    if user_id in world.members:
        left_out = ("user", "deaf", "mute")
        member: dict[str, Any] = {k: v for k, v in world.member(user_id).items() if k not in left_out}
        found["members"] = {user_id: {**member, "permissions": "0"}}
    return found
