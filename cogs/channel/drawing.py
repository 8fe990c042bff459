"""Pictures are drawn off the event loop, and kept for whoever looks at the same one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from functools import partial
from time import perf_counter
from typing import ParamSpec

from cogs.operations.metrics import PICTURE
from host.workers import Prepare, Workers
from render.cache import pictures
from render.sketch import Sketch

THREADS = 2  # where no processes draw: each holds what it draws many times over, and the memory of all that it drew
LONGEST = 30.0  # seconds for a picture, the begin of its process included
P = ParamSpec("P")
Run = Callable[[Callable[[], bytes]], Awaitable[bytes]]


def _game(work: Callable[[], object]) -> Hashable:
    """The game that is drawn: its pictures consist of the same pieces."""
    shown = [getattr(value, "sketch", value) for value in work.args] if isinstance(work, partial) else []
    return next((value.game for value in shown if isinstance(value, Sketch)), None)


class Drawing:
    """Pictures: ``count`` processes draw them that do nothing else; with 0, threads of the bot."""

    def __init__(self, count: int = 0, prepare: Prepare | None = None) -> None:
        self.workers = Workers(count, threads=THREADS, niceness=0, longest=LONGEST, kind=_game, prepare=prepare)

    @property
    def processes(self) -> int:
        return self.workers.count

    def close(self) -> None:
        """What is not finished never will be."""
        self.workers.close()

    async def draw(self, function: Callable[P, bytes], *values: P.args, **named: P.kwargs) -> bytes:
        """The file that a function of `render` makes of these values, drawn or found in memory; raises as `Workers.run`."""
        return await self._found((function, values, *named.items()), partial(function, *values, **named), self.workers.run)

    async def draw_later(self, function: Callable[P, bytes], *values: P.args, **named: P.kwargs) -> bytes:
        """As `draw`, when all is drawn that people wait for who have clicked."""
        return await self._found((function, values, *named.items()), partial(function, *values, **named), self.workers.run_later)

    async def _found(self, key: Hashable, work: Callable[[], bytes], run: Run) -> bytes:
        with PICTURE.time():
            began = perf_counter()
            found: bytes | None = pictures.get(key)
            if found is None:
                found = await run(work)
                pictures.put(key, found, perf_counter() - began)
            return found
