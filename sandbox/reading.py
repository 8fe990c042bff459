"""What a person sees of a message: texts, buttons, menus, pictures."""

from typing import Any, NamedTuple

from .kinds import BUTTON, FILE, GALLERY, SELECTS, THUMBNAIL, Json, dicts, walk
from .mentions import texts


class Button(NamedTuple):
    """A button that sends an interaction."""

    label: str
    custom_id: str
    disabled: bool


class Select(NamedTuple):
    """A menu; options are (label, value)."""

    placeholder: str
    custom_id: str
    options: list[tuple[str, str]]
    disabled: bool


def text_of(message: Json) -> str:
    """All text of a message, embeds included."""
    found = texts(message)
    for embed in dicts(message.get("embeds")):
        found += [str(embed[key]) for key in ("title", "description") if embed.get(key)]
        found += [f"{field['name']}\n{field['value']}" for field in dicts(embed.get("fields"))]
    return "\n".join(found)


def buttons_of(message: Json) -> list[Button]:
    """The buttons of a message, links left out."""
    return [
        Button(label_of(part), part["custom_id"], bool(part.get("disabled")))
        for part in walk(message.get("components"))
        if part["type"] == BUTTON and part.get("custom_id")
    ]


def label_of(button: Json) -> str:
    """Label of a button, or its emoji."""
    emoji: Json = button.get("emoji") or {}
    return str(button.get("label") or emoji.get("name") or "")


def selects_of(message: Json) -> list[Select]:
    """The menus of a message."""
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
    """The component with a custom_id."""
    for part in walk(message.get("components")):
        if part.get("custom_id") == custom_id:
            return part
    return None


def shown_of(message: Json) -> list[Json]:
    """The pictures and files that the layout of a message shows: media and description."""
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
    """Attachment id and alternative text of everything shown."""
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
