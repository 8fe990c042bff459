"""Who answers which ``custom_id``: ``<kind><version>:<verb>:<arguments>``.

A custom_id is a hint and never a proof: who may do what, and whether a click is stale, is decided by the table.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

from cogs.shell.answer import Answer, Late

Handler = Callable[..., Awaitable[Answer]]
H = TypeVar("H", bound=Handler)
NUMBER = r"\d{1,18}"


class Route(NamedTuple):
    """A row of the table of all clicks and forms; ``server``: only on a server, not in a direct message."""

    pattern: re.Pattern[str]
    handler: Handler
    late: Late
    server: bool

    @property
    def where(self) -> tuple[str, str, str]:
        """Its pattern, and where its handler stands."""
        return self.pattern.pattern, self.handler.__module__, self.handler.__qualname__


ROUTES: list[Route] = []


def route(shape: str, late: Late = Late.PRIVATE, *, server: bool = False) -> Callable[[H], H]:
    """Register a handler; ``{name}`` in the shape stands for a number and arrives as an int, ``{name:w}`` for a word."""
    pattern = re.sub(r"\{(\w+):w\}", r"(?P<\1>\\w+)", shape)
    pattern = re.sub(r"\{(\w+)\}", lambda m: f"(?P<{m[1]}_n>{NUMBER})", pattern)

    def register(handler: H) -> H:
        here = (pattern, handler.__module__, handler.__qualname__)  # a cog that is loaded again takes its places again
        ROUTES[:] = [each for each in ROUTES if each.where != here]
        ROUTES.append(Route(re.compile(pattern), handler, late, server))
        return handler

    return register


def resolve(custom_id: str) -> tuple[Route, dict[str, Any]] | None:
    """The route of a custom_id and its arguments; None if nobody knows it."""
    for each in ROUTES:
        if match := each.pattern.fullmatch(custom_id):
            groups = match.groupdict().items()
            return each, {n.removesuffix("_n"): int(v) if n.endswith("_n") else v for n, v in groups}
    return None
