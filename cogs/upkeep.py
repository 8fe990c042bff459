"""What whoever runs the bot does with its database by the sub-commands of ``bot.py``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from db.backup import back_up

MEGABYTE = 1e6


def carry_out(asked: argparse.Namespace, database: Path) -> int:
    """Do what a sub-command asks for; returns the exit status, raises `db.opening.Unusable`."""
    back_up(database, asked.file)
    _say(f"{asked.file} is a copy of {database}, {asked.file.stat().st_size / MEGABYTE:.1f} MB.")
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
