"""Read a message as a person sees it: texts, buttons, menus, pictures, and the people whom it pings."""

import re
from typing import Any, NamedTuple

from .kinds import BUTTON, FILE, GALLERY, SELECTS, TEXT, THUMBNAIL, Json, dicts, walk

USER = re.compile(r"<@!?(\d+)>")
ROLE = re.compile(r"<@&(\d+)>")


class Button(NamedTuple):
    """Hold a button that sends an interaction."""

    label: str
    custom_id: str
    disabled: bool


class Select(NamedTuple):
    """Hold a menu; its options are (label, value)."""

    placeholder: str
    custom_id: str
    options: list[tuple[str, str]]
    disabled: bool


def text_of(message: Json) -> str:
    """Return all text of a message, embeds included."""
    found = texts(message)
    for embed in dicts(message.get("embeds")):
        found += [str(embed[key]) for key in ("title", "description") if embed.get(key)]
        found += [f"{field['name']}\n{field['value']}" for field in dicts(embed.get("fields"))]
    return "\n".join(found)


def buttons_of(message: Json) -> list[Button]:
    """Return the buttons of a message, links left out."""
    return [
        Button(label_of(part), part["custom_id"], bool(part.get("disabled")))
        for part in walk(message.get("components"))
        if part["type"] == BUTTON and part.get("custom_id")
    ]


def label_of(button: Json) -> str:
    """Return the label of a button, or its emoji."""
    emoji: Json = button.get("emoji") or {}
    return str(button.get("label") or emoji.get("name") or "")


def selects_of(message: Json) -> list[Select]:
    """Return the menus of a message."""
    return [
        Select(
            str(part.get("placeholder") or ""),
            part["custom_id"],
            [(option["label"], option["value"]) for option in dicts(part.get("options"))],
            bool(part.get("disabled")),
        )
        for part in walk(message.get("components"))
        if part["type"] in SELECTS
    ]


def component_of(message: Json, custom_id: str) -> Json | None:
    """Return the component with a custom_id; None if there is none."""
    for part in walk(message.get("components")):
        if part.get("custom_id") == custom_id:
            return part
    return None


def shown_of(message: Json) -> list[Json]:
    """Return the media and description of each picture or file that the layout of a message shows."""
    found: list[Json] = []
    for part in walk(message.get("components")):
        if part["type"] == GALLERY:
            found += dicts(part["items"])
        elif part["type"] == THUMBNAIL:
            found.append(part)
        elif part["type"] == FILE:
            found.append({"media": part["file"], "description": None})
    return found


def media_of(message: Json) -> list[tuple[str, str]]:
    """Return the attachment id and alternative text of each picture or file shown."""
    attachments: dict[str, Json] = {a["id"]: a for a in dicts(message.get("attachments"))}
    shown = shown_of(message)
    if not message["flags"] & (1 << 15):
        return [(key, str(a.get("description") or "")) for key, a in attachments.items()]
    found: list[tuple[str, str]] = []
    for item in shown:
        key: Any = item["media"].get("attachment_id")
        fallback: Any = attachments.get(str(key), {}).get("description")
        found.append((str(key), str(item.get("description") or fallback or "")))
    return found


def texts(message: Json) -> list[str]:
    """Return every text of a message that can ping."""
    found = [str(message.get("content") or "")]
    found += [str(c.get("content") or "") for c in walk(message.get("components")) if c.get("type") == TEXT]
    return [text for text in found if text]


def pinged(message: Json, allowed: Json | None, parse: list[str], may_everyone: bool) -> tuple[list[str], list[str], bool]:
    """Return the ids of pinged users and roles, and whether everyone is pinged.

    :param allowed: the `allowed_mentions` of the message.
    :param parse: its default.
    """
    whole = "\n".join(texts(message))
    users, roles = list(dict.fromkeys(USER.findall(whole))), list(dict.fromkeys(ROLE.findall(whole)))
    everyone = "@everyone" in whole or "@here" in whole
    if allowed is not None:
        parse = list(allowed.get("parse") or [])
    if "users" not in parse:
        users = _listed(users, allowed, "users")
    if "roles" not in parse:
        roles = _listed(roles, allowed, "roles")
    return users, roles, everyone and may_everyone and "everyone" in parse


def _listed(found: list[str], allowed: Json | None, key: str) -> list[str]:
    names: list[Any] = (allowed or {}).get(key) or []
    wanted = {str(name) for name in names}
    return [one for one in found if one in wanted]
