"""The sampling profiler leaves the profiled program alone."""

from __future__ import annotations

import gc
import io
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.live.sampled import Sampler


@pytest.fixture
def unraisable(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect errors that nobody could catch."""
    found: list[str] = []

    def note(ignored: sys.UnraisableHookArgs) -> None:
        found.append(repr(ignored.exc_value))

    gc.collect()
    monkeypatch.setattr(sys, "unraisablehook", note)
    return found


@pytest.fixture
def sampler(tmp_path: Path) -> Iterator[Sampler]:
    former = signal.getsignal(signal.SIGPROF)
    sampler = Sampler(tmp_path, tmp_path / "notes")
    yield sampler
    sampler.close()
    signal.signal(signal.SIGPROF, former)


def test_sample_keeps_nothing_of_other_threads(sampler: Sampler, unraisable: list[str]) -> None:
    """A message to a worker is a view of a buffer, which complains when both are garbage at the same time."""
    held, looked = threading.Event(), threading.Lock()

    def send() -> None:
        message = io.BytesIO(b"a picture to draw").getbuffer()
        held.set()
        looked.acquire()
        assert message

    looked.acquire()
    thread = threading.Thread(target=send)
    thread.start()
    held.wait()
    sampler.look(signal.SIGPROF, None)
    looked.release()
    thread.join()
    gc.collect()
    assert unraisable == []
