"""The statuses with which the program ends, and the errors that lead to them."""

from __future__ import annotations

from enum import IntEnum

from db import errors
from db.errors import Unusable


class Exit(IntEnum):
    """0 in good order, else a status that tells a supervisor whether another start may help; docs/OPERATIONS.md explains each.

    Where ``sysexits.h`` has a status for it, the number is the same.
    """

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


STATUSES: dict[type[Unusable], Exit] = {
    errors.TooNew: Exit.BAD_DATA,
    errors.Damaged: Exit.BAD_DATA,
    errors.Restored: Exit.BAD_DATA,
    errors.Missing: Exit.NO_INPUT,
    errors.Unreachable: Exit.NO_SERVER,
    errors.NotMigrated: Exit.NOT_MIGRATED,
    errors.NotWritable: Exit.NOT_WRITABLE,
    errors.Exists: Exit.NOT_WRITABLE,
    errors.NotEmpty: Exit.NOT_WRITABLE,
    errors.NotRestored: Exit.NOT_WRITABLE,
    errors.DiskFull: Exit.DISK_FAILS,
    errors.Unfinished: Exit.DISK_FAILS,
    errors.InUse: Exit.DATABASE_IN_USE,
    errors.Refused: Exit.NOT_LET_IN,
    errors.NotInstalled: Exit.CONFIGURATION,
    errors.TooOld: Exit.CONFIGURATION,
    errors.Misaddressed: Exit.CONFIGURATION,
}


class CannotStart(Exception):
    """The program cannot start or go on; the message is a sentence for its operator, ``code`` the exit status."""

    def __init__(self, sentence: str, code: Exit = Exit.CONFIGURATION) -> None:
        super().__init__(sentence)
        self.code = code

    @classmethod
    def by(cls, error: Unusable) -> CannotStart:
        """Return an error with the sentence of this database error, and with the exit status for its kind (`STATUSES`)."""
        return cls(str(error), STATUSES.get(type(error), Exit.FAILED))
