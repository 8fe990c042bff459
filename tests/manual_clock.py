"""A clock that tests move by hand."""

from __future__ import annotations


class ManualClock:
    """Return the seconds since 1970 that a test sets: pass it to `Tables` as ``now``."""

    def __init__(self, at: float = 1_900_000_000.0) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at

    def forward(self, seconds: float) -> None:
        self.at += seconds
