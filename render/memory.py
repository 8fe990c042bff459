"""Memory that drawing has left free goes back to the system: glibc keeps it otherwise, for every thread apart."""

from __future__ import annotations

import ctypes
from contextlib import suppress
from threading import Lock, Timer

REST = 5.0  # seconds after drawing began; what is drawn until then uses it again

_one = Lock()


def hand_back_later() -> None:
    """Do so after a rest, once for all that is drawn meanwhile."""
    if _one.acquire(blocking=False):
        timer = Timer(REST, _hand_back)
        timer.daemon = True
        timer.start()


def _hand_back() -> None:
    _one.release()
    with suppress(AttributeError, OSError, TypeError):  # a system without glibc
        ctypes.CDLL(None).malloc_trim(0)
