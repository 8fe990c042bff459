"""Time zones: places of the IANA database such as ``Europe/Zurich``, and distances from UTC such as ``UTC+05:30``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, timedelta, timezone, tzinfo
from functools import cache, lru_cache
from pkgutil import get_data
from unicodedata import combining, normalize
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

AHEAD_LIMIT_MINUTES, BEHIND_LIMIT_MINUTES = 14 * 60, 12 * 60  # from UTC
NOWHERE = ("localtime", "posixrules", "Factory")  # the machine's own zone, or none
TURNED = re.compile(r"Etc/.*|GMT[+-]?0")  # their signs are reversed, or they are names of UTC
PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "’": " ", "'": " ", "_": " ", "-": " ", "/": " ", ".": " "}
)

_DISTANCE = re.compile(r"(?:utc|gmt|z)?\s*([+\-−–])\s*(\d{1,2})(?:[:.h]?([0-5]\d))?h?")
_KEPT = re.compile(r"UTC([+-])(\d\d):(\d\d)")


def zone_of(name: str) -> tzinfo:
    """Return the zone with this name, UTC where this machine does not know it."""
    return _find(name) or UTC


def is_known(name: str) -> bool:
    """Return whether this machine knows a zone."""
    return _find(name) is not None


@lru_cache(maxsize=1024)
def _find(name: str) -> tzinfo | None:
    if distance := _KEPT.fullmatch(name):
        sign, hours, minutes = distance.groups()
        return timezone(timedelta(hours=int(hours), minutes=int(minutes)) * (-1 if sign == "-" else 1), name)
    try:
        return None if name in NOWHERE else ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def read_distance(typed: str) -> str | None:
    """Return the zone for a distance from UTC such as ``gmt+2`` or ``UTC+5:30``, None for other text."""
    text = normalize("NFKC", typed).casefold().strip()
    if text in ("utc", "gmt", "z"):
        return "UTC"
    found = _DISTANCE.fullmatch(text)
    if found is None:
        return None
    minutes = int(found[2]) * 60 + int(found[3] or 0)
    ahead = found[1] == "+"
    if minutes > (AHEAD_LIMIT_MINUTES if ahead else BEHIND_LIMIT_MINUTES):
        return None
    return f"UTC{'+' if ahead else '-'}{minutes // 60:02}:{minutes % 60:02}" if minutes else "UTC"


def fold(text: str) -> str:
    """Return the text without accents, capitals and signs: ``sao paulo`` finds São Paulo."""
    small = normalize("NFKD", text.casefold()).translate(PLAIN)
    return " ".join("".join(sign for sign in small if not combining(sign)).split())


@cache
def zones() -> dict[str, str]:
    """Return the names of all zones on offer, by their lower-case form; reads a file the first time."""
    names = sorted(line.split("\t")[2] for line in _lines("zoneinfo/zone.tab") if line and not line.startswith("#"))
    return {name.lower(): name for name in ("UTC", *names)}


@cache
def places() -> Mapping[str, tuple[str, ...]]:
    """Return the zones by the texts that mean them (`fold`): whole names, and cities; reads files the first time.

    Earlier names, such as Asia/Calcutta, are understood unless another zone has that name.
    """
    found = defaultdict[str, set[str]](set)
    for name in zones().values():
        for typed in _typed_for(name):
            found[typed].add(name)
    for name in _lines("zones"):
        if name not in NOWHERE and not TURNED.fullmatch(name):
            for typed in _typed_for(name):
                found.setdefault(typed, {name})
    return {typed: tuple(sorted(names)) for typed, names in found.items()}


def load_zones() -> None:
    """Read the files of all zones into the cache, so that nobody waits for them later."""
    places()
    for name in _lines("zones"):
        zone_of(name)


def _lines(file: str) -> list[str]:
    return (get_data("tzdata", file) or b"").decode().splitlines()


def _typed_for(name: str) -> set[str]:
    return {fold(name), fold(name.rpartition("/")[2]), fold(name.partition("/")[2] or name)}
