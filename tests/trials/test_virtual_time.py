"""The loop whose clock jumps."""

from __future__ import annotations

import asyncio

import pytest

from trials.virtual_time import Deadlock, VirtualLoop


def test_waits_end_in_the_order_of_their_time() -> None:
    ended: list[tuple[str, float]] = []

    async def wait(name: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        ended.append((name, asyncio.get_running_loop().time()))

    async def both() -> None:
        await asyncio.gather(wait("month", 30 * 86_400), wait("hour", 3600))

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(both())
    assert ended == [("hour", 3600.0), ("month", 30 * 86_400.0)]


def test_cancelled_timer_makes_no_time_pass() -> None:
    async def work() -> float:
        async with asyncio.timeout(3600):
            await asyncio.sleep(1)
        await asyncio.sleep(1)
        return asyncio.get_running_loop().time()

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        assert runner.run(work()) == 2.0


def test_no_time_passes_while_a_thread_works() -> None:
    async def work() -> tuple[int, float]:
        return await asyncio.to_thread(sum, range(10)), asyncio.get_running_loop().time()

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        assert runner.run(work()) == (45, 0.0)


def test_wait_for_nothing_is_an_error() -> None:
    loop = VirtualLoop()
    waiting = loop.create_future()
    with pytest.raises(Deadlock):
        loop.run_until_complete(waiting)
    loop.close()
