"""Check the limits of messages and interaction answers."""

import re
from typing import Any

from .errors import FormErrors, Refused
from .kinds import COMPONENTS_V2, EPHEMERAL, TEXT, Json, dicts, mapping, walk
from .limits_components import check_components
from .media import Upload

MAX_CONTENT = 2000
MAX_FILES = 10
MAX_FILE_BYTES = 10 * 1024 * 1024
MAX_REQUEST_BYTES = 25 * 1024 * 1024
MAX_V2_COMPONENTS = 40
MAX_V2_TEXT = 4000
MAX_ROWS = 5
CONTENT_KEYS = ("content", "embeds", "poll", "sticker_ids", "components")
LEGACY_KEYS = ("content", "embeds", "poll", "sticker_ids")
LEGACY_WITH_V2 = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
FILE_PART = re.compile(r"files\[(\d+)\]")
EMBED_IMAGE = re.compile(r"attachment://.*\.(jpe?g|png|webp|gif)", re.IGNORECASE)


def join(at: str, path: str) -> str:
    """Return a dotted path below another."""
    return f"{at}.{path}" if at else path


def check_new(body: Json, files: dict[str, Upload], at: str = "") -> None:
    """Refuse a new message that breaks the limits of Discord.

    :param at: the dotted path of the message in the request's body, for the error.
    :raises Refused: with all mistakes.
    """
    v2 = bool(int(body.get("flags") or 0) & COMPONENTS_V2)
    form = FormErrors()
    _check_any(form, body, files, at, v2)
    _check_upload_notes(form, body, files, at, new=True)
    form.raise_if_any()
    shown = body.get("components") if v2 else files or any(body.get(key) for key in CONTENT_KEYS)
    if not shown:
        raise Refused(50006)


def check_edit(message: Json, body: Json, files: dict[str, Upload], at: str = "") -> None:
    """Refuse an impossible edit of a message."""
    was_v2 = bool(message["flags"] & COMPONENTS_V2)
    v2 = was_v2 or bool(int(body.get("flags") or 0) & COMPONENTS_V2)
    form = FormErrors()
    _check_any(form, body, files, at, v2)
    _check_upload_notes(form, body, files, at, new=False)
    if v2 and not was_v2:
        for key in ("content", "embeds"):
            if message[key] and key not in body:
                form.add(join(at, key), LEGACY_WITH_V2, f"{key} must be reset when the message becomes Components V2")
        if message["components"] and "components" not in body:
            form.add(join(at, "components"), "BASE_TYPE_REQUIRED", "This field is required")
    form.raise_if_any()


def check_flags(body: Json, *, interaction: bool, at: str = "") -> None:
    """Refuse EPHEMERAL outside answers to interactions."""
    form = FormErrors()
    if int(body.get("flags") or 0) & EPHEMERAL and not interaction:
        form.add(join(at, "flags"), "BITFIELD_INVALID", "EPHEMERAL is only possible in interaction answers")
    form.raise_if_any()


def _check_any(form: FormErrors, body: Json, files: dict[str, Upload], at: str, v2: bool) -> None:
    form.check_length(join(at, "content"), body.get("content"), MAX_CONTENT)
    form.check_length(join(at, "nonce"), str(body["nonce"]) if body.get("nonce") is not None else None, 25)
    check_files(form, files, at)
    _check_embeds(form, body, at)
    _check_mentions(form, body, at)
    check_components(form, body.get("components"), join(at, "components"), v2=v2)
    if v2:
        _check_v2(form, body, at)
    elif len(dicts(body.get("components"))) > MAX_ROWS:
        form.check_count(join(at, "components"), len(dicts(body.get("components"))), MAX_ROWS)


def _check_v2(form: FormErrors, body: Json, at: str) -> None:
    for key in LEGACY_KEYS:
        if body.get(key):
            form.add(join(at, key), LEGACY_WITH_V2, f"The '{key}' field cannot be used with Components V2")
    parts = walk(body.get("components"))
    if len(parts) > MAX_V2_COMPONENTS:
        message = f"{len(parts)} components, at most {MAX_V2_COMPONENTS}"
        form.add(join(at, "components"), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
    total = sum(len(str(part.get("content") or "")) for part in parts if part.get("type") == TEXT)
    if total > MAX_V2_TEXT:
        message = f"{total} characters of displayable text, at most {MAX_V2_TEXT}"
        form.add(join(at, "components"), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)


def check_files(form: FormErrors, files: dict[str, Upload], at: str) -> None:
    """Note mistakes in the number, names and sizes of uploaded files.

    :raises Refused: when one file, or all of them together, are too large.
    """
    if sum(len(upload.data) for upload in files.values()) > MAX_REQUEST_BYTES:
        raise Refused(40005)
    form.check_count(join(at, "files"), len(files), MAX_FILES)
    for part, upload in files.items():
        if not FILE_PART.fullmatch(part):
            form.add(join(at, "files"), "FILE_PART_NAME", f"{part}: files must be named files[0], files[1] ...")
        if len(upload.data) > MAX_FILE_BYTES:
            raise Refused(40005)


def _check_upload_notes(form: FormErrors, body: Json, files: dict[str, Upload], at: str, *, new: bool) -> None:
    notes = dicts(body.get("attachments"))
    form.check_count(join(at, "attachments"), len(notes), MAX_FILES)
    ids = [str(note.get("id")) for note in notes]
    for index, note in enumerate(notes):
        place = join(at, f"attachments.{index}")
        form.check_length(f"{place}.description", note.get("description"), 1024)
        upload = new or (ids[index].isdecimal() and int(ids[index]) < 1000)
        if ids.count(ids[index]) > 1 or (upload and f"files[{ids[index]}]" not in files):
            form.add(f"{place}.id", "ATTACHMENT_NOT_FOUND", f"no uploaded file belongs to id {ids[index]}")
    for part in files:
        match = FILE_PART.fullmatch(part)
        if notes and match and match[1] not in ids:
            form.add(join(at, "attachments"), "ATTACHMENT_NOT_FOUND", f"{part} has no entry in attachments")


def _check_mentions(form: FormErrors, body: Json, at: str) -> None:
    allowed: Json = body.get("allowed_mentions") or {}
    parse: list[Any] = allowed.get("parse") or []
    for key in ("users", "roles"):
        path = join(at, f"allowed_mentions.{key}")
        listed: list[Any] = allowed.get(key) or []
        form.check_count(path, len(listed), 100)
        if key in parse and listed:
            form.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", f"parse:{key} and {key} exclude each other")


def _check_embeds(form: FormErrors, body: Json, at: str) -> None:
    embeds = dicts(body.get("embeds"))
    form.check_count(join(at, "embeds"), len(embeds), 10)
    total = 0
    for index, embed in enumerate(embeds):
        place = join(at, f"embeds.{index}")
        footer, author = mapping(embed.get("footer")), mapping(embed.get("author"))
        sized = [("title", embed.get("title"), 256), ("description", embed.get("description"), 4096)]
        sized += [("footer.text", footer.get("text"), 2048), ("author.name", author.get("name"), 256)]
        fields = dicts(embed.get("fields"))
        form.check_count(f"{place}.fields", len(fields), 25)
        for number, field in enumerate(fields):
            for key, most in (("name", 256), ("value", 1024)):
                form.check_given(f"{place}.fields.{number}.{key}", str(field.get(key) or "").strip())
                sized.append((f"fields.{number}.{key}", field.get(key), most))
        for path, text, most in sized:
            form.check_length(f"{place}.{path}", text, most)
            total += len(text) if isinstance(text, str) else 0
        _check_pictures(form, embed, place)
    if total > 6000:
        form.add(join(at, "embeds"), "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def _check_pictures(form: FormErrors, embed: Json, place: str) -> None:
    for key in ("image", "thumbnail"):
        url = str(mapping(embed.get(key)).get("url") or "")
        if url.startswith("attachment://") and not EMBED_IMAGE.fullmatch(url):
            form.add(f"{place}.{key}.url", "URL_TYPE_INVALID_SCHEME", "not a jpg, png, webp or gif file")
