"""Answer requests about messages that the bot sends with its own token."""

from .calls import Call, Handler, Reply
from .errors import FormErrors, Refused
from .kinds import COMPONENTS_V2, DM, THREADS, Json, mapping, public
from .limits import check_flags
from .mailbox import Draft, delete, edit, find_message, post
from .world import BOT_ID, World

REMEMBERED = 300.0  # seconds that Discord knows a nonce; it says "a few minutes"


def _visible(call: Call) -> Json:
    """Return the message that the path names; ephemeral messages do not exist for the bot token."""
    call.world.require(call.channel)
    message = find_message(call.world, call.path["channel"], call.path["message"])
    if message["_reader"] is not None:
        raise Refused(10008)
    return message


def _require_send(call: Call, channel: Json) -> None:
    world, data = call.world, call.data
    if channel["type"] == DM:
        if channel["recipients"][0]["id"] in world.closed_dms:
            raise Refused(50007)
        return
    speak = "send_messages_in_threads" if channel["type"] in THREADS else "send_messages"
    world.require(channel, speak)
    if call.files:
        world.require(channel, "attach_files")
    if data.get("embeds"):
        world.require(channel, "embed_links")


def _require_managing(call: Call) -> None:
    """Refuse a change in a locked thread unless the bot may manage threads."""
    if not call.world.allowed(BOT_ID, call.channel, "manage_threads"):
        raise Refused(160005)


def _unarchive(call: Call, channel: Json) -> None:
    metadata = channel.get("thread_metadata")
    if not metadata:
        return
    if metadata["locked"]:
        _require_managing(call)
    if metadata["archived"]:
        metadata.update(archived=False, archive_timestamp=call.world.timestamp())
        call.world.emit("THREAD_UPDATE", channel)


def send(call: Call) -> Reply:
    """Send a message; an enforced nonce that was used returns the first message."""
    channel, data, world = call.channel, call.data, call.world
    _require_send(call, channel)
    key = (channel["id"], str(data.get("nonce")))
    if data.get("enforce_nonce") and (known := _sent_with(world, channel, key)):
        return 200, public(known)
    check_flags(data, interaction=False)
    extra = _reply_keys(call)
    if data.get("nonce") is not None:
        extra["nonce"] = data["nonce"]
    _unarchive(call, channel)
    kind = 19 if "message_reference" in extra else 0
    message = post(world, Draft(channel["id"], world.bot, data, call.files, kind=kind, extra=extra))
    if data.get("enforce_nonce"):
        world.nonces[key] = message["id"], world.now()
    return 200, public(message)


def _sent_with(world: World, channel: Json, key: tuple[str, str]) -> Json | None:
    """Return the message that was sent with this nonce lately, if it was not deleted."""
    message_id, at = world.nonces.get(key, ("", 0.0))
    return world.messages[channel["id"]].get(message_id) if world.now() - at < REMEMBERED else None


def _reply_keys(call: Call) -> Json:
    reference: Json = call.data.get("message_reference") or {}
    if not reference:
        return {}
    message_id = str(reference.get("message_id"))
    if not call.world.allowed(BOT_ID, call.channel, "read_message_history"):
        raise Refused(160002)
    target = call.world.messages[call.channel["id"]].get(message_id)
    if target is None:
        if reference.get("fail_if_not_exists", True):
            form = FormErrors()
            form.add("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
            form.raise_if_any()
        return {}
    place: Json = {"type": 0, "message_id": message_id, "channel_id": call.channel["id"]}
    if call.channel.get("guild_id"):
        place["guild_id"] = call.channel["guild_id"]
    return {"message_reference": place}


def fetch(call: Call) -> Reply:
    """Return one message."""
    message = _visible(call)
    call.world.require(call.channel, "read_message_history")
    return 200, public(message)


def history(call: Call) -> Reply:
    """Return messages of a channel, newest first."""
    call.world.require(call.channel)
    if not call.world.allowed(BOT_ID, call.channel, "read_message_history"):
        return 200, []
    found = [m for m in call.world.messages[call.channel["id"]].values() if m["_reader"] is None]
    before, after = call.query.get("before"), call.query.get("after")
    if before:
        found = [m for m in found if int(m["id"]) < int(before)]
    count = int(call.query.get("limit", "50"))
    found = [m for m in found if int(m["id"]) > int(after)][:count] if after else found[-count:]
    return 200, [public(message) for message in reversed(found)]


def patch(call: Call) -> Reply:
    """Edit an own message.

    :raises Refused: for a message of somebody else, or in an archived thread.
    """
    message = _visible(call)
    call.components_v2 = bool(message["flags"] & COMPONENTS_V2)
    if message["author"]["id"] != BOT_ID:
        raise Refused(50005)
    metadata = mapping(call.channel.get("thread_metadata"))
    if metadata.get("archived"):
        raise Refused(50083)
    if metadata.get("locked"):
        _require_managing(call)
    if call.files:
        call.world.require(call.channel, "attach_files")
    check_flags(call.data, interaction=False)
    return 200, public(edit(call.world, message, call.data, call.files))


def remove(call: Call) -> Reply:
    """Delete a message; that is allowed in archived threads as well."""
    message = _visible(call)
    if message["author"]["id"] != BOT_ID:
        call.world.require(call.channel, "manage_messages")
    delete(call.world, message)
    return 204, None


def pin(call: Call) -> Reply:
    """Pin a message, or unpin a pinned one."""
    message = _visible(call)
    call.world.require(call.channel, "pin_messages")
    message["pinned"] = not message["pinned"]
    return 204, None


MESSAGES = "/channels/{channel}/messages"
ROUTES: list[tuple[str, str, Handler]] = [
    ("POST", MESSAGES, send),
    ("GET", MESSAGES, history),
    ("GET", MESSAGES + "/{message}", fetch),
    ("PATCH", MESSAGES + "/{message}", patch),
    ("DELETE", MESSAGES + "/{message}", remove),
    ("PUT", MESSAGES + "/pins/{message}", pin),
    ("DELETE", MESSAGES + "/pins/{message}", pin),
]
