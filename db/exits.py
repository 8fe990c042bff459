"""What the program ends with: 0 in good order, else a status that tells a supervisor whether another start may help.

It stands in this room as most of what hinders a start is the database.
"""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """As far as there are such, those of ``sysexits.h``; `docs/RUNNING.md` tells what each means."""

    OK = 0
    FAILED = 1
    USAGE = 2
    BAD_DATA = 65
    NO_INPUT = 66
    NO_SERVER = 68
    PORT_IN_USE = 69
    NOT_MIGRATED = 70
    NOT_WRITABLE = 73
    DISK_FAILS = 74
    DATABASE_IN_USE = 75
    NOT_LET_IN = 77
    CONFIGURATION = 78
