"""Jobs on their way to a database: each is finished, even if its caller is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from db.database import Row

Rows = list[list[Row]]


class RunningJobs:
    """Keep the jobs that are being carried out."""

    def __init__(self) -> None:
        self._tasks = set[asyncio.Task[Rows]]()

    async def finish(self, job: Coroutine[Any, Any, Rows]) -> Rows:
        """Carry out a job and return its rows.

        A cancelled caller waits until the job is over, so that its next query sees the result.
        """
        task = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait({task})
            if not task.cancelled():
                task.exception()  # else asyncio logs that nobody retrieved it
            raise

    async def wait(self) -> None:
        """Wait until all jobs are over."""
        if self._tasks:
            await asyncio.wait(self._tasks)
