"""Pictures are drawn off the event loop, and kept for whoever looks at the same one."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import ParamSpec

from cogs.operations.metrics import PICTURE
from host.workers import Workers
from render.cache import pictures

THREADS = 2  # where no processes draw: each holds what it draws many times over, and the memory of all that it drew
LONGEST = 30.0  # seconds for a picture, the begin of its process included
P = ParamSpec("P")


class Drawing:
    """Pictures that somebody waits for: processes of their own draw them, as soon as all else is done; with 0, threads."""

    def __init__(self, count: int = 0) -> None:
        self.workers = Workers(count, threads=THREADS, niceness=0, longest=LONGEST)

    @property
    def processes(self) -> int:
        return self.workers.count

    def close(self) -> None:
        """What is not finished never will be."""
        self.workers.close()

    async def draw(self, function: Callable[P, bytes], *values: P.args, **named: P.kwargs) -> bytes:
        """The file that a function of `render` makes of these values, drawn or found in memory; raises as `Workers.run`."""
        with PICTURE.time():
            began, key = perf_counter(), (function, values, *named.items())
            found: bytes | None = pictures.get(key)
            if found is None:
                found = await self.workers.run(function, *values, **named)
                pictures.put(key, found, perf_counter() - began)
            return found
