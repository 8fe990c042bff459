"""How long tests wait: until something happens, and long enough for any machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

PATIENCE = 10.0  # how many times as long as Discord a sandbox waits for answers
LONGEST = 100.0  # seconds for anything to happen
LOOK_AGAIN = 0.02  # seconds


async def until(happened: Callable[[], bool]) -> None:
    """Wait for what tells nobody that it has happened: of other programs, and of files."""
    loop = asyncio.get_running_loop()
    end = loop.time() + LONGEST
    while not happened():
        assert loop.time() < end, "it never came to that"
        await asyncio.sleep(LOOK_AGAIN)
