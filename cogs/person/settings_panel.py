"""A person's settings as a private panel: what is chosen, and buttons to change it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import Any, cast
from zoneinfo import ZoneInfo

from discord import ui

from cogs.shell.client import Interaction
from cogs.shell.components import Layout, Row, button, chosen_number, defer, layout, menu, private, rows
from cogs.shell.routes import route
from host.deadlines import Rest
from host.keeper import set_rest
from host.settings import Person, choose, person_of, quiet, with_trip, zone

SWITCHES = {  # what a switch says when it is off, and when it is on
    "direct": ("Remind me directly", "Remind me at the table"),
    "next_up": ("Tell me when I am next", "Do not tell me when I am next"),
    "swift": ("Typed moves at once", "Typed moves with Confirm"),
}
FIELDS = {  # the title of a form; label, example, and longest answer of its fields
    "zone": ("Time zone", [("Time zone", "Europe/Berlin", 40)]),
    "quiet": ("Quiet hours", [("From", "22:30", 5), ("To", "07:00", 5)]),
    "away": ("Days away", [("First day", "2027-07-15", 10), ("Last day", "2027-07-20", 10)]),
}


def today_of(person: Person, now: float) -> date:
    """Which day it is where this person lives."""
    return datetime.fromtimestamp(now, ZoneInfo(person.rest.zone)).date()


async def show_settings(i: Interaction) -> None:
    """What is chosen now."""
    await private(i, _panel(await person_of(i.client.tables.store, i.user.id), i.client.tables.now()))


def _panel(person: Person, now: float) -> Layout:
    here = datetime.fromtimestamp(now, ZoneInfo(person.rest.zone))
    lines = [
        "## Your settings",
        "-# They hold at all your tables.",
        f"**Time zone** {person.rest.zone}, where it is {here:%H:%M}",
        f"**Quiet hours** {_hours(person)}",
        f"**Days away** {', '.join(map(_days, _trips(person, now))) or 'none'}",
        f"**Reminders** {'as direct messages, if you take them' if person.direct else 'at the table'}",
        f"**When you are next** you are {'told directly' if person.next_up else 'not told'}; at tables of three or more",
        f"**Typed moves** {'count at once' if person.swift else 'are shown before they count'}",
        "-# No reminder comes and no turn ends in quiet hours and on days away. Your tables are told when you are away.",
    ]
    forms = [button(f"{title}…", f"m1:ask:{name}") for name, (title, _) in FIELDS.items()]
    none = [button("No quiet hours", "m1:loud")] if person.rest.quiet else []
    switches = [button(said[bool(getattr(person, name))], f"m1:switch:{name}") for name, said in SWITCHES.items()]
    return layout("\n".join(lines), *rows([*forms, *none]), *_taking_back(person, now), *rows(switches))


def _hours(person: Person) -> str:
    if person.rest.quiet is None:
        return "none"
    start, end = (f"{minute // 60:02}:{minute % 60:02}" for minute in person.rest.quiet)
    return f"{start} to {end}"


def _trips(person: Person, now: float) -> list[tuple[str, str]]:
    """Those that are not over."""
    today = today_of(person, now).isoformat()
    return [days for days in person.rest.away if days[1] >= today]


def _days(days: tuple[str, str]) -> str:
    return days[0] if days[0] == days[1] else f"{days[0]} to {days[1]}"


def _taking_back(person: Person, now: float) -> list[Row]:
    trips = [(_days(days), days[0].replace("-", "") + days[1].replace("-", "")) for days in _trips(person, now)]
    return [menu("Take back days away", "m1:stay", trips)] if trips else []


async def keep_rest(i: Interaction, rest: Rest) -> None:
    """Choose when not to play; boards that show another deadline than before are changed."""
    tables, person = i.client.tables, i.user.id
    before = {(clock.table, clock.seat): clock.due for clock in await tables.store.clocks_of(person)}
    await set_rest(tables, person, rest)
    clocks = await tables.store.clocks_of(person)
    for table in await tables.those(clock.table for clock in clocks if clock.due != before.get((clock.table, clock.seat))):
        i.client.boards.refresh_deadline(table)


@route("m1:ask:{name:w}")
async def ask(i: Interaction, name: str) -> None:
    """A form for what has to be typed."""
    title, fields = FIELDS[name if name in FIELDS else "zone"]
    form = ui.Modal(title=title, custom_id=f"m1:typed:{name}")
    for number, (label, example, longest) in enumerate(fields):
        text: ui.TextInput[Any] = ui.TextInput(custom_id=f"{number}", placeholder=example, max_length=longest)
        form.add_item(ui.Label(text=label, component=text))
    form.stop()  # the router answers it
    await i.response.send_modal(form)


@route("m1:typed:{name:w}")
async def typed(i: Interaction, name: str) -> None:
    """The form was sent."""
    await defer(i)
    words = _typed(i)
    person, now = await person_of(i.client.tables.store, i.user.id), i.client.tables.now()
    if name == "quiet":
        rest = replace(person.rest, quiet=quiet(" ".join(words)))
    elif name == "away":
        rest = with_trip(person.rest, " ".join(words), today_of(person, now))
    else:
        rest = replace(person.rest, zone=zone(" ".join(words)))
    await keep_rest(i, rest)
    await show_settings(i)


def _typed(i: Interaction) -> list[str]:
    """The answers of a form, from top to bottom."""
    labels = cast("list[dict[str, Any]]", (i.data or {}).get("components", []))
    return [str(label.get("component", {}).get("value", "")).strip() for label in labels]


@route("m1:loud")
async def no_quiet_hours(i: Interaction) -> None:
    await defer(i)
    rest = (await person_of(i.client.tables.store, i.user.id)).rest
    await keep_rest(i, replace(rest, quiet=None))
    await show_settings(i)


@route("m1:stay")
async def stay(i: Interaction) -> None:
    """Days away are taken back."""
    await defer(i)
    rest = (await person_of(i.client.tables.store, i.user.id)).rest
    kept = tuple(days for days in rest.away if int("".join(days).replace("-", "")) != chosen_number(i))
    await keep_rest(i, replace(rest, away=kept))
    await show_settings(i)


@route("m1:switch:{name:w}")
async def switch(i: Interaction, name: str) -> None:
    await defer(i)
    if name in SWITCHES:
        person = await person_of(i.client.tables.store, i.user.id)
        await choose(i.client.tables.store, i.user.id, **{name: not getattr(person, name)})
    await show_settings(i)
