"""Where the games are: a file, or a database on a PostgreSQL server."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import urlsplit

PASSWORDS = re.compile(r"(?<=://)(?P<user>[^:/?#\s]*):\S*@|(?<=password=)[^&\s]+")


def address_in(setting: str) -> Path | str:
    """What a setting means: a file as its path, a server's database as it was written."""
    return setting if "://" in setting else Path(setting)


def with_known_password(address: Path | str, known: Path | str) -> Path | str:
    """Return an address with the password of a known one that names the same user of the same server.

    An address with a password stays as it is. So does any where PGPASSWORD is set, which the library takes, as it takes
    a password file.
    """
    if isinstance(address, Path) or isinstance(known, Path) or os.environ.get("PGPASSWORD"):
        return address
    try:
        asked, own = urlsplit(address), urlsplit(known)
    except ValueError:  # no address, as is told where it is used
        return address
    (user, _, place), (own_user, _, own_place) = asked.netloc.rpartition("@"), own.netloc.rpartition("@")
    same = (user, place, asked.query) == (own_user.partition(":")[0], own_place, own.query)
    return asked._replace(netloc=own.netloc).geturl() if same else address


def without_passwords(text: str) -> str:
    """Return a text in which no address shows its password."""
    return PASSWORDS.sub(lambda found: f"{found['user']}:…@" if found["user"] is not None else "…", text)
