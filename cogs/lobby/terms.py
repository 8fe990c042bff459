"""What the terms of a table are called."""

from __future__ import annotations

from discord.app_commands import Choice, locale_str

from db.rows import TableRow
from host.lobby import LAPSES

PACES = {
    "live": "live: 10 minutes a turn",
    "quick": "quick: 12 hours a turn",
    "daily": "daily: 24 hours a turn",
    "relaxed": "relaxed: 3 days a turn",
    "untimed": "untimed: as long as it takes",
}
SEATINGS = {
    "joined": "in the order of joining",
    "random": "drawn at random at the start",
}


def choices(names: dict[str, str]) -> list[Choice[str]]:
    """For the option of a command."""
    return [Choice(name=locale_str(name), value=key) for key, name in names.items()]


def options(names: dict[str, str]) -> list[tuple[str, str]]:
    """For a menu."""
    return [(name, key) for key, name in names.items()]


def terms_of(row: TableRow) -> list[str]:
    """What a table agrees on, a sentence each."""
    late = [] if row.pace == "untimed" else [f"When time is up, {LAPSES[row.lapse]}."]
    return [f"Pace {PACES[row.pace]}.", *late, f"Seats {SEATINGS[row.seating]}."]
