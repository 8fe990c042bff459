"""Draw pictures off the event loop, and cache them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from functools import partial
from time import perf_counter
from typing import ParamSpec

from cogs.operations.metrics import PICTURE
from host.workers import Prepare, Workers
from render.cache import pictures
from render.sketch import Sketch

DRAWING_THREADS = 2  # without processes; each keeps several copies of its picture and all memory it ever used
PICTURE_SECONDS = 30.0  # for one picture, with the start of its process
P = ParamSpec("P")
Run = Callable[[Callable[[], bytes]], Awaitable[bytes]]


def _game(work: Callable[[], object]) -> Hashable:
    """Return the game of a picture; one process draws pictures of one game, which share their sprites."""
    shown = [getattr(value, "sketch", value) for value in work.args] if isinstance(work, partial) else []
    return next((value.game for value in shown if isinstance(value, Sketch)), None)


class Drawing:
    """Draw pictures in worker processes, and keep them in `render.cache.pictures`.

    :param count: number of processes that only draw; with 0, threads of the bot draw.
    :param prepare: runs first in each process.
    """

    def __init__(self, count: int = 0, prepare: Prepare | None = None) -> None:
        self.workers = Workers(count, threads=DRAWING_THREADS, niceness=0, longest=PICTURE_SECONDS, kind=_game, prepare=prepare)

    @property
    def processes(self) -> int:
        return self.workers.count

    def close(self) -> None:
        """Stop the workers; unfinished pictures are lost."""
        self.workers.close()

    async def draw(self, function: Callable[P, bytes], *values: P.args, **named: P.kwargs) -> bytes:
        """Return the image file that a function of `render` makes of these values, drawn or cached.

        :raises Exception: as `host.workers.Workers.run` does.
        """
        return await self._cached((function, values, *named.items()), partial(function, *values, **named), self.workers.run)

    async def draw_later(self, function: Callable[P, bytes], *values: P.args, **named: P.kwargs) -> bytes:
        """Draw like `draw`, but after all pictures that people wait for."""
        return await self._cached((function, values, *named.items()), partial(function, *values, **named), self.workers.run_later)

    async def _cached(self, key: Hashable, work: Callable[[], bytes], run: Run) -> bytes:
        with PICTURE.time():
            began = perf_counter()
            found: bytes | None = pictures.get(key)
            if found is None:
                found = await run(work)
                pictures.put(key, found, perf_counter() - began)
            return found
