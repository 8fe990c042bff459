"""Read hours and days as people type them: ``22h30-7h``, ``10 pm to 7 am``, ``15.07.2027 - 20.07.2027``."""

from __future__ import annotations

import re
from datetime import date
from unicodedata import normalize

NONE = ("off", "none", "-")

_HOUR = r"\d{1,2}(?:\s?[:.h]\s?\d{2})?(?:\s?(?:h|uhr|[ap]\.?m\.?))?|\d{4}"
_DAY = r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.\s?\d{1,2}\.\s?\d{4}|\d{1,2}/\d{1,2}/\d{4}"
_FROM = r"(?:(?:from|de|du|von|vom|ab)\s+)?"
_TO = r"(?:\s*[-–—−/]\s*|\s+(?:to|till|until|à|a|au|jusqu['’]?\s?(?:à|au)|bis(?:\s+zum)?)\s+|\s+)"
_HOURS, _DAYS = (re.compile(f"{_FROM}({value})(?:{_TO}({value}))?") for value in (_HOUR, _DAY))
_DAY_MINUTES = 24 * 60


def is_none(typed: str) -> bool:
    """Return whether the text asks for no quiet hours, or no days away."""
    return typed.strip().lower() in NONE


def read_hours(typed: str) -> tuple[int, int] | None:
    """Return two times of day in minutes after midnight; None for other text."""
    found = _HOURS.fullmatch(_plain(typed))
    if found is None or found[2] is None:
        return None
    start, end = map(_minute, found.groups())
    return None if start is None or end is None else (start, end)


def read_days(typed: str) -> tuple[date, date] | None:
    """Return the first and the last day of typed text; for a single day, that day twice.

    Return None for other text, and for ambiguous days.
    """
    found = _DAYS.fullmatch(_plain(typed))
    if found is None:
        return None
    first, last = _date(found[1]), _date(found[2] or found[1])
    return None if first is None or last is None else (first, last)


def _plain(typed: str) -> str:
    return normalize("NFKC", typed).casefold().strip()


def _minute(typed: str) -> int | None:
    hour, minute = (int(number) for number in [*re.findall(r"\d{1,2}", typed), "0"][:2])
    if half := re.search(r"[ap](?=\.?m)", typed):
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half[0] == "p" else 0)
    minutes = hour * 60 + minute
    return minutes % _DAY_MINUTES if minute < 60 and minutes <= _DAY_MINUTES else None


def _date(typed: str) -> date | None:
    numbers = [int(number) for number in re.findall(r"\d+", typed)]
    if "-" in typed:
        return _day(*numbers)
    day, month, year = numbers
    if "/" not in typed:
        return _day(year, month, day)
    readings = {found for found in (_day(year, month, day), _day(year, day, month)) if found}
    return readings.pop() if len(readings) == 1 else None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
