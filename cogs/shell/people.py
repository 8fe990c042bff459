"""Persons chosen in a menu or named in a command."""

from __future__ import annotations

from typing import Any, NamedTuple

from cogs.shell.client import Interaction
from cogs.shell.components import chosen_value
from cogs.shell.words import plain_name
from host.refusal import Refused
from rules.text import say


class Somebody(NamedTuple):
    """A person; ``plays``: no program, and of this server."""

    id: int
    name: str
    plays: bool


def chosen_person(i: Interaction) -> Somebody:
    """Whoever was chosen in a menu of people; raises `Refused` if that is nobody of this server."""
    resolved: dict[str, Any] = (i.data or {}).get("resolved", {})  # type: ignore[assignment]
    user, member = (resolved.get(kind, {}).get(chosen_value(i)) for kind in ("users", "members"))
    if not user or not member:
        raise Refused(say("Please choose somebody of this server in the menu."))
    name = member.get("nick") or user.get("global_name") or user["username"]
    return Somebody(int(user["id"]), plain_name(name), not user.get("bot", False))
