"""Counts of function calls: a bound for work that holds on any machine."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any


class Calls:
    """Count how often our functions are called."""

    def __init__(self) -> None:
        self._seen = Counter[CodeType]()

    def of(self, function: Callable[..., Any]) -> int:
        """Return how often this one was; a generator counts each time it goes on."""
        return self._seen[function.__code__]

    def note(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            self._seen[frame.f_code] += 1


@contextmanager
def count_calls() -> Generator[Calls]:
    """Count the calls in this thread within the block, those of its event loop included."""
    calls, before = Calls(), sys.getprofile()
    sys.setprofile(calls.note)
    try:
        yield calls
    finally:
        sys.setprofile(before)
