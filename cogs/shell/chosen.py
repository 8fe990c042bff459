"""What was chosen in a menu or typed into a form; never trusted."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from cogs.shell.client import Interaction
from cogs.shell.reader import plain_name
from host.refusal import Refused
from rules.text import say

NUMBERS = 2**63  # so many can the database hold


class Somebody(NamedTuple):
    """A person; ``plays``: no program, and of this server."""

    id: int
    name: str
    plays: bool


def chosen_values(interaction: Interaction) -> list[str]:
    """What was chosen in a menu, each once."""
    values: list[str] = (interaction.data or {}).get("values", [])  # type: ignore[assignment]
    return list(dict.fromkeys(values))


def chosen_value(interaction: Interaction) -> str:
    """What was chosen in a menu of which one is chosen."""
    return next(iter(chosen_values(interaction)), "?")


def number_in(text: str) -> int | None:
    """A number or id; None for anything else, and for more than the database can hold."""
    number = int(text) if text.isdecimal() and len(text) < 20 else NUMBERS
    return number if number < NUMBERS else None


def chosen_number(interaction: Interaction) -> int | None:
    """The number chosen in a menu; None if nothing that could be meant."""
    values = chosen_values(interaction)
    return number_in(values[0]) if values else None


def chosen_person(i: Interaction) -> Somebody:
    """Whoever was chosen in a menu of people; raises `Refused` if that is nobody of this server."""
    resolved: dict[str, Any] = (i.data or {}).get("resolved", {})  # type: ignore[assignment]
    user, member = (resolved.get(kind, {}).get(chosen_value(i)) for kind in ("users", "members"))
    if not user or not member:
        raise Refused(say("Please choose somebody of this server in the menu."))
    name = member.get("nick") or user.get("global_name") or user["username"]
    return Somebody(int(user["id"]), plain_name(name), not user.get("bot", False))


def typed_words(i: Interaction) -> list[str]:
    """The answers of a form, from top to bottom."""
    labels = cast("list[dict[str, Any]]", (i.data or {}).get("components", []))
    return [str(label.get("component", {}).get("value", "")).strip() for label in labels]
