"""Who is pinged by a message, by its texts and `allowed_mentions`."""

import re
from typing import Any

from .kinds import TEXT, Json, walk

USER = re.compile(r"<@!?(\d+)>")
ROLE = re.compile(r"<@&(\d+)>")


def texts(message: Json) -> list[str]:
    """Every text of a message that can ping."""
    found = [str(message.get("content") or "")]
    found += [str(c.get("content") or "") for c in walk(message.get("components")) if c.get("type") == TEXT]
    return [text for text in found if text]


def pinged(message: Json, allowed: Json | None, parse: list[str], may_everyone: bool) -> tuple[list[str], list[str], bool]:
    """Ids of users and of roles, and whether everyone is pinged; `parse` is the default."""
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
