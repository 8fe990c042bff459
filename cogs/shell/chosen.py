"""Read the values of menus and forms. They come from the client, so none is trusted."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from cogs.shell.client import Interaction
from cogs.shell.reader import plain_name
from host.refusal import Refused
from rules.text import say

NUMBER_LIMIT = 2**63  # the database holds smaller numbers


class Somebody(NamedTuple):
    """A person; ``plays`` tells members of this server from programs and strangers."""

    id: int
    name: str
    plays: bool


def chosen_values(interaction: Interaction) -> list[str]:
    """Return the values chosen in a menu, each once."""
    values: list[str] = (interaction.data or {}).get("values", [])  # type: ignore[assignment]
    return list(dict.fromkeys(values))


def chosen_value(interaction: Interaction) -> str:
    """Return the value chosen in a menu with one choice; ``?`` if there is none."""
    return next(iter(chosen_values(interaction)), "?")


def number_in(text: str) -> int | None:
    """Return a number or id; None for any other text, and for numbers that the database cannot hold."""
    number = int(text) if text.isdecimal() and len(text) < 20 else NUMBER_LIMIT
    return number if number < NUMBER_LIMIT else None


def chosen_number(interaction: Interaction) -> int | None:
    """Return the number chosen in a menu; None for any other value."""
    values = chosen_values(interaction)
    return number_in(values[0]) if values else None


def chosen_person(i: Interaction) -> Somebody:
    """Return the person chosen in a menu of people.

    :raises Refused: if it is no member of this server.
    """
    resolved: dict[str, Any] = (i.data or {}).get("resolved", {})  # type: ignore[assignment]
    user, member = (resolved.get(kind, {}).get(chosen_value(i)) for kind in ("users", "members"))
    if not user or not member:
        raise Refused(say("Please choose somebody of this server in the menu."))
    name = member.get("nick") or user.get("global_name") or user["username"]
    return Somebody(int(user["id"]), plain_name(name), not user.get("bot", False))


def form_values(i: Interaction) -> list[list[str]]:
    """Return the values of a submitted form, field by field from top to bottom, without surrounding spaces.

    They come from the client, so none is trusted: fields may be missing.
    """
    labels = cast("list[dict[str, Any]]", (i.data or {}).get("components", []))
    return [_values(label.get("component", {})) for label in labels]


def _values(component: dict[str, Any]) -> list[str]:
    found = component.get("values", [component.get("value")])
    listed = cast("list[Any]", found) if isinstance(found, list) else []
    return [str(value).strip() for value in listed if value is not None]
