"""What processes take, as Linux tells it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")  # of the clock that processors' time is told by, a second
OWN = slice(11, 13)  # fields of the line behind the name that is in brackets: of users' programs, of the system
WITH_ENDED = slice(11, 15)  # the same, and those of children that have ended and were waited for


def below(pid: int) -> Iterator[int]:
    """The processes that this one has started, those which they have started, and so on."""
    with suppress(OSError):
        for task in (PROC / str(pid) / "task").iterdir():
            for child in (task / "children").read_text().split():
                yield int(child)
                yield from below(int(child))


def spent(pid: int) -> float:
    """Seconds of processors that a process has taken; 0 once it is gone."""
    return _seconds(pid, OWN)


def spent_with_ended(pid: int) -> float:
    """Seconds of processors that a process and its children that have ended took; 0 once it is gone."""
    return _seconds(pid, WITH_ENDED)


def _seconds(pid: int, fields: slice) -> float:
    with suppress(OSError):
        return sum(map(int, (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[fields])) / TICKS
    return 0.0


def spent_below(pid: int) -> float:
    """What all that it has started, and that are still there, have taken."""
    return sum(map(spent, set(below(pid))))


def busy() -> float:
    """Seconds of processors that were taken by anybody since the machine was started."""
    with suppress(OSError):
        user, nice, system, _idle, _waiting, *interrupts = map(int, (PROC / "stat").read_text().split("\n")[0].split()[1:8])
        return (user + nice + system + sum(interrupts)) / TICKS
    return 0.0
