"""Findings of trials, and their summary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Finding(NamedTuple):
    """A fault of the bot: its kind, and the table, seq, message or request to look at."""

    kind: str
    what: str
    where: str = ""


def count_kinds(findings: Iterable[Finding], kinds: Sequence[str]) -> dict[str, int]:
    """Return the number of findings of each kind."""
    found = [finding.kind for finding in findings]
    return {kind: found.count(kind) for kind in kinds}


def summary(trial: str, done: str, findings: Iterable[Finding], kinds: Sequence[str]) -> str:
    """Return the last line of a trial: its name, its size, and the number of findings of each kind."""
    counts = ", ".join(f"{count} {kind}" for kind, count in count_kinds(findings, kinds).items())
    return f"{trial}: {done}: {counts}"
