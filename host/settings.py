"""The choices of a person for all their tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from db.due import ERASE
from db.statement import Stale
from db.store import Store
from host.codec import decode, encode
from host.deadlines import Rest
from host.mentions import command
from host.refusal import Refused
from host.spans import is_none, read_days, read_hours
from host.zones import fold, places, read_distance
from host.zones import zones as zones
from rules.text import message, say, say_n

QUIET_LIMIT_MINUTES = 14 * 60
TRIP_LIMIT_DAYS = 60
TRIP_LIMIT = 10
PROFILE_SHARES = ("nothing", "results", "everything")  # what others may see of a profile
PLANNING_LIMIT_DAYS = 2 * 366  # from today to the last day away
TOO_LONG = say_n(
    "You can be away for {count} day at a time. If you need longer, use {replace}.",
    "You can be away for up to {count} days at a time. If you need longer, use {replace}.",
    TRIP_LIMIT_DAYS,
    replace=command("replace"),
)
NO_ZONE = message("There is no time zone “{typed}”. Type a city such as Berlin, or an offset from UTC such as UTC+2.")
NO_HOURS = message("“{typed}” could not be read as quiet hours. Type, for example, 22:30-07:00 or 10 pm to 7 am.")
NO_DAYS = message("“{typed}” could not be read as days away. Type, for example, 2027-07-15 to 2027-07-20, or a single day.")


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """A person's choices. Its field names are stored.

    ``direct``: send reminders as direct messages; ``digest``: at most one of them a day. ``next_up``: tell them when they are
    next. ``swift``: moves count without a confirmation. ``language``: the chosen one; else that of ``locale``, which their
    Discord had last. ``theme``: ``light`` or ``dark``, the background of pictures that only they see. ``profile``: what others
    see of their profile, one of `PROFILE_SHARES`. ``unknown_zone``: a time zone of theirs that this machine does not know, of
    which they were told. ``on_leaderboards``: leaderboards show their name. ``reviews``: others may read the
    turning points of their games.
    """

    rest: Rest = field(default_factory=Rest)
    direct: bool = False
    next_up: bool = False
    swift: bool = False
    digest: bool = False
    language: str = ""
    locale: str = "en-US"
    theme: str = "light"
    profile: str = "nothing"
    unknown_zone: str = ""
    on_leaderboards: bool = True
    reviews: bool = False


HIDDEN = PersonSettings(profile="nothing", on_leaderboards=False)  # others see nothing


def profile_share(person: PersonSettings) -> str:
    """Return what others may see of a person's profile; nothing for a choice that this version does not know."""
    return person.profile if person.profile in PROFILE_SHARES else "nothing"


async def read_person_settings(store: Store, person: int) -> PersonSettings:
    """Return a person's choices."""
    text = await store.settings.get("persons", person)
    return decode(text, PersonSettings) if text else PersonSettings()


async def read_people_settings(store: Store, persons: Iterable[int]) -> dict[int, PersonSettings]:
    """Return the choices of these people, by person."""
    asked = frozenset(persons)
    chosen = await store.settings.several("persons", asked)
    return {person: decode(chosen[person], PersonSettings) if person in chosen else PersonSettings() for person in asked}


async def read_shown_choices(store: Store, persons: Iterable[int]) -> dict[int, PersonSettings]:
    """Return these people's choices of what others see of them, by person: nothing once their erasure has begun."""
    chosen = await read_people_settings(store, persons)
    erased = await store.due.among(ERASE, chosen)
    return {person: HIDDEN if person in erased else settings for person, settings in chosen.items()}


def may_be_named(person: PersonSettings, *, rated: bool) -> bool:
    """Return whether leaderboards name a person to others. All other people appear without a name.

    :param rated: the leaderboard has ratings, to which its people have agreed by joining rated tables. Nobody agrees to season
        points, so there it takes a profile that others may see.
    """
    return person.on_leaderboards and (rated or profile_share(person) != "nothing")


async def set_person_settings(store: Store, person: int, **chosen: Any) -> PersonSettings:
    """Change some of a person's choices; return all of them."""
    return await update_person_settings(store, person, lambda before: replace(before, **chosen))


async def update_person_settings(store: Store, person: int, work: Callable[[PersonSettings], PersonSettings]) -> PersonSettings:
    """Change a person's choices by a function of the present ones, which may run again; return all of them."""
    while True:
        before = await store.settings.get("persons", person)
        changed = work(decode(before, PersonSettings) if before else PersonSettings())
        with suppress(Stale):  # another choice was stored meanwhile: change that
            await store.settings.put("persons", person, encode(changed), before)
            return changed


async def remember_locale(store: Store, person: int, locale: str) -> None:
    """Store the language of a person's Discord, if the bot has settings of theirs or knows them from a table."""
    before = await store.settings.get("persons", person)
    changed = encode(replace(decode(before, PersonSettings) if before else PersonSettings(), locale=locale))
    with suppress(Stale):  # they are not known, or chose something meanwhile: their next click tries again
        if before is None:
            await store.settings.add_of_known(person, changed)
        else:
            await store.settings.put("persons", person, changed, before)


def read_zone(typed: str) -> str:
    """Return a time zone from typed text such as ``Zürich``, ``Europe/Zurich`` or ``gmt+2``; reads files the first time.

    :raises Refused: when it is no such text, or means several zones.
    """
    found = (distance,) if (distance := read_distance(typed)) else places().get(fold(typed), ())
    return only_zone(typed, found)


def only_zone(typed: str, found: Sequence[str]) -> str:
    """Return the one zone that was found.

    :raises Refused: when there is none, or several.
    """
    if not found:
        raise Refused(say(NO_ZONE, typed=typed[:40]))
    if len(found) > 1:
        raise Refused(
            say("“{typed}” is in several time zones. Type one of these: {zones}.", typed=typed[:40], zones=tuple(found))
        )
    return found[0]


def read_quiet_hours(typed: str) -> tuple[int, int] | None:
    """Return quiet hours from typed text such as ``22:30-07:00``, in minutes after midnight; None from ``off``.

    :raises Refused: when it is no such text, or too long a time.
    """
    if is_none(typed):
        return None
    hours = read_hours(typed)
    if hours is None:
        raise Refused(say(NO_HOURS, typed=typed[:40]))
    if not 0 < (hours[1] - hours[0]) % (24 * 60) <= QUIET_LIMIT_MINUTES:
        most = QUIET_LIMIT_MINUTES // 60
        raise Refused(say_n("Quiet hours last up to {count} hour a day.", "Quiet hours last up to {count} hours a day.", most))
    return hours


def add_trip(rest: Rest, typed: str, today: date) -> Rest:
    """Return the rest with more days away, from typed text such as ``2027-07-15 2027-07-20``; ``off`` removes all.

    Days before today are dropped.

    :raises Refused: when it is no such text, or too long a time.
    """
    if is_none(typed):
        return replace(rest, away=())
    days = read_days(typed)
    if days is None:
        raise Refused(say(NO_DAYS, typed=typed[:40]))
    coming, (first, last) = {days for days in rest.away if days[1] >= today.isoformat()}, _trip(*days, today)
    if not any(known[0] <= first and last <= known[1] for known in coming):
        coming.add((first, last))
    if len(coming) > TRIP_LIMIT:
        raise Refused(
            say_n(
                "You can plan {count} time away. Please cancel it first.",
                "You can plan {count} times away. Please cancel one of them first.",
                TRIP_LIMIT,
            )
        )
    return replace(rest, away=tuple(sorted(coming)))


def _trip(first: date, last: date, today: date) -> tuple[str, str]:
    if last < first or last < today:
        raise Refused(say("The last day away cannot be before the first, or in the past."))
    if last - today > timedelta(days=PLANNING_LIMIT_DAYS):
        years = PLANNING_LIMIT_DAYS // 366
        raise Refused(
            say_n(
                "You can plan days away up to {count} year ahead.",
                "You can plan days away up to {count} years ahead.",
                years,
            )
        )
    if last - first >= timedelta(days=TRIP_LIMIT_DAYS):
        raise Refused(TOO_LONG)
    return max(first, today).isoformat(), last.isoformat()
