"""Read the processor time of processes from Linux."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")  # a second, in which Linux counts processor time
OWN = slice(11, 13)  # fields behind the name in brackets: user time, system time
WITH_ENDED = slice(11, 15)  # and those of children that ended and were waited for


def below(pid: int) -> Iterator[int]:
    """Yield the ids of all descendants of a process."""
    with suppress(OSError):
        for task in (PROC / str(pid) / "task").iterdir():
            for child in (task / "children").read_text().split():
                yield int(child)
                yield from below(int(child))


def spent(pid: int) -> float:
    """Return the seconds of processor time of a process; 0 once it is gone."""
    return _seconds(pid, OWN)


def spent_with_ended(pid: int) -> float:
    """Return the seconds of processor time of a process and its ended children; 0 once it is gone."""
    return _seconds(pid, WITH_ENDED)


def _seconds(pid: int, fields: slice) -> float:
    with suppress(OSError):
        return sum(map(int, (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[fields])) / TICKS
    return 0.0


def spent_below(pid: int) -> float:
    """Return the seconds of processor time of all running descendants."""
    return sum(map(spent, set(below(pid))))


def busy() -> float:
    """Return the seconds of processor time of the whole machine since its start."""
    with suppress(OSError):
        user, nice, system, _idle, _waiting, *interrupts = map(int, (PROC / "stat").read_text().split("\n")[0].split()[1:8])
        return (user + nice + system + sum(interrupts)) / TICKS
    return 0.0
