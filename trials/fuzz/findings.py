"""What must not be, and the sentence at the end."""

from __future__ import annotations

from collections.abc import Iterable

from trials.faults.findings import Finding

UNPLANNED, WITHOUT_RIGHT, TOLD, MARKUP = KINDS = (
    "unplanned",
    "changes without right",
    "hidden things told",
    "pings or links by names",
)


def counted(findings: Iterable[Finding]) -> dict[str, int]:
    """How many of each kind."""
    kinds = [finding.kind for finding in findings]
    return {kind: kinds.count(kind) for kind in KINDS}


def last_line(inputs: int, tables: int, findings: Iterable[Finding]) -> str:
    """The whole trial in a line."""
    told = ", ".join(f"{count} {kind}" for kind, count in counted(findings).items())
    return f"fuzz: {inputs} inputs, {tables} tables: {told}"
