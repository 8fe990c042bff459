"""A poller survives failures and can be woken."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest

from cogs.discord_api.poller import Poller
from trials.waiting import WAIT_SECONDS


class Polls:
    """Counts its calls, and fails the given number of times."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.happened = asyncio.Condition()

    def of(self, name: str, *, failing: int = 0) -> Callable[[], Awaitable[None]]:
        async def poll() -> None:
            async with self.happened:
                self.done.append(name)
                self.happened.notify_all()
            if self.done.count(name) <= failing:
                raise LookupError(name)

        return poll

    async def until(self, count: int) -> None:
        async with asyncio.timeout(WAIT_SECONDS), self.happened:
            await self.happened.wait_for(lambda: len(self.done) >= count)


@asynccontextmanager
async def running(poller: Poller) -> AsyncIterator[None]:
    task = asyncio.create_task(poller.run())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def test_failed_poll_is_logged_and_retried(caplog: pytest.LogCaptureFixture) -> None:
    polls = Polls()
    async with running(
        Poller("it", polls.of("poll", failing=2), pause=0.0, prepare=polls.of("prepare", failing=1), retries=(0.0,))
    ):
        await polls.until(6)
    assert polls.done[:6] == ["prepare", "prepare", "poll", "poll", "poll", "poll"]
    assert [record.message for record in caplog.records] == [
        "polling it failed: LookupError('prepare')",
        *["polling it failed: LookupError('poll')"] * 2,
    ]


async def test_wake_polls_at_once() -> None:
    polls = Polls()
    slow = Poller("it", polls.of("poll"), pause=2 * WAIT_SECONDS)
    async with running(slow):
        for count in range(1, 4):
            await polls.until(count)
            slow.wake()
        await polls.until(4)


async def test_wake_after_a_failure_polls_at_once() -> None:
    polls = Polls()
    slow = Poller(
        "it",
        polls.of("poll", failing=3),
        pause=2 * WAIT_SECONDS,
        prepare=polls.of("prepare", failing=1),
        retries=(2 * WAIT_SECONDS,),
    )
    async with running(slow):
        for count in range(1, 6):
            await polls.until(count)
            slow.wake()
        await polls.until(6)


async def test_retries_grow_to_half_a_minute_and_a_success_resets() -> None:
    rests, failures = list[float](), 8

    class Timed(Poller):
        async def _wait(self) -> None:
            rests.append(self._seconds_until_next_poll())
            await asyncio.sleep(0)

    polls = Polls()
    async with running(Timed("it", polls.of("poll", failing=failures), pause=0.5)):
        await polls.until(failures + 3)
    assert rests[: failures + 2] == [1, 2, 4, 8, 16, 30, 30, 30, 0.5, 0.5]
