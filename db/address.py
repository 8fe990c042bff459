"""Where the games are: a file, or a database on a PostgreSQL server."""

from __future__ import annotations

from pathlib import Path


def address_in(setting: str) -> Path | str:
    """What a setting means: a file as its path, a server's database as it was written."""
    return setting if "://" in setting else Path(setting)
