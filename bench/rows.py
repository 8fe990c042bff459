"""The figures of a bench, each with its target."""

from __future__ import annotations

import sys
from typing import NamedTuple

SIGNS = {True: "met", False: "missed", None: ""}
WIDE = 60  # characters of a name; a longer one moves the rest of its line


class NotMeasured(RuntimeError):
    """A figure that this machine cannot measure; the text says why."""

    def tell(self) -> None:
        """Print the reason on stderr, so that stdout has only the figures."""
        print(f"NOT MEASURED: {self}.", file=sys.stderr)


class Row(NamedTuple):
    """A figure; ``target`` is an upper limit, or a lower one for a unit of speed or of games won."""

    name: str
    value: float
    unit: str
    target: float | None = None

    @property
    def met(self) -> bool | None:
        """Return whether the target is met; None without one."""
        if self.target is None:
            return None
        return self.value >= self.target if self.unit.endswith(("/s", "won")) else self.value <= self.target

    @property
    def line(self) -> str:
        """Return the row as it is printed."""
        target = "" if self.target is None else f"target {self.target:,g}: {SIGNS[self.met]}"
        return f"{self.name:{WIDE}}  {self.value:>10,.2f} {self.unit:10} {target}".rstrip()


def quantile(values: list[float], share: float) -> float:
    """Return the quantile of the values: ``share`` (0 to 1) of them are below it."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]
