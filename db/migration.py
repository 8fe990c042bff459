"""Migrations as both engines have them: numbered SQL files of a folder, and the update that they make."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from db.errors import NotMigrated

FOLDER = Path(__file__).parent / "migrations"
BYTES_PER_SECOND = 5e6  # a cautious guess for an update that was not tried


OLDEST = re.compile(r"^-- oldest program: (\d+)$", re.MULTILINE)


class Script(NamedTuple):
    """A migration: its number, the name of its file without ``.sql``, and its SQL."""

    number: int
    stem: str
    sql: str

    @property
    def oldest(self) -> int:
        """Return the oldest program that can use the schema after it, by the number of the newest migration that it knows.

        A line of the SQL may say so (``-- oldest program: 31``); else only programs that know this migration can.
        """
        found = OLDEST.search(self.sql)
        return int(found[1]) if found else self.number


class Update(NamedTuple):
    """The update that the next start makes before anything else; without migrations, the database is made then.

    ``rows`` and ``size`` (bytes) are those of the whole database. ``seconds`` is how long it takes: measured if ``tried``, else
    estimated by the size. ``copy`` is the file that will keep the database as it was, None if there will be none.
    """

    migrations: tuple[str, ...] = ()
    rows: int = 0
    size: int = 0
    seconds: float = 0.0
    tried: bool = False
    copy: Path | None = None


def read_migrations(folder: Path) -> list[Script]:
    """Return all migrations of a folder, oldest first.

    :raises NotMigrated: when there are none or one cannot be read. Without them any database would seem up to date.
    """
    try:
        files = sorted(file for file in folder.iterdir() if file.name[:4].isdecimal() and file.suffix == ".sql")
        found = [Script(int(file.name[:4]), file.stem, file.read_text(encoding="utf-8")) for file in files]
        hindrance = "" if found else "there are none"
    except OSError as error:
        found, hindrance = [], error.strerror or str(error)
    if hindrance:
        raise NotMigrated(
            f"The migrations of Parterre in {folder} cannot be read ({hindrance}). No database is opened without them. "
            "Give the program the right to read its own folder, or install it again."
        )
    return found
