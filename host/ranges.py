"""Ranges: the parts into which processes divide the shards, and with them the servers."""

from __future__ import annotations

import re
from typing import NamedTuple

LABEL = re.compile(r" (\d+)/(\d+) of (\d+)", re.ASCII)


class ShardRange(NamedTuple):
    """Range ``number``, from 0, of ``ranges`` into which ``shards`` are divided; by default the only one."""

    number: int = 0
    ranges: int = 1
    shards: int = 1

    @property
    def own(self) -> range:
        """Return the shards of this range: those from k/N of all on, and below (k + 1)/N, for range k of N."""
        first, end = (-(-number * self.shards // self.ranges) for number in (self.number, self.number + 1))
        return range(first, end)

    @property
    def label(self) -> str:
        """Return what tells this range from others in names of facts; nothing for the only one."""
        return "" if self.ranges == 1 else f" {self.number}/{self.ranges} of {self.shards}"

    @property
    def others(self) -> list[ShardRange]:
        """Return the other ranges of the same shards."""
        return [self._replace(number=number) for number in range(self.ranges) if number != self.number]

    def has(self, server: int) -> bool:
        """Return whether a server belongs to a shard of this range."""
        return (server >> 22) % self.shards in self.own


def range_of_label(label: str) -> ShardRange | None:
    """Return the range with this label; None if it is none."""
    if not label:
        return ShardRange()
    found = LABEL.fullmatch(label)
    return ShardRange(*map(int, found.groups())) if found else None
