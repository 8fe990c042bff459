"""Where the games are: a file, or a database on a PostgreSQL server."""

from __future__ import annotations

from pathlib import Path

SERVERS = ("postgresql://", "postgres://")


def address_in(setting: str) -> Path | str:
    """What a setting means: a file as its path, a server's database as it was written."""
    return setting if setting.startswith(SERVERS) else Path(setting)
