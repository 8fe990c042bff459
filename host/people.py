"""What a person has chosen for all their tables."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any
from zoneinfo import available_timezones

from db.store import Store
from host.codec import decode, encode
from host.deadlines import Rest
from host.refusal import Refused
from rules.text import say

LONGEST_QUIET = 14 * 60  # minutes
MOST_AWAY = 60  # days at once
MOST_TRIPS = 10


@dataclass(frozen=True, slots=True)
class Person:
    """``direct``: reminders as direct messages; ``next_up``: be told when one is next; ``swift``: typed moves count at once."""

    rest: Rest = field(default_factory=Rest)
    direct: bool = False
    next_up: bool = False
    swift: bool = False


async def person_of(store: Store, person: int) -> Person:
    """What this person has chosen."""
    text = await store.settings.get("persons", person)
    return decode(text, Person) if text else Person()


async def choose(store: Store, person: int, **chosen: Any) -> Person:
    """Change some of a person's choices."""
    changed = replace(await person_of(store, person), **chosen)
    await store.settings.put("persons", person, encode(changed))
    return changed


def zone(name: str) -> str:
    """A time zone by its name in the IANA database; raises `Refused`."""
    known = {each.lower(): each for each in available_timezones()}
    if name.lower() not in known:
        raise Refused(say("There is no time zone “{name}”. It is a name like Europe/Berlin.", name=name[:40]))
    return known[name.lower()]


def quiet(start: str, end: str) -> tuple[int, int]:
    """Quiet hours from typed times of day such as 22:30; raises `Refused`."""
    hours = _minute(start), _minute(end)
    if not 0 < (hours[1] - hours[0]) % (24 * 60) <= LONGEST_QUIET:
        raise Refused(say("Quiet hours last up to {most} hours a day.", most=LONGEST_QUIET // 60))
    return hours


def _minute(typed: str) -> int:
    hour, _, minute = typed.strip().partition(":")
    if hour.isdecimal() and (minute or "0").isdecimal() and int(hour) < 24 and int(minute or 0) < 60:
        return int(hour) * 60 + int(minute or 0)
    raise Refused(say("“{typed}” is no time of day. It is written like 22:30.", typed=typed[:20]))


def trip(first: str, last: str, today: date) -> tuple[str, str]:
    """Days away from typed dates such as 2030-07-15; raises `Refused`."""
    days = _day(first), _day(last)
    if days[1] < days[0] or days[1] < today:
        raise Refused(say("The last day away cannot lie before the first, nor in the past."))
    if days[1] - days[0] >= timedelta(days=MOST_AWAY):
        raise Refused(say("At most {most} days away at once. A longer time is better spent with /replace.", most=MOST_AWAY))
    return days[0].isoformat(), days[1].isoformat()


def _day(typed: str) -> date:
    try:
        return date.fromisoformat(typed.strip())
    except ValueError:
        raise Refused(say("“{typed}” is no date. It is written like 2030-07-15.", typed=typed[:20])) from None
