"""How late the event loop is while something else is done."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Any

TICK = 0.005  # seconds between two looks at the clock
MILLI = 1000


async def late(work: asyncio.Future[Any]) -> list[float]:
    """By how many ms each look came too late until the work was done."""
    found = list[float]()
    while not work.done():
        began = perf_counter()
        await asyncio.sleep(TICK)
        found.append((perf_counter() - began - TICK) * MILLI)
    return found
