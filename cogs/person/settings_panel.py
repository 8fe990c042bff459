"""A person's settings as a private panel, with buttons to change them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime

from cogs.lobby.terms import (
    AS_DISCORD,
    LANGUAGES,
    THEME_NAMES,
    known_language,
    known_theme,
    menu_options,
    offered_language,
)
from cogs.person.cities import find_zone
from cogs.person.profile_words import SHARES
from cogs.shell.answer import Answer, Late, open_form, private
from cogs.shell.audience import choose_language
from cogs.shell.chosen import chosen_number, chosen_value, form_values
from cogs.shell.client import Interaction
from cogs.shell.components import Layout, Menu, button, layout, menu, rows
from cogs.shell.forms import ChoiceField, Form, SwitchField, TypedField
from cogs.shell.routes import route
from host.deadlines import Rest
from host.lobby import require_one_of
from host.mentions import day
from host.mentions import zone as mention_zone
from host.scheduler import change_rest
from host.settings import (
    PROFILE_SHARES,
    PersonSettings,
    add_trip,
    profile_share,
    read_person_settings,
    read_quiet_hours,
    update_person_settings,
)
from host.zones import is_known, zone_of
from rules.text import Text, joined, message, say, verbatim

SWITCHES = ("direct", "digest", "next_up", "swift")  # of buttons in messages of former versions
REMINDERS = {
    "table": say("At the table"),
    "direct": say("In direct messages"),
    "digest": say("In one direct message a day"),
}
MORE = {
    "next_up": say("Tell me when I am next at a table of three or more"),
    "swift": say("Play my moves at once, without Confirm"),
    "on_leaderboards": say("Show my name on leaderboards"),
    "reviews": say("Show others my turns in reviews of games"),
}
OFF = "off"  # as `host.settings` understands it
SPAN_CHARACTERS = 40  # both ends may be typed into one field
FIELDS = {  # the button to a form, its title and its fields
    "zone": (say("Time zone…"), say("Time zone"), (TypedField(say("Time zone"), verbatim("Berlin"), 40, required=True),)),
    "quiet": (
        say("Quiet hours…"),
        say("Quiet hours"),
        (
            TypedField(say("From"), verbatim("22:30"), SPAN_CHARACTERS, help=say("Leave both fields empty for no quiet hours.")),
            TypedField(say("To"), verbatim("07:00"), SPAN_CHARACTERS),
        ),
    ),
    "away": (
        say("Days away…"),
        say("Days away"),
        (
            TypedField(say("First day"), verbatim("2027-07-15"), SPAN_CHARACTERS, required=True),
            TypedField(say("Last day"), verbatim("2027-07-20"), SPAN_CHARACTERS, help=say("Leave it empty for a single day.")),
        ),
    ),
}


DIRECT = say("**Reminders** as direct messages, if you allow them")
ONE_A_DAY = say(
    "**Reminders** in one direct message a day, between 9:00 and 9:30. If your time runs out before that, you get a separate one"
)
AT_TABLE = say("**Reminders** at the table")
NEXT_TOLD = say("**When you are next** at a table of three or more, you get a direct message")
NEXT_NOT_TOLD = say("**When you are next** at a table of three or more, you get no message")
NAMED = say("**Leaderboards** show your name: by rating if you play rated games, by points if others see your results")
NAMELESS = say("**Leaderboards** show your results without a name")
REVIEWS_SHOWN = say("**Reviews of games** show others your turns with a better move")
REVIEWS_HIDDEN = say("**Reviews of games** show only you your turns with a better move")
REST = say(
    "-# During quiet hours and on days away you get no reminders, and your turns do not run out. The other players can "
    "see when you are away."
)
ALWAYS_DIRECT = say(
    "-# The bot always sends you a direct message when the channel of your table was deleted, or when it no longer knows your "
    "time zone."
)

UNKNOWN_ZONE = message(
    "**Time zone** The bot no longer knows {zone}, so it uses UTC for you, where it is {time}. Please choose a time zone again "
    "with **Time zone…**"
)

PRIVATE_PICTURES = say("Only pictures that nobody else sees. Server managers choose the background of the others.")

SHARED = say("Results: games, places and points. Everything: also ratings, pictures and wins in a row.")

LANGUAGE = {AS_DISCORD: say("same as Discord"), **LANGUAGES}


def known_share(given: str) -> str:
    """Return what others may see of a profile.

    :raises Refused: for an unknown choice.
    """
    require_one_of(given, PROFILE_SHARES)
    return given


def today_of(rest: Rest, now: float) -> date:
    """Return the date in a person's time zone."""
    return datetime.fromtimestamp(now, zone_of(rest.zone)).date()


async def show_settings(i: Interaction) -> Answer:
    """Show a person's present settings."""
    return private(_panel(await read_person_settings(i.client.tables.store, i.user.id), i.client.tables.now()))


def _panel(person: PersonSettings, now: float) -> Layout:
    here, trips = datetime.fromtimestamp(now, zone_of(person.rest.zone)), _trips(person, now)
    lines = [
        say("## Your settings"),
        say("-# They apply to all your tables."),
        say("**Language** {language}", language=LANGUAGE[offered_language(person.language) or AS_DISCORD]),
        _zone(person.rest.zone, _time(here.hour, here.minute)),
        _hours(person, _time(here.hour, here.minute)),
        say("**Days away** {days}", days=tuple(map(_days, trips))) if trips else say("**Days away** none"),
        ONE_A_DAY if person.digest else DIRECT if person.direct else AT_TABLE,
        NEXT_TOLD if person.next_up else NEXT_NOT_TOLD,
        say("**Moves** count at once") if person.swift else say("**Moves** wait for **Confirm**"),
        say("**Your profile** others see {share}", share=SHARES[profile_share(person)]),
        NAMED if person.on_leaderboards else NAMELESS,
        REVIEWS_SHOWN if person.reviews else REVIEWS_HIDDEN,
        say("**Pictures** {theme}", theme=THEME_NAMES.get(person.theme, THEME_NAMES["light"])),
        REST,
        ALWAYS_DIRECT,
    ]
    forms = [button(label, f"m1:ask:{name}") for name, (label, _, _) in FIELDS.items()]
    none = [button(say("No quiet hours"), "m1:loud")] if person.rest.quiet else []
    more = button(say("Reminders, moves, language…"), "m1:choices")
    return layout(joined("\n", *lines), *rows([*forms, *none]), *rows([more]), *_taking_back(person, now))


def _time(hour: int, minute: int) -> Text:
    return say("{hour}:{minute}", hour=f"{hour:02}", minute=f"{minute:02}")


def zone_label(name: str) -> Text:
    """Return the label of a time zone, with its city."""
    return say("{city} · {name}", city=mention_zone(name), name=name) if "/" in name else verbatim(name)


def _zone(name: str, now: Text) -> Text:
    if not is_known(name):
        return say(UNKNOWN_ZONE, zone=name, time=now)
    return say("**Time zone** {zone}, where it is {time}", zone=name, time=now)


def _hours(person: PersonSettings, now: Text) -> Text:
    if person.rest.quiet is None:
        return say("**Quiet hours** none")
    start, end = (_time(*divmod(minute, 60)) for minute in person.rest.quiet)
    zone = person.rest.zone if is_known(person.rest.zone) else "UTC"
    hours = {"start": start, "end": end, "zone": mention_zone(zone), "now": now}
    if "/" in zone:
        return say("**Quiet hours** {start} to {end} in {zone}; it is {now} there now", **hours)
    return say("**Quiet hours** {start} to {end} by {zone}; it is {now} there now", **hours)


def _trips(person: PersonSettings, now: float) -> list[tuple[str, str]]:
    """Return the days away that are not over, as pairs of ISO dates."""
    today = today_of(person.rest, now).isoformat()
    return [days for days in person.rest.away if days[1] >= today]


def _days(days: tuple[str, str]) -> Text:
    return day(days[0]) if days[0] == days[1] else say("{first} to {last}", first=day(days[0]), last=day(days[1]))


def _number(days: tuple[str, str]) -> int:
    """Return the number that stands for these days in a menu."""
    return int("".join(days).replace("-", ""))


def _taking_back(person: PersonSettings, now: float) -> list[Menu]:
    trips = [(_days(days), str(_number(days))) for days in _trips(person, now)]
    return [menu(say("Cancel days away"), "m1:stay", trips)] if trips else []


async def keep_rest(i: Interaction, work: Callable[[Rest], Rest]) -> None:
    """Change a person's time zone, quiet hours or days away, and refresh boards whose deadlines change."""
    await change_rest(i.client.tables, i.user.id, work)
    i.client.sender.wake()


def with_words(rest: Rest, name: str, words: str, now: float) -> Rest:
    """Return a person's rest with another time zone, with typed quiet hours, or with more days away.

    :raises Refused: for text that cannot be understood.
    """
    if name == "quiet":
        return replace(rest, quiet=read_quiet_hours(words))
    return add_trip(rest, words, today_of(rest, now)) if name == "away" else replace(rest, zone=words)


@route("m1:ask:{name:w}", Late.NEVER)
async def ask(i: Interaction, name: str) -> Answer:
    """Open the form for a setting that has to be typed."""
    _, title, fields = FIELDS[name if name in FIELDS else "zone"]
    return open_form(Form(title, f"m1:typed:{name}", fields))


@route("m1:typed:{name:w}")
async def typed(i: Interaction, name: str) -> Answer:
    """Store the values of a submitted form."""
    words, now = " ".join(value for values in form_values(i) for value in values), i.client.tables.now()
    if name == "quiet":
        words = words.strip() or OFF
    elif name != "away":
        words = await find_zone(words)
    await keep_rest(i, lambda rest: with_words(rest, name, words, now))
    return await show_settings(i)


@route("m1:choices", Late.NEVER)
async def ask_choices(i: Interaction) -> Answer:
    """Open the form for reminders, moves, language, pictures and the profile."""
    person = await read_person_settings(i.client.tables.store, i.user.id)
    reminders = "digest" if person.digest else "direct" if person.direct else "table"
    fields = (
        ChoiceField(say("Reminders"), tuple(menu_options(REMINDERS)), reminders),
        SwitchField(say("More"), tuple(menu_options(MORE)), tuple(name for name in MORE if getattr(person, name))),
        ChoiceField(say("Language"), tuple(menu_options(LANGUAGE)), offered_language(person.language) or AS_DISCORD),
        ChoiceField(say("Pictures"), tuple(menu_options(THEME_NAMES)), person.theme, PRIVATE_PICTURES),
        ChoiceField(say("Others see of your profile"), tuple(menu_options(SHARES)), profile_share(person), SHARED),
    )
    return open_form(Form(say("Your settings"), "m1:chosen", fields))


@route("m1:chosen")
async def chosen(i: Interaction) -> Answer:
    """Store the choices of a submitted form."""
    reminders, more, language, pictures, profile = (*form_values(i), *[[]] * 5)[:5]
    way = next(iter(reminders), "?")
    require_one_of(way, tuple(REMINDERS))
    switches = {"direct": way != "table", "digest": way == "digest", **{name: name in more for name in MORE}}
    spoken, theme, share = known_language(next(iter(language), "?")), next(iter(pictures), None), next(iter(profile), None)

    def changed(before: PersonSettings) -> PersonSettings:
        seen = {"theme": known_theme(theme or before.theme), "profile": known_share(share or profile_share(before))}
        return replace(before, **switches, **seen)

    await update_person_settings(i.client.tables.store, i.user.id, changed)
    await choose_language(i, spoken)
    return await show_settings(i)


@route("m1:loud")
async def no_quiet_hours(i: Interaction) -> Answer:
    await keep_rest(i, lambda rest: replace(rest, quiet=None))
    return await show_settings(i)


@route("m1:language")
async def language_menu(i: Interaction) -> Answer:
    await choose_language(i, known_language(chosen_value(i)))
    return await show_settings(i)


@route("m1:stay")
async def stay(i: Interaction) -> Answer:
    """Delete the days on which the person is away."""
    taken = chosen_number(i)
    await keep_rest(i, lambda rest: replace(rest, away=tuple(days for days in rest.away if _number(days) != taken)))
    return await show_settings(i)


def toggle(chosen: PersonSettings, name: str) -> PersonSettings:
    """Return the settings with one switch changed. Turning the digest on turns direct messages on, too, as it is one."""
    turned = replace(chosen, **{name: not getattr(chosen, name)})
    if name == "digest" and turned.digest:
        return replace(turned, direct=True)
    return turned if turned.direct else replace(turned, digest=False)


@route("m1:switch:{name:w}")
async def switch(i: Interaction, name: str) -> Answer:
    if name in SWITCHES:
        await update_person_settings(i.client.tables.store, i.user.id, lambda chosen: toggle(chosen, name))
    return await show_settings(i)
