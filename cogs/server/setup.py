"""/setup: how a server holds its tables, which permissions are missing where, and messages that were given up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from typing import LiteralString

import discord
from discord import app_commands
from discord.ext import commands

from cogs.discord_api.errors import reason_text
from cogs.discord_api.permissions import missing_permissions
from cogs.server.deleted import clear_deleted
from cogs.server.mending import NO_UPLOADS
from cogs.server.seasons import show_seasons
from cogs.server.settings import FORMS, SETTINGS, defaults_form, in_words, leaderboard_form, places_form
from cogs.shell.acting import known_person
from cogs.shell.answer import Answer, Late, open_form, private
from cogs.shell.chosen import chosen_values, form_values
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, button, layout, rows
from cogs.shell.reader import clip
from cogs.shell.respond import answers
from cogs.shell.routes import route
from cogs.shell.server_choices import without_deleted
from cogs.shell.words import word
from db.rows import OutboxRow
from host.mentions import command, place
from host.seasons import schedule_end
from host.servers import ServerSettings, read_server_settings, set_server_settings
from rules.text import Text, joined, message, named, say

Handler = Callable[[Interaction, discord.Guild], Awaitable[Answer]]

UNSENT: dict[str, LiteralString] = {
    "board": message(
        "✗ Discord refused the board of table {table} for a day: {why}. Once that is fixed, {board} there posts the board again."
    ),
    "lobby": message(
        "✗ Discord refused the message of table {table} for a day: {why}. Once that is fixed, {board} there posts the board "
        "again."
    ),
    "notice": message(
        "✗ Discord refused a notice of table {table} for a day: {why}. Once that is fixed, {board} there posts the board again."
    ),
}
CHANGE_UNSENT = message(
    "✗ Discord refused a change of table {table} for a day: {why}. Once that is fixed, {board} there posts the board again."
)
INTRO = message("""## Settings of this server
**Where** {channels} · {threads}
**Opened by** {roles}
**New tables** {pace} · when time is up, {lapse} · language: {language}
**Running tables** {most}
**Pictures** {theme}
**Ratings** {ratings}
**Changes to these settings are posted in** {log}
**List of all tables in** {overview}
-# Running tables keep their settings. Their next pictures have the background that you choose.""")


class Setup(commands.Cog):
    """The command /setup."""

    @app_commands.command(
        name=word("command", "setup"),
        description=word("description", "How games are run on this server, and which permissions are missing"),
    )
    @answers()
    async def setup_command(self, i: Interaction) -> Answer:
        return await _show(i)


async def setup_panel(client: Parterre, guild: discord.Guild, cleared: Sequence[Text] = ()) -> Layout:
    """Return the present settings, buttons to change them, missing permissions, and messages that could not be sent here.

    :param cleared: sentences about chosen channels and roles that were deleted.
    """
    tables = client.tables
    server = await read_server_settings(tables.store, guild.id)
    given_up = await tables.store.outbox.given_up(guild.id, tables.now())
    lacks = [
        each for each in _channels(guild, server) if missing_permissions(each.permissions_for(guild.me), threads=server.threads)
    ]
    missing = clip(joined("\n", *(_line(each, guild.me, server) for each in lacks)), 1300) if lacks else None
    return layout(
        clip(say(INTRO, **in_words(server)), 1500),
        joined("\n", *cleared) if cleared else None,
        *rows(
            [
                button(say("Places…"), "s1:places"),
                button(say("New tables…"), "s1:defaults"),
                button(say("Leaderboard…"), "s1:leaderboard"),
            ]
        ),
        missing,
        clip(joined("\n", *map(_unsent, given_up)), 600) if given_up else None,
        NO_UPLOADS if client.uploads.are_refused(guild.id) else None,
        *rows(
            [
                button(say("Permissions"), "s1:permissions"),
                button(say("Tables…"), "s1:tables:0:first"),
                button(say("Limits…"), "s1:quotas"),
                button(say("Seasons…"), "s1:seasons"),
                button(say("Delete data…"), "s1:forget"),
            ]
        ),
    )


def _unsent(row: OutboxRow) -> Text:
    """Return a line about a message that was given up, and how it can be sent after all."""
    if row.table is None:
        return say("✗ Discord refused a message about this server for a day: {why}.", why=reason_text(row.trouble))
    return say(UNSENT.get(row.kind, CHANGE_UNSENT), table=row.table, why=reason_text(row.trouble), board=command("board"))


def permissions_page(guild: discord.Guild, server: ServerSettings) -> Layout:
    """Return a page with the missing permissions of each channel."""
    lines = [_line(channel, guild.me, server) for channel in _channels(guild, server)]
    head = say("**Permissions where tables may be opened**")
    return layout(clip(joined("\n", head, *lines), 3900), *rows([button(say("Back"), "s1:back")]))


def _channels(guild: discord.Guild, server: ServerSettings) -> list[discord.TextChannel]:
    """Return the channels that may hold tables."""
    return [channel for channel in guild.text_channels if not server.channels or channel.id in server.channels]


def _line(channel: discord.TextChannel, me: discord.Member, server: ServerSettings) -> Text:
    has = channel.permissions_for(me)
    missing, for_threads = missing_permissions(has, threads=False), missing_permissions(has, threads=True)
    here, wanted = place(channel.id), tuple(for_threads)
    if missing:
        return say("✗ {place}: no tables. Missing: {missing}.", place=here, missing=wanted)
    if not server.threads:
        return say("✓ {place}: one table at a time, in the channel.", place=here)
    if for_threads:
        return say("✓ {place}: one table at a time, in the channel. For threads, allow: {missing}.", place=here, missing=wanted)
    return say("✓ {place}: several tables, each in a thread.", place=here)


@route("s1:places", Late.NEVER)
async def open_places(i: Interaction) -> Answer:
    """Open the form of the channels and roles."""
    guild = _guild(i)
    return open_form(places_form(guild, await read_server_settings(i.client.tables.store, guild.id)))


@route("s1:defaults", Late.NEVER)
async def open_defaults(i: Interaction) -> Answer:
    """Open the form of the settings of new tables."""
    return open_form(defaults_form(await read_server_settings(i.client.tables.store, _guild(i).id)))


@route("s1:leaderboard", Late.NEVER)
async def open_leaderboard(i: Interaction) -> Answer:
    """Open the form of the settings about competition."""
    return open_form(leaderboard_form(await read_server_settings(i.client.tables.store, _guild(i).id)))


@route("s1:form:{name:w}")
async def store_form(i: Interaction, name: str) -> Answer:
    """Store the settings of a submitted form, and show the page from which it was opened."""
    names = FORMS.get(name, ())
    answer = await _store(i, dict(zip(names, form_values(i), strict=False)))
    return await show_seasons(i) if name == "seasons" else answer


async def choose_in_menu(i: Interaction) -> Answer:
    """Store the setting that was chosen in a menu of a former version."""
    return await _store(i, {i.data["custom_id"].split(":")[1]: chosen_values(i)})  # type: ignore[index, typeddict-item]


for _name in (*FORMS["places"], *FORMS["defaults"]):
    route(f"s1:{_name}")(choose_in_menu)


async def _store(i: Interaction, given: Mapping[str, list[str]]) -> Answer:
    """Store settings, announce the changed ones, and show the panel again.

    :param given: by the name of a setting, its values as Discord sent them.
    :raises Refused: for values that are not on offer.
    """
    guild, store = _guild(i), i.client.tables.store
    chosen = {name: SETTINGS[name].read(guild, values) for name, values in given.items()}
    cleared = await clear_deleted(store, guild)
    before = asdict(await read_server_settings(store, guild.id))
    changed = {name: value for name, value in chosen.items() if before[name] != value}
    if changed:
        told = joined(" ", *(SETTINGS[name].tell(named(i.user.id), value) for name, value in changed.items()))
        seasons = schedule_end(guild.id, changed["seasons"], i.client.tables.now()) if "seasons" in changed else []
        await set_server_settings(store, guild.id, told, [*known_person(i), *seasons], **changed)
    i.client.sender.wake()
    return private(await setup_panel(i.client, guild, cleared))


@route("s1:back")
async def back(i: Interaction) -> Answer:
    return await _show(i)


@route("s1:permissions")
async def show_permissions(i: Interaction) -> Answer:
    guild = _guild(i)
    return private(permissions_page(guild, without_deleted(guild, await read_server_settings(i.client.tables.store, guild.id))))


async def _show(i: Interaction) -> Answer:
    cleared = await clear_deleted(i.client.tables.store, _guild(i))
    i.client.sender.wake()
    return private(await setup_panel(i.client, _guild(i), cleared))


def _guild(i: Interaction) -> discord.Guild:
    """Return the server of an interaction; /setup works only on servers."""
    assert i.guild is not None
    return i.guild


async def setup(client: Parterre) -> None:
    await client.add_cog(Setup())
