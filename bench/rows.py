"""What a benchmark finds."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A number; ``target`` is what it should be at most, or with a unit of speed at least."""

    name: str
    value: float
    unit: str
    target: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None without one."""
        if self.target is None:
            return None
        return self.value >= self.target if self.unit.endswith("/s") else self.value <= self.target


def quantile(values: list[float], share: float) -> float:
    """The value below which this share of the values lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]
