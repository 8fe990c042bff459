"""What the checker finds, and the sentence at the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

KINDS = ("lost", "doubled", "missing", "stale", "unexplained")


class Finding(NamedTuple):
    """Something that must not be, and where to look for it: table, seq, message or request."""

    kind: str
    what: str
    where: str = ""


def counted(findings: Iterable[Finding]) -> dict[str, int]:
    """How many of each kind."""
    kinds = [finding.kind for finding in findings]
    return {kind: kinds.count(kind) for kind in KINDS}


def last_line(kills: int, minutes: float, turns: int, findings: Iterable[Finding]) -> str:
    """The whole trial in a line."""
    told = ", ".join(f"{count} {kind}" for kind, count in counted(findings).items())
    return f"faults: {kills} kills, {minutes:.0f} minutes, {turns} turns: {told}"
