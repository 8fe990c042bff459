"""Addresses of databases: the path of a file, or the URL of a database on a PostgreSQL server."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import urlsplit

PASSWORDS = re.compile(r"(?<=://)(?P<user>[^:/?#\s]*):\S*@|(?<=password=)[^&\s]+")


def parse_address(setting: str) -> Path | str:
    """Return the address that a setting means: a server's URL unchanged, anything else as the path of a file."""
    return setting if "://" in setting else Path(setting)


def with_known_password(address: Path | str, known: Path | str) -> Path | str:
    """Return an address with the password of a known one that names the same user of the same server.

    An address with a password stays as it is. So does any address where PGPASSWORD is set: the library reads it, as it
    reads a password file.
    """
    if isinstance(address, Path) or isinstance(known, Path) or os.environ.get("PGPASSWORD"):
        return address
    try:
        asked, own = urlsplit(address), urlsplit(known)
    except ValueError:  # no URL: opening it will say so
        return address
    (user, _, place), (own_user, _, own_place) = asked.netloc.rpartition("@"), own.netloc.rpartition("@")
    same = (user, place, asked.query) == (own_user.partition(":")[0], own_place, own.query)
    return asked._replace(netloc=own.netloc).geturl() if same else address


def without_passwords(text: str) -> str:
    """Return a text in which the passwords of addresses are replaced by ``…``."""
    return PASSWORDS.sub(lambda found: f"{found['user']}:…@" if found["user"] is not None else "…", text)
