"""Name Discord's numbers, make its ids, and read its JSON."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, cast

Json = dict[str, Any]

SUPPRESS_EMBEDS = 1 << 2
EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15

ROW, BUTTON, SELECT, TEXT_INPUT = 1, 2, 3, 4
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 17, 18, 19, 21, 22, 23
SELECTS = (3, 5, 6, 7, 8)
PICKERS = (5, 6, 7, 8)

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5

TEXT_CHANNEL, DM, ANNOUNCEMENT_CHANNEL = 0, 1, 5
GUILD_CHANNELS = (TEXT_CHANNEL, ANNOUNCEMENT_CHANNEL)
ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = THREADS = (10, 11, 12)

DISCORD_EPOCH = 1420070400000  # milliseconds since 1970


def dicts(value: Any) -> list[Json]:
    """Return the objects of a JSON array; none when it is no array."""
    items = cast("list[Any]", value) if isinstance(value, list) else []
    return [item for item in items if isinstance(item, dict)]


def mapping(value: Any) -> Json:
    """Return the value when it is an object, otherwise an empty one."""
    return cast(Json, value) if isinstance(value, dict) else {}


def walk(components: Any) -> list[Json]:
    """Return every component, nested ones and accessories included, in order."""
    found: list[Json] = []
    for component in dicts(components):
        found.append(component)
        for key in ("components", "accessory", "component"):
            if inner := component.get(key):
                found += walk(inner if isinstance(inner, list) else [inner])
    return found


def public(value: Json) -> Json:
    """Return an object as the API shows it: without our own keys, which begin with '_', and files that components show."""
    shown = {key: item for key, item in value.items() if not key.startswith("_")}
    return shown | {"attachments": []} if "attachments" in shown and shown["flags"] & COMPONENTS_V2 else shown


class Snowflakes:
    """Make rising ids that hold the time at which they were made, as Discord's do."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._last = 0

    def next(self) -> str:
        """Return a new id, greater than all before."""
        now = (int(self._now() * 1000) - DISCORD_EPOCH) << 22
        self._last = max(now, self._last + 1)
        return str(self._last)


def timestamp(moment: float) -> str:
    """Return a moment (seconds since 1970) in the form of the API."""
    return datetime.fromtimestamp(moment, UTC).isoformat()
