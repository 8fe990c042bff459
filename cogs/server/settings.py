"""The settings of a server as data: how each is read, announced and described, and the forms in which managers choose them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

import discord

from cogs.lobby.terms import (
    AS_DISCORD,
    LANGUAGES,
    PACE_NAMES,
    THEME_NAMES,
    TIMEOUT_ACTIONS,
    known_language,
    menu_options,
    offered_language,
)
from cogs.server.channels import text_channel, writable_channel
from cogs.shell.chosen import number_in
from cogs.shell.components import Picker
from cogs.shell.forms import ChoiceField, Form, PickField
from host.lobby import require_one_of
from host.mentions import place, role
from host.refusal import Refused
from host.servers import BY_HAND, MONTHLY, ServerSettings
from rules.text import Text, say, say_n

MENU_CHOICES = 25  # Discord's limit
THREADS = {"threads": say("a thread for each table"), "channels": say("in the channel, one table at a time")}
MOST = {str(most): say_n("{count} at a time", "up to {count} at a time", most) for most in (1, 2, 3, 5, 10, 20, 50, 100, 200)}
RATINGS = {"on": say("people can open rated tables"), "off": say("no rated tables")}
RATINGS_HELP = say("Results of rated games appear on a leaderboard of this server.")
SEASONS = {BY_HAND: say("when a manager ends them"), MONTHLY: say("with each month, at midnight UTC")}
NOWHERE = say("None means nowhere.")
PUBLIC_PICTURES = say("For all public pictures, also at running tables.")
LANGUAGE = {AS_DISCORD: say("same as Discord, otherwise the language of the person who opens the table"), **LANGUAGES}


class Setting(NamedTuple):
    """A setting of a server.

    :param read: returns its value from those that Discord sent; raises `Refused` for values that are not on offer.
    :param tell: returns the announcement that a manager, by name, has chosen a value.
    """

    read: Callable[[discord.Guild, list[str]], Any]
    tell: Callable[[Text, Any], Text]


def _read_channels(guild: discord.Guild, values: list[str]) -> tuple[int, ...]:
    return tuple(text_channel(guild, value).id for value in values)


def _read_channel(guild: discord.Guild, values: list[str]) -> int | None:
    return writable_channel(guild, values[0]).id if values else None


def _read_roles(guild: discord.Guild, values: list[str]) -> tuple[int, ...]:
    found = [guild.get_role(number_in(value) or 0) for value in values]
    roles = tuple(each.id for each in found if each is not None)
    if len(roles) < len(found):
        raise Refused(say("That is not a role of this server. Please choose in the menu."))
    return roles


def _read_one_of(known: Mapping[str, Text], guild: discord.Guild, values: list[str]) -> str:
    value = next(iter(values), "?")
    require_one_of(value, tuple(known))
    return value


def _tell_channels(who: Text, channels: tuple[int, ...]) -> Text:
    if not channels:
        return say("{who} allowed tables in all channels.", who=who)
    return say("{who} limited tables to {places}.", who=who, places=tuple(map(place, channels)))


def _tell_roles(who: Text, roles: tuple[int, ...]) -> Text:
    if not roles:
        return say("{who} allowed everybody to open tables.", who=who)
    return say("{who} allowed these roles to open tables: {roles}.", who=who, roles=tuple(map(role, roles)))


def _tell_log(who: Text, channel: int | None) -> Text:
    if channel is None:
        return say("{who} turned off posts about changes to these settings.", who=who)
    return say("{who} chose {place} for posts about changes to these settings.", who=who, place=place(channel))


def _tell_overview(who: Text, channel: int | None) -> Text:
    if channel is None:
        return say("{who} turned off the list of all tables.", who=who)
    return say("{who} put the list of all tables in {place}.", who=who, place=place(channel))


def _threads_name(threads: bool) -> Text:
    return THREADS["threads" if threads else "channels"]


def _language_name(language: str) -> Text:
    return LANGUAGE[offered_language(language) or AS_DISCORD]


def _most_name(most: int) -> Text:
    return MOST.get(str(most), say("{count}", count=most))


def _tell_threads(who: Text, on: bool) -> Text:
    return say("{who} changed where games are played: {where}.", who=who, where=_threads_name(on))


def _tell_pace(who: Text, pace: str) -> Text:
    return say("{who} set the default time limit: {pace}.", who=who, pace=PACE_NAMES[pace])


def _tell_lapse(who: Text, lapse: str) -> Text:
    return say("{who} set what happens when time is up: {lapse}.", who=who, lapse=TIMEOUT_ACTIONS[lapse])


def _tell_language(who: Text, language: str) -> Text:
    return say("{who} set the language of new tables: {language}.", who=who, language=_language_name(language))


def _tell_theme(who: Text, theme: str) -> Text:
    return say("{who} set the background of pictures that everybody sees: {theme}.", who=who, theme=THEME_NAMES[theme])


def _tell_ratings(who: Text, on: bool) -> Text:
    if on:
        return say("{who} turned ratings on. People can open rated tables now.", who=who)
    return say("{who} turned ratings off. Rated tables that are open or running stay rated.", who=who)


def _tell_most(who: Text, most: int) -> Text:
    return say("{who} set how many tables may run: {most}.", who=who, most=_most_name(most))


def _tell_seasons(who: Text, when: str) -> Text:
    return say("{who} set when seasons end: {when}.", who=who, when=SEASONS[when])


def _tell_finals(who: Text, channel: int | None) -> Text:
    if channel is None:
        return say("{who} turned off posts of the final tables of seasons.", who=who)
    return say("{who} chose {place} for the final tables of seasons.", who=who, place=place(channel))


def _read_threads(guild: discord.Guild, values: list[str]) -> bool:
    return _read_one_of(THREADS, guild, values) == "threads"


def _read_ratings(guild: discord.Guild, values: list[str]) -> bool:
    return _read_one_of(RATINGS, guild, values) == "on"


def _read_language(guild: discord.Guild, values: list[str]) -> str:
    return known_language(_read_one_of(LANGUAGE, guild, values))


def _read_most(guild: discord.Guild, values: list[str]) -> int:
    return int(_read_one_of(MOST, guild, values))


SETTINGS = {  # by the name of the field of `ServerSettings`
    "channels": Setting(_read_channels, _tell_channels),
    "roles": Setting(_read_roles, _tell_roles),
    "threads": Setting(_read_threads, _tell_threads),
    "log": Setting(_read_channel, _tell_log),
    "overview": Setting(_read_channel, _tell_overview),
    "pace": Setting(partial(_read_one_of, PACE_NAMES), _tell_pace),
    "lapse": Setting(partial(_read_one_of, TIMEOUT_ACTIONS), _tell_lapse),
    "language": Setting(_read_language, _tell_language),
    "most": Setting(_read_most, _tell_most),
    "theme": Setting(partial(_read_one_of, THEME_NAMES), _tell_theme),
    "ratings": Setting(_read_ratings, _tell_ratings),
    "seasons": Setting(partial(_read_one_of, SEASONS), _tell_seasons),
    "finals": Setting(_read_channel, _tell_finals),
}
FORMS = {  # the settings in each form, in the order of its fields
    "places": ("channels", "roles", "threads", "log", "overview"),
    "defaults": ("pace", "lapse", "language", "most", "theme"),
    "leaderboard": ("ratings",),
    "seasons": ("seasons", "finals"),
}


def places_form(guild: discord.Guild, server: ServerSettings) -> Form:
    """Return the form of the channels and roles."""
    return Form(
        say("Places"),
        "s1:form:places",
        (
            PickField(say("Channels for tables"), _channels(guild, server.channels, MENU_CHOICES), say("None means all.")),
            PickField(say("Roles that may open tables"), _roles(guild, server.roles), say("None means everybody.")),
            ChoiceField(say("Place of a table"), tuple(menu_options(THREADS)), "threads" if server.threads else "channels"),
            PickField(say("Post changes to these settings in"), _channels(guild, (server.log,), 1), NOWHERE),
            PickField(say("List all tables in"), _channels(guild, (server.overview,), 1), NOWHERE),
        ),
    )


def defaults_form(server: ServerSettings) -> Form:
    """Return the form of the settings of new tables, and of pictures."""
    return Form(
        say("New tables"),
        "s1:form:defaults",
        (
            ChoiceField(say("Time limit"), tuple(menu_options(PACE_NAMES)), server.pace),
            ChoiceField(say("When time is up"), tuple(menu_options(TIMEOUT_ACTIONS)), server.lapse),
            ChoiceField(say("Language"), tuple(menu_options(LANGUAGE)), offered_language(server.language) or AS_DISCORD),
            ChoiceField(say("Running tables"), tuple(menu_options(MOST)), str(server.most)),
            ChoiceField(say("Pictures"), tuple(menu_options(THEME_NAMES)), server.theme, PUBLIC_PICTURES),
        ),
    )


def leaderboard_form(server: ServerSettings) -> Form:
    """Return the form of the settings about competition."""
    ratings = ChoiceField(say("Ratings"), tuple(menu_options(RATINGS)), _ratings_key(server.ratings), RATINGS_HELP)
    return Form(say("Leaderboard"), "s1:form:leaderboard", (ratings,))


def _ratings_key(on: bool) -> str:
    return "on" if on else "off"


def seasons_form(guild: discord.Guild, server: ServerSettings) -> Form:
    """Return the form that says when seasons end, and where their final tables are posted."""
    return Form(
        say("Seasons"),
        "s1:form:seasons",
        (
            ChoiceField(say("Seasons end"), tuple(menu_options(SEASONS)), server.seasons),
            PickField(say("Post the final table in"), _channels(guild, (server.finals,), 1), NOWHERE),
        ),
    )


def _channels(guild: discord.Guild, chosen: tuple[int | None, ...], most: int) -> Picker:
    kept = tuple(each for each in chosen if each is not None and guild.get_channel(each))
    return Picker("channels", say("Choose a channel"), "", 0, most, kept)


def _roles(guild: discord.Guild, chosen: tuple[int, ...]) -> Picker:
    kept = tuple(each for each in chosen if guild.get_role(each))
    return Picker("roles", say("Choose roles"), "", 0, MENU_CHOICES, kept)


def in_words(server: ServerSettings) -> dict[str, Any]:
    """Return the value of each setting in words, by the name of the setting."""
    return {
        "channels": tuple(map(place, server.channels)) or say("all channels"),
        "roles": tuple(map(role, server.roles)) or say("everybody"),
        "threads": _threads_name(server.threads),
        "log": place(server.log) if server.log else say("no channel"),
        "overview": place(server.overview) if server.overview else say("no channel"),
        "pace": PACE_NAMES[server.pace],
        "lapse": TIMEOUT_ACTIONS[server.lapse],
        "language": _language_name(server.language),
        "most": _most_name(server.most),
        "theme": THEME_NAMES.get(server.theme, THEME_NAMES["light"]),
        "ratings": RATINGS[_ratings_key(server.ratings)],
        "seasons": SEASONS.get(server.seasons, SEASONS[BY_HAND]),
        "finals": place(server.finals) if server.finals else say("no channel"),
    }
