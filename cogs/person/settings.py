"""/settings: a person's choices for all their tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.lobby.terms import THEME_NAMES, command_choices, known_language, known_theme
from cogs.person.cities import find_zone, offer_zones
from cogs.person.profile_words import SHARES
from cogs.person.settings_panel import (
    LANGUAGE,
    OFF,
    keep_rest,
    known_share,
    show_settings,
    today_of,
    with_words,
    zone_label,
)
from cogs.shell.answer import Answer
from cogs.shell.audience import choose_language, reader_of
from cogs.shell.client import Interaction, Parterre
from cogs.shell.respond import answers, offers
from cogs.shell.words import describe, word
from host.deadlines import Rest
from host.lost_zones import notify_of_lost_zones
from host.settings import read_person_settings, set_person_settings
from rules.text import Text, joined, say, verbatim

REMINDERS = {"table": say("at the table"), "direct": say("as direct messages"), "digest": say("as one message a day")}
NIGHTS = ("22:00-07:00", "23:00-08:00", "00:00-09:00")
WORDS = {
    "zone": word("description", "Your time zone: a city such as Berlin, or an offset from UTC such as UTC+2"),
    "quiet": word("description", "Hours without reminders, such as 22:30-07:00 or 10 pm to 7 am; off for none"),
    "away": word("description", "Days away, such as 2027-07-15 to 2027-07-20; off cancels them all"),
    "reminders": word("description", "Where you get reminders of your move"),
    "following": word("description", "Send you a direct message when you are next"),
    "swift": word("description", "Moves count at once, without Confirm"),
    "language": word("description", "Language of everything that only you see"),
    "theme": word("description", "Background of pictures that only you see"),
    "profile": word("description", "What others see of your profile on a server"),
    "leaderboards": word("description", "Show your name on leaderboards"),
    "reviews": word("description", "Show others your turns in reviews of games"),
}


class Settings(commands.Cog):
    """The command /settings, which works anywhere, also in direct messages."""

    def __init__(self, client: Parterre) -> None:
        self._client = client

    async def cog_load(self) -> None:
        """Notify people whose time zone this machine does not know."""
        self._client.background(self._tell_owners())

    async def _tell_owners(self) -> None:
        if await notify_of_lost_zones(self._client.tables.store):
            self._client.sender.wake()

    @app_commands.command(
        name=word("command", "settings"),
        description=word("description", "Your time zone, quiet hours, days away and reminders, for all your tables"),
    )
    @describe(**WORDS)
    @app_commands.choices(
        reminders=command_choices(REMINDERS),
        language=command_choices(LANGUAGE),
        theme=command_choices(THEME_NAMES),
        profile=command_choices(SHARES),
    )
    @answers()
    async def settings(
        self,
        i: Interaction,
        zone: str | None = None,
        quiet: str | None = None,
        away: str | None = None,
        reminders: str | None = None,
        following: bool | None = None,
        swift: bool | None = None,
        language: str | None = None,
        theme: str | None = None,
        profile: str | None = None,
        leaderboards: bool | None = None,
        reviews: bool | None = None,
    ) -> Answer:
        await _rest(i, zone, quiet, away)
        given = {"next_up": following, "swift": swift, "theme": None if theme is None else known_theme(theme)}
        given |= {"profile": None if profile is None else known_share(profile)}
        given |= {"on_leaderboards": leaderboards, "reviews": reviews}
        if reminders is not None:
            given |= {"direct": reminders != "table", "digest": reminders == "digest"}
        if chosen := {name: value for name, value in given.items() if value is not None}:
            await set_person_settings(i.client.tables.store, i.user.id, **chosen)
        if language is not None:
            await choose_language(i, known_language(language))
        return await show_settings(i)

    @settings.autocomplete("zone")
    @offers
    async def zone_names(self, i: Interaction, current: str) -> list[Choice[str]]:
        reader, found = reader_of(i), await offer_zones(current)
        return [Choice(name=reader.label(zone_label(name), 100), value=name) for name in found]

    @settings.autocomplete("quiet")
    @offers
    async def nights(self, i: Interaction, current: str) -> list[Choice[str]]:
        return _offered(i, NIGHTS, say("No quiet hours"), current)

    @settings.autocomplete("away")
    @offers
    async def trips(self, i: Interaction, current: str) -> list[Choice[str]]:
        person = await read_person_settings(i.client.tables.store, i.user.id)
        today = today_of(person.rest, i.client.tables.now())
        return _offered(i, [_days(today, ahead, n) for ahead in (0, 1) for n in (1, 7, 14)], say("No days away"), current)


def _offered(i: Interaction, typed: Sequence[str], none: Text, current: str) -> list[Choice[str]]:
    """Return choices for autocomplete: examples to type, and the word that turns it off."""
    called = {**{each: each for each in typed}, OFF: reader_of(i).label(joined(" · ", none, verbatim(OFF)), 100)}
    return [Choice(name=name, value=each) for each, name in called.items() if each.startswith(current.strip())]


def _days(today: date, ahead: int, length: int) -> str:
    first = today + timedelta(days=ahead)
    return f"{first} {first + timedelta(days=length - 1)}"


async def _rest(i: Interaction, zone_name: str | None, hours: str | None, days: str | None) -> None:
    """Change a person's time zone, quiet hours and days away, as far as they are given.

    :raises Refused: for text that cannot be understood.
    """
    given = {"zone": None if zone_name is None else await find_zone(zone_name), "quiet": hours, "away": days}
    now, words = i.client.tables.now(), {name: typed for name, typed in given.items() if typed is not None}

    def changed(rest: Rest) -> Rest:
        for name, typed in words.items():
            rest = with_words(rest, name, typed, now)
        return rest

    if words:
        await keep_rest(i, changed)


async def setup(client: Parterre) -> None:
    await client.add_cog(Settings(client))
