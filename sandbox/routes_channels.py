"""Answer requests about channels and threads."""

from .calls import Call, Handler, Reply
from .errors import FormErrors, Refused
from .kinds import ANNOUNCEMENT_CHANNEL, ANNOUNCEMENT_THREAD, DM, PRIVATE_THREAD, PUBLIC_THREAD, TEXT_CHANNEL, THREADS, Json
from .mailbox import find_message
from .world import BOT_ID

ARCHIVE_MINUTES = (60, 1440, 4320, 10080)
KINDS_OF_THREADS = {TEXT_CHANNEL: (PUBLIC_THREAD, PRIVATE_THREAD), ANNOUNCEMENT_CHANNEL: (ANNOUNCEMENT_THREAD,)}  # by the parent


def get_channel(call: Call) -> Reply:
    """Return a channel."""
    call.world.require(call.channel)
    return 200, call.channel


def patch_channel(call: Call) -> Reply:
    """Rename a channel; rename, archive or lock a thread.

    :raises Refused: for a direct channel.
    """
    channel, data = call.channel, call.data
    form = FormErrors()
    form.check_length("name", data.get("name"), 100, 1)
    form.raise_if_any()
    if channel["type"] in THREADS:
        return 200, _patch_thread(call, channel, data)
    if channel["type"] == DM:
        raise Refused(50024)
    call.world.require(channel, "manage_channels")
    channel.update({key: data[key] for key in ("name", "topic", "nsfw", "position") if key in data})
    call.world.emit("CHANNEL_UPDATE", channel)
    return 200, channel


def _patch_thread(call: Call, thread: Json, data: Json) -> Json:
    world, metadata = call.world, thread["thread_metadata"]
    world.require(thread)
    manages = world.allowed(BOT_ID, thread, "manage_threads")
    if "locked" in data and bool(data["locked"]) != metadata["locked"] and not manages:
        raise Refused(50013)
    if not manages and thread["owner_id"] != BOT_ID:
        _require_only_opening(call, thread, data)
    if metadata["locked"] and metadata["archived"] and not manages:
        raise Refused(160005)
    if metadata["archived"] and data.get("archived") is not False:
        raise Refused(50083)
    _check_minutes(data)
    for key in ("archived", "locked"):
        if data.get(key) is not None:
            metadata[key] = bool(data[key])
    if data.get("archived") is not None:
        metadata["archive_timestamp"] = call.world.timestamp()
    metadata["auto_archive_duration"] = data.get("auto_archive_duration") or metadata["auto_archive_duration"]
    thread["name"] = data.get("name") or thread["name"]
    world.emit("THREAD_UPDATE", thread)
    return thread


def _require_only_opening(call: Call, thread: Json, data: Json) -> None:
    """Refuse all changes of somebody else's thread but opening it again, which needs the permission to send messages."""
    if set(data) != {"archived"} or data["archived"] is not False:
        raise Refused(50013)
    call.world.require(thread)
    call.world.require(call.world.channel(thread["parent_id"]), "send_messages")


def _check_minutes(data: Json) -> None:
    form = FormErrors()
    if data.get("auto_archive_duration") not in (None, *ARCHIVE_MINUTES):
        form.add("auto_archive_duration", "BASE_TYPE_CHOICES", f"Value must be one of {ARCHIVE_MINUTES}.")
    form.raise_if_any()


def delete_channel(call: Call) -> Reply:
    """Delete a channel or a thread; a direct channel stays."""
    channel = call.channel
    if channel["type"] == DM:
        return 200, channel
    call.world.require(channel, "manage_threads" if channel["type"] in THREADS else "manage_channels")
    call.world.remove_channel(channel)
    return 200, channel


def start_thread(call: Call) -> Reply:
    """Open a thread without a message."""
    kind = call.data.get("type") or PRIVATE_THREAD
    private = kind == PRIVATE_THREAD
    thread = _new_thread(call, kind, "create_private_threads" if private else "create_public_threads", None)
    return 201, thread


def start_thread_at_message(call: Call) -> Reply:
    """Open a thread at a message; it gets the id of the message.

    :raises Refused: for a private message, or one that has a thread already.
    """
    call.world.require(call.channel)
    message = find_message(call.world, call.path["channel"], call.path["message"])
    if message["_reader"] is not None:
        raise Refused(10008)
    if message["id"] in call.world.channels:
        raise Refused(160004)
    kind = ANNOUNCEMENT_THREAD if call.channel["type"] == ANNOUNCEMENT_CHANNEL else PUBLIC_THREAD
    thread = _new_thread(call, kind, "create_public_threads", message["id"])
    message["thread"] = thread
    return 201, thread


def _new_thread(call: Call, kind: int, permission: str, thread_id: str | None) -> Json:
    parent, data = call.channel, call.data
    if kind not in KINDS_OF_THREADS.get(parent["type"], ()):
        raise Refused(50024)
    call.world.require(parent, permission)
    form = FormErrors()
    if form.check_given("name", data.get("name")):
        form.check_length("name", data["name"], 100, 1)
    form.raise_if_any()
    _check_minutes(data)
    minutes = int(data.get("auto_archive_duration") or 1440)
    thread = call.world.new_thread(parent, data["name"], kind, minutes, thread_id)
    member: Json = {"id": thread["id"], "user_id": BOT_ID, "join_timestamp": call.world.timestamp(), "flags": 0}
    return {**thread, "member": member}


ROUTES: list[tuple[str, str, Handler]] = [
    ("GET", "/channels/{channel}", get_channel),
    ("PATCH", "/channels/{channel}", patch_channel),
    ("DELETE", "/channels/{channel}", delete_channel),
    ("POST", "/channels/{channel}/threads", start_thread),
    ("POST", "/channels/{channel}/messages/{message}/threads", start_thread_at_message),
]
