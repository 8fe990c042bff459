"""Send, edit and delete messages, with their files."""

from dataclasses import dataclass
from typing import Any

from . import limits
from .attaching import describe_file
from .components import complete_components
from .errors import FormErrors, Refused
from .kinds import COMPONENTS_V2, EPHEMERAL, GALLERY, LOADING, SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS, Json, dicts, public, walk
from .media import Upload
from .reading import pinged
from .world import World

SETTABLE = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | EPHEMERAL | COMPONENTS_V2
PARSE_CHANNEL = ["users", "roles", "everyone"]
PARSE_INTERACTION = ["users"]


@dataclass
class Draft:
    """Hold the parts of a new message."""

    channel_id: str
    author: Json
    body: Json
    files: dict[str, Upload]
    kind: int = 0
    reader: str | None = None
    extra: Json | None = None
    at: str = ""


def find_message(world: World, channel_id: str, message_id: str) -> Json:
    """Return a message by its id, ephemeral ones included.

    :raises Refused: when there is none.
    """
    message = world.messages.get(channel_id, {}).get(message_id)
    if message is None:
        raise Refused(10008)
    return message


def empty_message(world: World, draft: Draft) -> Json:
    """Return a message object without content."""
    message: Json = {
        "id": world.ids.next(),
        "channel_id": draft.channel_id,
        "type": draft.kind,
        "author": draft.author,
        "content": "",
        "timestamp": world.timestamp(),
        "edited_timestamp": None,
        "tts": False,
        "pinned": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "flags": int(draft.body.get("flags") or 0) & SETTABLE,
        "_reader": draft.reader,
        "_revision": 0,
        "_parse": PARSE_INTERACTION if draft.extra and "application_id" in draft.extra else PARSE_CHANNEL,
        "_allowed_mentions": None,
    }
    message.update(draft.extra or {})
    return message


def post(world: World, draft: Draft) -> Json:
    """Send a message."""
    limits.check_new(draft.body, draft.files, draft.at)
    message = empty_message(world, draft)
    _fill(world, message, draft.body, draft.files, keep=False, at=draft.at)
    return put(world, message)


def put(world: World, message: Json) -> Json:
    """Store a finished message, and send the event about it."""
    channel = world.channel(message["channel_id"])
    world.messages[message["channel_id"]][message["id"]] = message
    world.touch(channel, message["id"])
    _tell(world, "MESSAGE_CREATE", message)
    return message


def edit(world: World, message: Json, body: Json, files: dict[str, Upload], *, keep: bool = True, at: str = "") -> Json:
    """Change a message.

    :param keep: without the key ``attachments`` the old files stay, unless other components show them. The documents
        contradict themselves about these, so the strictest reading holds.
    :raises Refused: when the message would be empty.
    """
    limits.check_edit(message, body, files, at)
    if files and not at and world.guild_of(world.channel(message["channel_id"])).takes_no_pictures_in_edits:
        _refuse_pictures(body)
    loading = message["flags"] & LOADING
    kept = message["flags"] & ~LOADING & ~SUPPRESS_EMBEDS
    flags = int(body["flags"] or 0) if "flags" in body else message["flags"] & SUPPRESS_EMBEDS
    draft = {**message, "flags": kept | flags & (SUPPRESS_EMBEDS | COMPONENTS_V2)}
    _fill(world, draft, body, files, keep=keep and "components" not in body, at=at)
    if not any(draft[key] for key in ("content", "embeds", "components", "attachments")):
        raise Refused(50006)
    message.update(draft, _revision=message["_revision"] + 1)
    message["edited_timestamp"] = None if loading else world.timestamp()
    _tell(world, "MESSAGE_UPDATE", message)
    return message


def _refuse_pictures(body: Json) -> None:
    """Refuse an edit that brings media galleries, as Discord does at times (discord-api-docs#7529)."""
    form = FormErrors()
    if any(part["type"] == GALLERY for part in walk(body.get("components"))):
        form.add("components", "REFERENCED_ATTACHMENT_NOT_FOUND", "The unfurled media attachment is not found")
    form.raise_if_any()


def delete(world: World, message: Json) -> None:
    """Remove a message and its files."""
    del world.messages[message["channel_id"]][message["id"]]
    world.outdate(attachment["id"] for attachment in message["attachments"])
    if message["_reader"] is None:
        place: Json = {"id": message["id"], "channel_id": message["channel_id"]}
        world.emit("MESSAGE_DELETE", _with_guild(world, place))
    else:
        world.changes.notify()


def _with_guild(world: World, data: Json) -> Json:
    guild = world.channel(data["channel_id"]).get("guild_id")
    return {**data, "guild_id": guild} if guild else data


def _tell(world: World, event: str, message: Json) -> None:
    if message["_reader"] is None:
        world.emit(event, _with_guild(world, public(message)))
    else:
        world.changes.notify()


def _fill(world: World, message: Json, body: Json, files: dict[str, Upload], *, keep: bool, at: str) -> None:
    form = FormErrors()
    old: list[Json] = message["attachments"]
    message["attachments"], new = _attachments(world, message, body, files, keep)
    if "content" in body:
        message["content"] = body["content"] or ""
    if "embeds" in body:
        message["embeds"] = [_embed(embed, message["attachments"]) for embed in dicts(body["embeds"])]
    if "components" in body:
        prefix = f"{at}.components" if at else "components"
        world.emojis.check(body["components"], prefix)
        message["components"] = complete_components(body["components"], message["attachments"], form, prefix)
    form.raise_if_any()
    _mentions(world, message, body)
    world.files.update(new)
    remaining = {attachment["id"] for attachment in message["attachments"]}
    world.outdate(attachment["id"] for attachment in old if attachment["id"] not in remaining)


def _mentions(world: World, message: Json, body: Json) -> None:
    if body.get("allowed_mentions") is not None or "content" in body or "components" in body:
        message["_allowed_mentions"] = body.get("allowed_mentions")
    channel = world.channel(message["channel_id"])
    may = "guild_id" in channel and world.allowed(message["author"]["id"], channel, "mention_everyone")
    users, roles, everyone = pinged(message, message["_allowed_mentions"], message["_parse"], may)
    message["mentions"] = [world.users[user] for user in users if user in world.users]
    message["mention_roles"] = roles
    message["mention_everyone"] = everyone


def _attachments(
    world: World, message: Json, body: Json, files: dict[str, Upload], keep: bool
) -> tuple[list[Json], dict[str, Upload]]:
    """Return the attachments after the change, and the new files by id."""
    listed = body.get("attachments")
    old: dict[str, Json] = {a["id"]: a for a in message["attachments"]}
    notes: dict[str, Json] = {str(item.get("id")): item for item in dicts(listed)}
    if listed is None:
        result = list(old.values()) if keep else []
    else:
        result = [{**old[key], **_described(item)} for key, item in notes.items() if key in old]
    new: dict[str, Upload] = {}
    for part, upload in files.items():
        note = notes.get(part.removeprefix("files[").removesuffix("]"), {})
        attachment = _attachment(world, message, upload, note)
        new[attachment["id"]] = upload
        result.append(attachment)
    return result, new


def _described(note: Json) -> Json:
    return {"description": note["description"]} if note.get("description") else {}


def _attachment(world: World, message: Json, upload: Upload, note: Json) -> Json:
    name = str(note.get("filename") or upload.name)
    attachment = describe_file(world, str(message["channel_id"]), name, upload) | _described(note)
    if message["flags"] & EPHEMERAL:
        attachment["ephemeral"] = True
    return attachment


def _embed(embed: Json, attachments: list[Json]) -> Json:
    complete: Json = {"type": "rich", **{key: value for key, value in embed.items() if value is not None}}
    for key in ("image", "thumbnail"):
        picture: Any = complete.get(key)
        for attachment in attachments:
            if picture and picture.get("url") == f"attachment://{attachment['filename']}":
                names = ("url", "proxy_url", "width", "height")
                complete[key] = {name: attachment[name] for name in names if name in attachment}
    return complete
