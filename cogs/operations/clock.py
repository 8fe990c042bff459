"""The time by which the bot lives."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

LONGEST = 10 * 366 * 86_400.0  # seconds; a file that says more holds something else


def clock() -> Callable[[], float]:
    """The time in seconds since 1970; elsewhere than on Discord as far ahead as the file PARTERRE_CLOCK says."""
    file = os.environ.get("PARTERRE_CLOCK")
    if not file or not os.environ.get("PARTERRE_API"):
        return time.time
    path = Path(file)
    return lambda: time.time() + seconds_in(path)


def seconds_in(path: Path) -> float:
    """The number of seconds in a file; 0 if there is none, or something else in it."""
    try:
        seconds = float(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0.0
    return seconds if 0 <= seconds <= LONGEST else 0.0
