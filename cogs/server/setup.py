"""/setup: how a server holds its tables, which permissions are missing where, and messages that were given up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, LiteralString

import discord
from discord import app_commands
from discord.ext import commands

from cogs.discord_api.errors import reason_text
from cogs.discord_api.permissions import missing_permissions
from cogs.lobby.terms import AS_DISCORD, LANGUAGES, PACE_NAMES, TIMEOUT_ACTIONS, known_language, term_menu
from cogs.server.channels import text_channel, writable_channel
from cogs.server.deleted import clear_deleted
from cogs.server.mending import NO_UPLOADS
from cogs.shell.answer import Answer, private
from cogs.shell.chosen import chosen_value, chosen_values, number_in
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, Picker, button, layout, rows
from cogs.shell.reader import clip, plain_name
from cogs.shell.respond import answers
from cogs.shell.routes import route
from cogs.shell.server_choices import without_deleted
from cogs.shell.words import word
from db.rows import OutboxRow
from host.lobby import require_one_of
from host.mentions import command, place, role
from host.refusal import Refused
from host.servers import ServerSettings, read_server_settings, set_server_settings
from rules.text import Text, joined, message, say, say_n

Handler = Callable[[Interaction, discord.Guild], Awaitable[Answer]]

THREADS = {"threads": say("a thread for each table"), "channels": say("in the channel, one table at a time")}
MOST = {str(most): say_n("{count} at a time", "up to {count} at a time", most) for most in (1, 2, 3, 5, 10, 20, 50, 100, 200)}
UNSENT: dict[str, LiteralString] = {
    "board": message(
        "✗ The board of table {table} was refused for a day: {why}. When that is mended, {board} there sends the board."
    ),
    "lobby": message(
        "✗ The message of table {table} was refused for a day: {why}. When that is mended, {board} there sends the board."
    ),
    "notice": message(
        "✗ A notice of table {table} was refused for a day: {why}. When that is mended, {board} there sends the board."
    ),
}
CHANGE_UNSENT = message(
    "✗ A change of table {table} was refused for a day: {why}. When that is mended, {board} there sends the board."
)
LANGUAGE = {AS_DISCORD: say("as Discord says, else that of whoever opens the table"), **LANGUAGES}
MENU_CHOICES = 25  # Discord's limit
INTRO = message("""## How tables are held here
Channels: {channels}. Who may open tables: {roles}. Changes are told in: {log}.
-# A change counts at once; tables that run already go on as they are.""")


class Setup(commands.Cog):
    """The command /setup."""

    @app_commands.command(
        name=word("command", "setup"),
        description=word("description", "How tables are held on this server, and which permissions are missing"),
    )
    @answers()
    async def setup_command(self, i: Interaction) -> Answer:
        return await _show(i)


async def setup_panel(client: Parterre, guild: discord.Guild, cleared: Sequence[Text] = ()) -> Layout:
    """Return menus with the present choices, missing permissions, and messages that could not be sent here.

    :param cleared: sentences about chosen channels and roles that were deleted.
    """
    tables = client.tables
    server = await read_server_settings(tables.store, guild.id)
    given_up = await tables.store.outbox.given_up(guild.id, tables.now())
    channels = tuple(map(place, server.channels)) or say("all")
    roles = tuple(map(role, server.roles)) or say("everybody")
    log = place(server.log) if server.log else say("nowhere")
    lacks = [
        each for each in _channels(guild, server) if missing_permissions(each.permissions_for(guild.me), threads=server.threads)
    ]
    missing = clip(joined("\n", *(_line(each, guild.me, server) for each in lacks)), 1300) if lacks else None
    return layout(
        clip(say(INTRO, channels=channels, roles=roles, log=log), 1500),
        joined("\n", *cleared) if cleared else None,
        _channel_menu(guild, say("Channels that may hold tables (none: all)"), "channels", server.channels, MENU_CHOICES),
        _role_menu(guild, server.roles),
        term_menu(say("Pace by default"), "s1:pace", PACE_NAMES, server.pace),
        term_menu(say("When time is up, by default"), "s1:lapse", TIMEOUT_ACTIONS, server.lapse),
        term_menu(say("Language of new tables"), "s1:language", LANGUAGE, server.language or AS_DISCORD),
        term_menu(say("Tables"), "s1:threads", THREADS, "threads" if server.threads else "channels"),
        term_menu(say("Running tables"), "s1:most", MOST, str(server.most)),
        _channel_menu(guild, say("Channel where changes are told (none: nowhere)"), "log", _at_most_one(server.log), 1),
        _channel_menu(
            guild, say("Channel with a list of all tables (none: no list)"), "overview", _at_most_one(server.overview), 1
        ),
        missing,
        clip(joined("\n", *map(_unsent, given_up)), 600) if given_up else None,
        NO_UPLOADS if client.uploads.are_refused(guild.id) else None,
        *rows(
            [
                button(say("Permissions"), "s1:permissions"),
                button(say("Tables…"), "s1:tables:0:first"),
                button(say("Limits…"), "s1:quotas"),
            ]
        ),
    )


def _at_most_one(channel: int | None) -> tuple[int, ...]:
    return () if channel is None else (channel,)


def _unsent(row: OutboxRow) -> Text:
    """Return a line about a message that was given up, and how it can be sent after all."""
    if row.table is None:
        return say("✗ A message about this server was refused for a day: {why}.", why=reason_text(row.trouble))
    return say(UNSENT.get(row.kind, CHANGE_UNSENT), table=row.table, why=reason_text(row.trouble), board=command("board"))


def _channel_menu(guild: discord.Guild, placeholder: Text, what: str, chosen: tuple[int, ...], most: int) -> Picker:
    kept = tuple(each for each in chosen if guild.get_channel(each))
    return Picker("channels", placeholder, f"s1:{what}", 0, most, kept)


def _role_menu(guild: discord.Guild, chosen: tuple[int, ...]) -> Picker:
    kept = tuple(each for each in chosen if guild.get_role(each))
    return Picker("roles", say("Roles that may open tables (none: everybody)"), "s1:roles", 0, MENU_CHOICES, kept)


def permissions_page(guild: discord.Guild, server: ServerSettings) -> Layout:
    """Return a page with the missing permissions of each channel."""
    lines = [_line(channel, guild.me, server) for channel in _channels(guild, server)]
    head = say("**Permissions where tables may be held**")
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


@route("s1:back")
async def back(i: Interaction) -> Answer:
    return await _show(i)


@route("s1:permissions")
async def show_permissions(i: Interaction) -> Answer:
    guild = _guild(i)
    return private(permissions_page(guild, without_deleted(guild, await read_server_settings(i.client.tables.store, guild.id))))


@route("s1:channels")
async def choose_channels(i: Interaction) -> Answer:
    guild = _guild(i)
    channels = tuple(text_channel(guild, value).id for value in chosen_values(i))
    told = say("{who} keeps tables to {places}.", who=_who(i), places=tuple(map(place, channels)))
    everywhere = say("{who} lets tables be held in all channels.", who=_who(i))
    return await _choose(i, told if channels else everywhere, channels=channels)


@route("s1:roles")
async def choose_roles(i: Interaction) -> Answer:
    guild = _guild(i)
    found = [guild.get_role(number_in(value) or 0) for value in chosen_values(i)]
    roles = tuple(role.id for role in found if role is not None)
    if len(roles) < len(found):
        raise Refused(say("That is no role of this server. Please choose in the menu."))
    told = say("{who} lets people with these roles open tables: {roles}.", who=_who(i), roles=tuple(map(role, roles)))
    return await _choose(i, told if roles else say("{who} lets everybody open tables.", who=_who(i)), roles=roles)


@route("s1:pace")
async def choose_pace(i: Interaction) -> Answer:
    pace = _one(i, PACE_NAMES)
    return await _choose(i, say("{who} set the default pace: {pace}.", who=_who(i), pace=PACE_NAMES[pace]), pace=pace)


@route("s1:lapse")
async def choose_lapse(i: Interaction) -> Answer:
    lapse = _one(i, TIMEOUT_ACTIONS)
    told = say("{who} set what happens when time is up: {lapse}.", who=_who(i), lapse=TIMEOUT_ACTIONS[lapse])
    return await _choose(i, told, lapse=lapse)


@route("s1:language")
async def choose_language(i: Interaction) -> Answer:
    chosen = _one(i, LANGUAGE)
    told = say("{who} set the language of new tables: {language}.", who=_who(i), language=LANGUAGE[chosen])
    return await _choose(i, told, language=known_language(chosen))


@route("s1:threads")
async def choose_threads(i: Interaction) -> Answer:
    where = _one(i, THREADS)
    told = say("{who} set where tables live: {where}.", who=_who(i), where=THREADS[where])
    return await _choose(i, told, threads=where == "threads")


@route("s1:most")
async def choose_most(i: Interaction) -> Answer:
    most = int(_one(i, MOST))
    return await _choose(i, say("{who} set how many tables may run: {most}.", who=_who(i), most=most), most=most)


@route("s1:log")
async def choose_log(i: Interaction) -> Answer:
    guild = _guild(i)
    values = chosen_values(i)
    log = writable_channel(guild, values[0]) if values else None
    told = say("{who} has changes of this setup told in {place}.", who=_who(i), place=place(log.id)) if log else None
    none = say("{who} has changes of this setup told nowhere from now on.", who=_who(i))
    return await _choose(i, told or none, log=log and log.id)


@route("s1:overview")
async def choose_overview(i: Interaction) -> Answer:
    values = chosen_values(i)
    chosen = writable_channel(_guild(i), values[0]).id if values else None
    told = say("{who} has a list of all tables in {place}.", who=_who(i), place=place(chosen)) if chosen else None
    none = say("{who} turned off the list of all tables.", who=_who(i))
    return await _choose(i, told or none, overview=chosen)


async def _choose(i: Interaction, told: Text, **chosen: Any) -> Answer:
    """Store a choice, announce it in the channel for changes, and show the panel again."""
    guild = _guild(i)
    cleared = await clear_deleted(i.client.tables.store, guild)
    before = asdict(await read_server_settings(i.client.tables.store, guild.id))
    if any(before[name] != value for name, value in chosen.items()):
        await set_server_settings(i.client.tables.store, guild.id, told, **chosen)
    i.client.sender.wake()
    return private(await setup_panel(i.client, guild, cleared))


async def _show(i: Interaction) -> Answer:
    cleared = await clear_deleted(i.client.tables.store, _guild(i))
    i.client.sender.wake()
    return private(await setup_panel(i.client, _guild(i), cleared))


def _guild(i: Interaction) -> discord.Guild:
    """Return the server of an interaction; /setup works only on servers."""
    assert i.guild is not None
    return i.guild


def _who(i: Interaction) -> str:
    return plain_name(i.user.display_name)


def _one(i: Interaction, known: Mapping[str, Text]) -> str:
    """Return the value chosen in a menu.

    :raises Refused: if it is none of these.
    """
    value = chosen_value(i)
    require_one_of(value, tuple(known))
    return value


async def setup(client: Parterre) -> None:
    await client.add_cog(Setup())
