"""Routes: which handler answers which ``custom_id``, in the form ``<kind><version>:<verb>:<arguments>``.

| kind | place of such buttons, menus and forms | handlers |
|---|---|---|
| ``b`` | under a board, and in views opened from there | `cogs/play` |
| ``f`` | under the refusal of a form | `cogs/shell/correcting.py` |
| ``g`` | the log of a game, and its replay | `cogs/play` |
| ``l`` | a table before its start, and a rematch | `cogs/lobby` |
| ``m`` | a person's settings | `cogs/person/settings_panel.py` |
| ``n`` | nudges, and notices of a turn | `cogs/sender/notice_message.py` |
| ``o`` | profiles | `cogs/person/profile.py` |
| ``p`` | the panel in which a move is chosen | `cogs/play` |
| ``q`` | a question to the others at a table | `cogs/ballots/question.py` |
| ``r`` | the short rules | `cogs/play/rules.py` |
| ``s`` | the server's settings | `cogs/server` |
| ``t`` | lists of tables, and leaderboards | `cogs/lobby`, `cogs/person`, `cogs/server` |
| ``v`` | leaving, pausing, and other terms | `cogs/ballots` |

The version rises when the arguments change their meaning. In a move's panel they are table, position (``seq``), and ``mark``, a
digest of the answers so far and of those on offer.

A custom_id proves nothing: `cogs/shell/access.py` says who may use it, and the table decides whether it is stale.
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
    """The handler of some custom_ids, how it defers its answer, and the row that says who may use it."""

    pattern: re.Pattern[str]
    handler: Handler
    late: Late
    row: Row

    @property
    def where(self) -> tuple[str, str, str]:
        """Return the route's pattern and its handler's module and name."""
        return self.pattern.pattern, self.handler.__module__, self.handler.__qualname__


ROUTES: list[Route] = []


def route(shape: str, late: Late = Late.PRIVATE) -> Callable[[H], H]:
    """Register a handler for custom_ids of this shape, such as ``p1:pick:{table}:{seq}:{mark:w}:{index}``.

    ``{name}`` stands for a number, which the handler gets as an int; ``{name:w}`` for a word. The handler does not get
    ``{table}``: `table_of` has the table.

    :param late: how to defer the answer if it takes long.
    :raises LookupError: if no row of `cogs.shell.access` says who may use it.
    """
    row = row_of(":".join(shape.split(":")[:2]))
    pattern = re.sub(r"\{(\w+):w\}", r"(?P<\1>\\w+)", shape)
    pattern = re.sub(r"\{(\w+)\}", lambda m: f"(?P<{m[1]}_n>{NUMBER})", pattern)

    def register(handler: H) -> H:
        here = (pattern, handler.__module__, handler.__qualname__)  # a cog that is loaded again replaces its routes
        ROUTES[:] = [each for each in ROUTES if each.where != here]
        ROUTES.append(Route(re.compile(pattern), handler, late, row))
        return handler

    return register


def resolve(custom_id: str) -> tuple[Route, dict[str, Any]] | None:
    """Return the route of a custom_id and its arguments; None if it is unknown."""
    for each in ROUTES:
        if match := each.pattern.fullmatch(custom_id):
            groups = match.groupdict().items()
            return each, {n.removesuffix("_n"): int(v) if n.endswith("_n") else v for n, v in groups}
    return None
