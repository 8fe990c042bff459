"""Return free memory to the system after drawing: glibc keeps it otherwise, for each thread."""

from __future__ import annotations

import ctypes
from contextlib import suppress
from threading import Lock, Timer

TRIM_DELAY_SECONDS = 5.0  # drawings until then use the free memory again

_timer_waits = Lock()


def trim_heap_later() -> None:
    """Trim the heap `TRIM_DELAY_SECONDS` from now; calls until then start no second timer."""
    if _timer_waits.acquire(blocking=False):
        timer = Timer(TRIM_DELAY_SECONDS, _trim_heap)
        timer.daemon = True
        timer.start()


def _trim_heap() -> None:
    _timer_waits.release()
    with suppress(AttributeError, OSError, TypeError):  # systems without glibc
        ctypes.CDLL(None).malloc_trim(0)
