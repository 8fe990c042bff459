"""Looks at what is due go on whatever fails, and are brought forward."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest

from cogs.channel.looking import Looking
from tests.waiting import LONGEST


class Looks:
    """Counts what was done, and fails as often as it is told."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.happened = asyncio.Condition()

    def of(self, name: str, *, failing: int = 0) -> Callable[[], Awaitable[None]]:
        async def look() -> None:
            async with self.happened:
                self.done.append(name)
                self.happened.notify_all()
            if self.done.count(name) <= failing:
                raise LookupError(name)

        return look

    async def until(self, count: int) -> None:
        async with asyncio.timeout(LONGEST), self.happened:
            await self.happened.wait_for(lambda: len(self.done) >= count)


@asynccontextmanager
async def going_on(looking: Looking) -> AsyncIterator[None]:
    task = asyncio.create_task(looking.go_on())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def test_failed_look_is_logged_and_retried(caplog: pytest.LogCaptureFixture) -> None:
    looks = Looks()
    async with going_on(
        Looking("it", looks.of("look", failing=2), pause=0.0, begin=looks.of("begin", failing=1), retries=(0.0,))
    ):
        await looks.until(6)
    assert looks.done[:6] == ["begin", "begin", "look", "look", "look", "look"]
    assert [record.message for record in caplog.records] == [
        "a look at it has failed: LookupError('begin')",
        *["a look at it has failed: LookupError('look')"] * 2,
    ]


async def test_who_is_woken_looks_at_once() -> None:
    looks = Looks()
    slow = Looking("it", looks.of("look"), pause=2 * LONGEST)
    async with going_on(slow):
        for count in range(1, 4):
            await looks.until(count)
            slow.wake()
        await looks.until(4)


async def test_wake_after_a_failure_looks_at_once() -> None:
    looks = Looks()
    slow = Looking(
        "it", looks.of("look", failing=3), pause=2 * LONGEST, begin=looks.of("begin", failing=1), retries=(2 * LONGEST,)
    )
    async with going_on(slow):
        for count in range(1, 6):
            await looks.until(count)
            slow.wake()
        await looks.until(6)


async def test_retries_grow_to_half_a_minute_and_a_success_resets() -> None:
    rests, failures = list[float](), 8

    class Timed(Looking):
        async def _rest(self) -> None:
            rests.append(self._seconds_until_next_look())
            await asyncio.sleep(0)

    looks = Looks()
    async with going_on(Timed("it", looks.of("look", failing=failures), pause=0.5)):
        await looks.until(failures + 3)
    assert rests[: failures + 2] == [1, 2, 4, 8, 16, 30, 30, 30, 0.5, 0.5]
