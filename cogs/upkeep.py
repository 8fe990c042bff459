"""What whoever runs the bot does with its database by the sub-commands of ``bot.py``."""

from __future__ import annotations

import argparse
import sys
from math import ceil
from pathlib import Path

from db.backup import back_up
from db.migrating import foreseen
from db.opening import Unusable

MEGABYTE = 1e6


def carry_out(asked: argparse.Namespace, database: Path) -> int:
    """Do what a sub-command asks for; returns the exit status, raises `db.opening.Unusable`."""
    back_up(database, asked.file)
    _say(f"{asked.file} is a copy of {database}, {asked.file.stat().st_size / MEGABYTE:.1f} MB.")
    return 0


def next_start(database: Path) -> tuple[str, list[str]]:
    """What the next start will do to the database, in plain words; or what will stand in its way."""
    if not database.exists():
        return f"{database} will be made at the first start.", []
    try:
        update = foreseen(database)
    except Unusable as error:
        return "", [str(error)]
    if update is None:
        return f"{database} is up to date.", []
    names, size = ", ".join(update.migrations), f"{update.rows} rows, {update.size / MEGABYTE:.1f} MB"
    how = "tried on a copy" if update.tried else "by its size, as there is no room to try it"
    kept = "there is no room to keep it" if update.copy is None else f"it is kept as {update.copy.name}"
    time = f"This takes about {max(1, ceil(update.seconds))} s ({how}). First {kept} as it is now."
    return f"{database} will be brought up to date at the next start: {names} ({size}). {time}", []


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
