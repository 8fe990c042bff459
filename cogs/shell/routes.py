"""Who answers which ``custom_id``: ``<kind><version>:<verb>:<arguments>``.

| kind | where such buttons, menus and forms stand | answered in |
|---|---|---|
| ``b`` | under a board, and what is looked at from there | `cogs/play` |
| ``g`` | the log of a game, and its replay | `cogs/play` |
| ``l`` | a table before its start, and a rematch | `cogs/lobby` |
| ``m`` | one's own settings | `cogs/person/settings_panel.py` |
| ``n`` | nudges, and notices of one's turn | `cogs/sender/notice_message.py` |
| ``p`` | the panel in which a move is chosen | `cogs/play` |
| ``q`` | a question to the others at a table | `cogs/ballots/question.py` |
| ``r`` | the short rules | `cogs/play/rules.py` |
| ``s`` | the server's settings | `cogs/server` |
| ``t`` | lists of tables | `cogs/lobby`, `cogs/person` |
| ``v`` | leaving, pausing, and other terms | `cogs/ballots` |

A version rises when its arguments mean something else. In a move's panel they are table, position (``seq``), and ``mark``, a
short name of the answers so far and of those on offer.

A custom_id is a hint and never a proof: `cogs/shell/access.py` says who may do it, and the table decides whether it is stale.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

from cogs.shell.access import Row, row_of
from cogs.shell.answer import Answer, Late

Handler = Callable[..., Awaitable[Answer]]
H = TypeVar("H", bound=Handler)
NUMBER = r"\d{1,18}"


class Route(NamedTuple):
    """Who answers these clicks or forms, what that may be late with, and who may do it."""

    pattern: re.Pattern[str]
    handler: Handler
    late: Late
    row: Row

    @property
    def where(self) -> tuple[str, str, str]:
        """Its pattern, and where its handler stands."""
        return self.pattern.pattern, self.handler.__module__, self.handler.__qualname__


ROUTES: list[Route] = []


def route(shape: str, late: Late = Late.PRIVATE) -> Callable[[H], H]:
    """Register a handler; ``{name}`` in the shape stands for a number and arrives as an int, ``{name:w}`` for a word.

    ``{table}`` does not arrive: `table_of` is the table. Raises `LookupError` where no row says who may do it.
    """
    row = row_of(":".join(shape.split(":")[:2]))
    pattern = re.sub(r"\{(\w+):w\}", r"(?P<\1>\\w+)", shape)
    pattern = re.sub(r"\{(\w+)\}", lambda m: f"(?P<{m[1]}_n>{NUMBER})", pattern)

    def register(handler: H) -> H:
        here = (pattern, handler.__module__, handler.__qualname__)  # a cog that is loaded again takes its places again
        ROUTES[:] = [each for each in ROUTES if each.where != here]
        ROUTES.append(Route(re.compile(pattern), handler, late, row))
        return handler

    return register


def resolve(custom_id: str) -> tuple[Route, dict[str, Any]] | None:
    """The route of a custom_id and its arguments; None if nobody knows it."""
    for each in ROUTES:
        if match := each.pattern.fullmatch(custom_id):
            groups = match.groupdict().items()
            return each, {n.removesuffix("_n"): int(v) if n.endswith("_n") else v for n, v in groups}
    return None
