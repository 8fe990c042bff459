"""``bot.py copy``: to another database, such as from a file to a server."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from cogs.operations.exits import Exit
from db.copying import copy_database


def copy(source: Path | str, target: Path | str) -> int:
    """Copy all rows of one database to an empty one, and print their number; return the exit status.

    :raises db.errors.Unusable: when a database cannot be used.
    """
    rows = asyncio.run(copy_database(source, target))
    told = ", ".join(f"{count} {name}" for name, count in sorted(rows.items()))
    sys.stdout.write(f"All is there, and the same: {told or 'nothing at all'}.\n")
    return Exit.OK
