"""Reasons why a database cannot be used.

The message of each is a sentence for people who run the program: what happened, and what to do now. The program decides
by the class which status it exits with (`cogs.operations.exits`). Errors while a database is in use are in `db.statement`.
"""

from __future__ import annotations


class Unusable(Exception):
    """The database cannot be used."""


class TooNew(Unusable):
    """A newer version of the program has written it."""


class Damaged(Unusable):
    """It is no database of ours, or not a sound one."""


class NotWritable(Unusable):
    """It is a folder, or the program may not write it."""


class DiskFull(Unusable):
    """The disk has no room, or fails."""


class InUse(Unusable):
    """Another process uses the database."""


class NotMigrated(Unusable):
    """A migration fails on its rows, or cannot be read."""


class Missing(Unusable):
    """The file of the database does not exist."""


class Exists(Unusable):
    """The file to be made exists already."""


class NotEmpty(Unusable):
    """The database to be filled has rows already."""


class Unfinished(Unusable):
    """The database is an unfinished copy: copying was interrupted."""


class NotInstalled(Unusable):
    """The library for PostgreSQL is missing."""


class Unreachable(Unusable):
    """The server does not exist, or does not answer."""


class Misaddressed(Unusable):
    """The address of the server is not valid, or its password file cannot be read."""


class Refused(Unusable):
    """The server does not accept the name and password, or has no such database."""


class TooOld(Unusable):
    """The version of the server is not supported."""


class Restored(Unusable):
    """The database was made by pg_restore and must be made fit for use first."""


class NotRestored(Unusable):
    """The database to be made fit for use is in use already, and was not made by pg_restore."""
