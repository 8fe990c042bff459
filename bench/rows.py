"""What a benchmark finds."""

from __future__ import annotations

from typing import NamedTuple

SIGNS = {True: "met", False: "missed", None: ""}


class Row(NamedTuple):
    """A number; ``target`` is what it should be at most, or with a unit of speed or of games won at least."""

    name: str
    value: float
    unit: str
    target: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None without one."""
        if self.target is None:
            return None
        return self.value >= self.target if self.unit.endswith(("/s", "won")) else self.value <= self.target


def quantile(values: list[float], share: float) -> float:
    """The value below which this share of the values lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def table(rows: list[Row]) -> str:
    """Rows in columns."""
    wide = max((len(row.name) for row in rows), default=0)
    return "\n".join(f"{row.name:{wide}}  {row.value:>10,.2f} {row.unit:10} {_target(row)}".rstrip() for row in rows)


def _target(row: Row) -> str:
    return "" if row.target is None else f"target {row.target:,g}: {SIGNS[row.met]}"
