"""What a person has chosen for all their tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from db.statement import Stale
from db.store import Store
from host.codec import decode, encode
from host.deadlines import Rest
from host.mentions import command
from host.refusal import Refused
from rules.text import Text, say, say_n

LONGEST_QUIET = 14 * 60  # minutes
MOST_AWAY = 60  # days at once
MOST_TRIPS = 10
TIME = re.compile(r"(\d{1,2})(?::(\d{0,2}))?")  # of day
FARTHEST = 2 * 366  # days until the last one
TOO_LONG = say_n(
    "At most {count} day away at once. For a longer time, {replace} is better.",
    "At most {count} days away at once. For a longer time, {replace} is better.",
    MOST_AWAY,
    replace=command("replace"),
)
NONE = ("off", "none", "-")  # typed for no quiet hours, no days away


@dataclass(frozen=True, slots=True)
class Person:
    """``direct``: reminders as direct messages, with ``digest`` one a day; ``next_up``: be told when one is next.

    ``swift``: moves count at once. A ``language`` that is chosen counts, else that of their Discord, whose ``locale`` was this
    last.
    """

    rest: Rest = field(default_factory=Rest)
    direct: bool = False
    next_up: bool = False
    swift: bool = False
    digest: bool = False
    language: str = ""
    locale: str = "en-US"


async def person_of(store: Store, person: int) -> Person:
    """What this person has chosen."""
    text = await store.settings.get("persons", person)
    return decode(text, Person) if text else Person()


async def people_of(store: Store, persons: Iterable[int]) -> dict[int, Person]:
    """What each of these has chosen."""
    asked = frozenset(persons)
    chosen = await store.settings.several("persons", asked)
    return {person: decode(chosen[person], Person) if person in chosen else Person() for person in asked}


async def choose(store: Store, person: int, **chosen: Any) -> Person:
    """Make some of a person's choices."""
    return await change(store, person, lambda before: replace(before, **chosen))


async def change(store: Store, person: int, work: Callable[[Person], Person]) -> Person:
    """Change a person's choices, by what they are when it is done; raises what ``work`` does."""
    while True:
        before = await store.settings.get("persons", person)
        changed = work(decode(before, Person) if before else Person())
        with suppress(Stale):  # something else was chosen meanwhile, and is changed, too
            await store.settings.put("persons", person, encode(changed), before)
            return changed


@cache
def zones() -> dict[str, str]:
    """Return the names of all time zones, by their lower-case form."""
    return {name.lower(): name for name in sorted(available_timezones())}


@cache
def load_zones() -> tuple[ZoneInfo, ...]:
    """Read the file of each time zone; as long as this is kept, `ZoneInfo` finds it in memory."""
    return tuple(map(ZoneInfo, zones().values()))


def zone(name: str) -> str:
    """A time zone by its name in the IANA database; raises `Refused`."""
    if name.strip().lower() not in zones():
        raise Refused(say("There is no time zone “{name}”. It is a name like Europe/Berlin.", name=name[:40]))
    return zones()[name.strip().lower()]


def quiet(typed: str) -> tuple[int, int] | None:
    """Quiet hours from typed text such as ``22:30-07:00``, none from ``off``; raises `Refused`."""
    if typed.strip().lower() in NONE:
        return None
    start, end = _two(re.split(r"\s*[-–]\s*|\s+to\s+|\s+", typed.strip()), say("Quiet hours are written like 22:30-07:00."))
    hours = _minute(start), _minute(end)
    if not 0 < (hours[1] - hours[0]) % (24 * 60) <= LONGEST_QUIET:
        most = LONGEST_QUIET // 60
        raise Refused(say_n("Quiet hours last up to {count} hour a day.", "Quiet hours last up to {count} hours a day.", most))
    return hours


def _two(words: list[str], expected: Text) -> tuple[str, str]:
    if len(words) != 2:
        raise Refused(expected)
    return words[0], words[1]


def _minute(typed: str) -> int:
    found = TIME.fullmatch(typed.strip())
    hour, minute = (int(each or 0) for each in found.groups()) if found else (24, 0)
    if hour < 24 and minute < 60:
        return hour * 60 + minute
    raise Refused(say("“{typed}” is no time of day. It is written like 22:30.", typed=typed[:20]))


def with_trip(rest: Rest, typed: str, today: date) -> Rest:
    """Days away added, from typed text such as ``2027-07-15 2027-07-20``; past ones are dropped, with ``off`` all are.

    :raises Refused: if it is no such text, or too much of it.
    """
    if typed.strip().lower() in NONE:
        return replace(rest, away=())
    words = re.split(r"\s+to\s+|\s*–\s*|\s+", typed.strip())
    first, last = _two(words * 2 if len(words) == 1 else words, say("Days away are written like 2027-07-15 2027-07-20."))
    coming = {days for days in rest.away if days[1] >= today.isoformat()} | {_trip(_day(first), _day(last), today)}
    if len(coming) > MOST_TRIPS:
        raise Refused(
            say_n(
                "You can announce {count} time away. Please take it back first.",
                "You can announce {count} times away. Please take one of them back first.",
                MOST_TRIPS,
            )
        )
    return replace(rest, away=tuple(sorted(coming)))


def _trip(first: date, last: date, today: date) -> tuple[str, str]:
    if last < first or last < today:
        raise Refused(say("The last day away cannot lie before the first, nor in the past."))
    if last - today > timedelta(days=FARTHEST):
        years = FARTHEST // 366
        raise Refused(
            say_n(
                "Days away are announced up to {count} year ahead.", "Days away are announced up to {count} years ahead.", years
            )
        )
    if last - first >= timedelta(days=MOST_AWAY):
        raise Refused(TOO_LONG)
    return first.isoformat(), last.isoformat()


def _day(typed: str) -> date:
    try:
        return date.fromisoformat(typed.strip())
    except ValueError:
        raise Refused(say("“{typed}” is no date. It is written like 2027-07-15.", typed=typed[:20])) from None
