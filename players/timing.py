"""The time limit of thinking."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, thread_time

WALL_TIME_FACTOR = 10  # how much longer than its processor time a thread may take while others have the processor


def deadline_after(seconds: float) -> Callable[[], bool]:
    """Return a function that says whether the time is over.

    The time is over once this thread has used ``seconds`` of processor time, or `WALL_TIME_FACTOR` times as many have passed.
    """
    ends, latest = thread_time() + seconds, monotonic() + WALL_TIME_FACTOR * seconds
    return lambda: thread_time() >= ends or monotonic() >= latest
