"""The resources of the machine, container or service that the program runs in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

GROUPS = Path("/sys/fs/cgroup")  # of Linux; a process may use what its group and all groups around it may
OWN_GROUP = Path("/proc/self/cgroup")
UNIFIED = "0::/"


def memory() -> int:
    """Return the number of bytes of memory that the program may use; 0 if unknown."""
    return min(_limits(), default=0)


def _limits() -> Iterator[int]:
    with suppress(AttributeError, OSError, ValueError):  # no such machine
        yield os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    for group in _groups():
        with suppress(OSError, ValueError):  # none is set: “max”
            yield int((GROUPS / group / "memory.max").read_text())


def _groups() -> Iterator[PurePosixPath]:
    """Yield this process's control group, and all groups around it."""
    with suppress(OSError):
        for line in OWN_GROUP.read_text().splitlines():
            if line.startswith(UNIFIED):
                own = PurePosixPath(line.removeprefix(UNIFIED))
                yield from (own, *own.parents)
