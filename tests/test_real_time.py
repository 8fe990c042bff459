"""A test that waits in real time without a mark fails."""

from __future__ import annotations

import asyncio
import time

import pytest

from tests.real_time import waited, watched_loop


def seconds_waited(seconds: float) -> list[float]:
    """Return the waits that a watched loop notes while somebody sleeps in it."""
    waited.clear()
    with asyncio.Runner(loop_factory=watched_loop) as runner:
        runner.run(asyncio.sleep(seconds))
    found = list(waited)
    waited.clear()
    return found


def test_sleep_in_a_watched_loop_is_noted() -> None:
    assert seconds_waited(0.001)
    assert seconds_waited(0) == []


async def test_thread_is_no_wait() -> None:
    assert await asyncio.to_thread(sum, [1, 2]) == 3
    assert not waited


def test_sleep_without_a_loop_fails() -> None:
    with pytest.raises(pytest.fail.Exception, match="sleeps 1 s in real time"):
        time.sleep(1)
