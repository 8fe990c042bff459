"""When thinking is cut short."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, thread_time

WAITED = 10  # times as long as it may take, where others have the processor


def time_over(seconds: float) -> Callable[[], bool]:
    """Has this thread, since now, had a processor for so many ``seconds``, or waited much longer for one?"""
    ends, latest = thread_time() + seconds, monotonic() + WAITED * seconds
    return lambda: thread_time() >= ends or monotonic() >= latest
