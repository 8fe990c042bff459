"""Who answers which ``custom_id``: ``<kind><version>:<verb>:<arguments>``.

A custom_id is a hint and never a proof: who may do what, and whether a click is stale, is decided by the table.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

Handler = Callable[..., Awaitable[None]]
ROUTES: list[tuple[re.Pattern[str], Handler]] = []
NUMBER = r"\d{1,18}"


def route(shape: str) -> Callable[[Handler], Handler]:
    """Register a handler; ``{name}`` in the shape stands for a number and arrives as an int, ``{name:w}`` for a word."""
    pattern = re.sub(r"\{(\w+):w\}", r"(?P<\1>\\w+)", shape)
    pattern = re.sub(r"\{(\w+)\}", lambda m: f"(?P<{m[1]}_n>{NUMBER})", pattern)

    def register(handler: Handler) -> Handler:
        here = (pattern, handler.__module__, handler.__qualname__)  # a cog that is loaded again takes its places again
        ROUTES[:] = [(p, h) for p, h in ROUTES if (p.pattern, h.__module__, h.__qualname__) != here]
        ROUTES.append((re.compile(pattern), handler))
        return handler

    return register


def resolve(custom_id: str) -> tuple[Handler, dict[str, Any]] | None:
    """The handler of a custom_id and its arguments; None if nobody knows it."""
    for pattern, handler in ROUTES:
        if match := pattern.fullmatch(custom_id):
            groups = match.groupdict().items()
            return handler, {n.removesuffix("_n"): int(v) if n.endswith("_n") else v for n, v in groups}
    return None
