"""Let tests fail that wait in real time, unless they are marked ``process`` or ``browser``: they would depend on the machine."""

from __future__ import annotations

import asyncio
import selectors
import sys
import time
from collections.abc import Iterator

import pytest

from tests.server import ON_SERVER

MARKS = ("process", "browser", "trial")  # of tests that may wait
LET_PASS = 0.3  # seconds in all: on a busy machine a timer of the bot may end while a test waits for a thread
waited: list[float] = []  # seconds, of each wait of a watched loop that a timer has ended


class WatchedSelector(selectors.DefaultSelector):
    """Note each wait that a timer has ended: somebody slept, or polls."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(timeout)
        if not ready and timeout:
            waited.append(timeout)
        return ready


def watched_loop() -> asyncio.AbstractEventLoop:
    """Return an event loop in real time that notes its waits."""
    return asyncio.SelectorEventLoop(WatchedSelector())


def may_wait(item: pytest.Item) -> bool:
    """Return whether this test may wait in real time; for a database server it may, which is another program."""
    return ON_SERVER or "server" in getattr(item, "fixturenames", ()) or any(item.get_closest_marker(mark) for mark in MARKS)


@pytest.fixture(autouse=True)
def waits_for_nothing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a test fail that waits in real time without a mark.

    Waiting for a thread, a program or a socket is no such wait: it ends as soon as they are done.
    """
    waited.clear()
    if may_wait(request.node):
        yield
        return
    sleep = time.sleep

    def refuse(seconds: float) -> None:
        if sys._getframe(1).f_globals["__name__"] != "subprocess":  # which waits for another program
            pytest.fail(f"it sleeps {seconds} s in real time")
        sleep(seconds)

    monkeypatch.setattr(time, "sleep", refuse)
    yield
    assert sum(waited) <= LET_PASS, f"it waited {len(waited)} times in real time, {sum(waited):.3f} s in all"
