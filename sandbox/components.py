"""Complete components as the API answers them: numbered, with all keys and resolved media."""

from collections.abc import Iterator
from typing import Any

from .errors import FormErrors
from .kinds import CONTAINER, FILE, GALLERY, SECTION, SELECTS, SEPARATOR, THUMBNAIL, Json, dicts, walk

DEFAULTS: dict[int, Json] = {
    CONTAINER: {"accent_color": None, "spoiler": False},
    SEPARATOR: {"spacing": 1, "divider": True},
    THUMBNAIL: {"description": None, "spoiler": False},
    FILE: {"spoiler": False},
}


def complete_components(components: Any, attachments: list[Json], form: FormErrors, path: str = "components") -> list[Json]:
    """Return a complete copy of the components of a message."""
    taken = {component["id"] for component in walk(components) if component.get("id")}
    numbers = (n for n in range(1, 10_000) if n not in taken)
    return [
        _complete(component, numbers, attachments, form, f"{path}.{index}") for index, component in enumerate(dicts(components))
    ]


def _complete(source: Json, numbers: Iterator[int], attachments: list[Json], form: FormErrors, path: str) -> Json:
    kind = source.get("type", 0)
    component = {**DEFAULTS.get(kind, {}), **{k: v for k, v in source.items() if v is not None}}
    component["id"] = source.get("id") or next(numbers)
    if "components" in component:
        component["components"] = [
            _complete(child, numbers, attachments, form, f"{path}.components.{index}")
            for index, child in enumerate(dicts(component["components"]))
        ]
    if kind == SECTION:
        accessory = component["accessory"]
        component["accessory"] = _complete(accessory, numbers, attachments, form, f"{path}.accessory")
    if "emoji" in component:
        component["emoji"] = _emoji(component["emoji"])
    if kind in SELECTS:
        _complete_select(component)
    if kind == GALLERY:
        component["items"] = [
            {
                "media": _media(item["media"], attachments, form, f"{path}.items.{index}.media"),
                "description": item.get("description"),
                "spoiler": bool(item.get("spoiler")),
            }
            for index, item in enumerate(component["items"])
        ]
    if kind == THUMBNAIL:
        component["media"] = _media(component["media"], attachments, form, f"{path}.media")
    if kind == FILE:
        component["file"] = _media(component["file"], attachments, form, f"{path}.file")
        found = next((a for a in attachments if a["id"] == component["file"].get("attachment_id")), None)
        component.update(name=found and found["filename"], size=found and found["size"])
    return component


def _complete_select(component: Json) -> None:
    component.pop("required", None)
    component.setdefault("min_values", 1)
    component.setdefault("max_values", 1)
    if "options" in component:
        component["options"] = [_complete_option(option) for option in component["options"]]


def _complete_option(option: Json) -> Json:
    complete = _without_nulls(option)
    if "emoji" in complete:
        complete["emoji"] = _emoji(complete["emoji"])
    return complete


def _emoji(emoji: Json) -> Json:
    """Return an emoji with its id as text, as the API answers all ids."""
    complete = _without_nulls(emoji)
    return complete | ({"id": str(complete["id"])} if "id" in complete else {})


def _without_nulls(value: Json) -> Json:
    return {key: item for key, item in value.items() if item is not None}


def _media(media: Json, attachments: list[Json], form: FormErrors, path: str) -> Json:
    """Return the media item of the file that ``attachment://name`` refers to."""
    url = str(media.get("url", ""))
    by_name = url.removeprefix("attachment://") if url.startswith("attachment://") else None
    for attachment in attachments:
        if attachment["filename"] == by_name or attachment["url"] == url:
            return {
                "id": attachment["id"],
                "url": attachment["url"],
                "proxy_url": attachment["proxy_url"],
                "width": attachment.get("width"),
                "height": attachment.get("height"),
                "content_type": attachment.get("content_type"),
                "attachment_id": attachment["id"],
            }
    if by_name is not None:
        form.add(f"{path}.url", "REFERENCED_ATTACHMENT_NOT_FOUND", f"{url} refers to no file of this message")
    return {"id": "0", "url": url, "proxy_url": url, "width": None, "height": None, "content_type": None}
