"""What must not be, and the sentence at the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

KINDS = ("view", "public", "private", "log", "broken")
AROUND = 30  # characters that are shown beside a difference


class Finding(NamedTuple):
    """Something that tells a secret: what somebody may see, what all are sent, what one person is answered, or the log.

    ``broken`` is a pair that could not be played to its end.
    """

    kind: str
    what: str
    where: str


class Counted(NamedTuple):
    """What was held side by side."""

    turns: int = 0
    apart: int = 0  # turns after which the secrets differed
    answers: int = 0
    messages: int = 0

    def plus(self, other: Counted) -> Counted:
        """Both together."""
        return Counted(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def difference(one: str, other: str) -> str:
    """The first place where two texts differ."""
    pairs = enumerate(zip(one, other, strict=False))
    at = next((at for at, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))
    begin = max(0, at - AROUND)
    return f"…{one[begin : at + AROUND]!r} against {other[begin : at + AROUND]!r}"


def last_line(pairs: int, counted: Counted, findings: Iterable[Finding]) -> str:
    """The whole trial in a line."""
    kinds = [finding.kind for finding in findings]
    told = ", ".join(f"{kinds.count(kind)} {kind}" for kind in KINDS)
    turns = f"{counted.turns} turns, {counted.apart} of them with other secrets"
    return f"secrets: {pairs} pairs, {turns}, {counted.messages} messages, {counted.answers} answers: {told}"
