"""Wait until something happens, and long enough for any machine."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from inspect import isawaitable
from typing import TypeVar, cast

from sandbox.changes import ChangeSignal

SANDBOX_TIMEOUT_FACTOR = 10.0  # times as long as Discord the sandbox waits for answers
WAIT_SECONDS = 100.0  # for anything to happen
POLL_SECONDS = 0.02  # between two looks

T = TypeVar("T")


def no_explanation() -> str:
    """Return the error of a wait that its test does not explain."""
    return "it never came to that"


async def wait_until(
    look: Callable[[], T | Awaitable[T]],
    *,
    changes: ChangeSignal | None = None,
    every: float = POLL_SECONDS,
    explain: Callable[[], str] = no_explanation,
) -> T:
    """Poll until `look` returns something true; return it.

    :param changes: of a sandbox; each change of its world is followed by a look.
    :param every: seconds between two looks, as other programs, files and databases do not tell when they change.
    :param explain: returns what the error says.
    :raises AssertionError: after `WAIT_SECONDS` seconds.
    """
    clock = asyncio.get_running_loop().time
    end = clock() + WAIT_SECONDS
    while True:
        count = changes.count if changes else 0
        found = look()
        if isawaitable(found):
            found = await found
        if found:
            return cast(T, found)
        assert clock() < end, explain()
        if changes is None:
            await asyncio.sleep(every)
        else:
            await changes.wait_until(lambda known=count: changes.count != known, every)
