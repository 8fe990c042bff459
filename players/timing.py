"""The time limit of thinking."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, thread_time

WAITED = 10  # times as long as it may take, where others have the processor


def time_over(seconds: float) -> Callable[[], bool]:
    """Return a function that tells whether this thread has since used ``seconds`` of a processor, or waited ten times as long."""
    ends, latest = thread_time() + seconds, monotonic() + WAITED * seconds
    return lambda: thread_time() >= ends or monotonic() >= latest
