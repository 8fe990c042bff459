"""A driver of PostgreSQL that counts its jobs and the attempts at them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Self

from db.database import Rows
from db.errors import InUse
from db.postgres.driver import PostgresDatabase
from db.statement import Statement

JOIN_PAUSE_SECONDS = 0.1


class Counting(PostgresDatabase):
    """Count jobs, and ``attempts`` to carry one out: more than jobs if the server rolled some back."""

    jobs = 0
    attempts = 0

    @classmethod
    async def join(cls, address: str) -> Self:
        """Share a database; wait while the process that opens it first has it alone."""
        while True:
            with suppress(InUse):
                return await cls.share(address)
            await asyncio.sleep(JOIN_PAUSE_SECONDS)

    async def run(self, job: Sequence[Statement]) -> Rows:
        self.jobs += 1
        return await super().run(job)

    async def _run_once(self, job: Sequence[Statement]) -> Rows:
        self.attempts += 1
        return await super()._run_once(job)
