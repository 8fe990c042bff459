"""/game …: open a table, join, leave, start, cancel, list."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import discord
from discord import ButtonStyle, app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.board.lines import title_line
from cogs.discord_api.members import has_left
from cogs.lobby.limits import is_limited, limited_players
from cogs.lobby.listing import show_list
from cogs.lobby.message import on_lobby, refresh_lobby, remember_lobby, show_lobby
from cogs.lobby.opening import make_reserved_seat, open_table, require_free_thread
from cogs.lobby.terms import LANGUAGES, PACE_NAMES, POINTS, SEATINGS, TIMEOUT_ACTIONS, command_choices, known_language
from cogs.lobby.threads import find_place
from cogs.shell.answer import Answer, Late, private
from cogs.shell.audience import language_of_new, reader_of
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import button, layout, note, rows
from cogs.shell.find import offer_games, offer_tables
from cogs.shell.hosting import remove_from_table
from cogs.shell.reader import plain_name
from cogs.shell.respond import answers, offers
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from cogs.shell.words import describe, word
from host.computers import LEVEL_NAMES, new_computers
from host.lobby import Terms, require_ready
from host.mentions import place
from host.quotas import quotas_of
from host.rated import ConsentNeeded
from host.refusal import Refused
from host.servers import read_server_settings
from host.table import Table
from render import Teller, cover
from rules import GAMES
from rules.game import Variant
from rules.text import Text, listed, say, say_n


def _variant(i: Interaction, variant: Variant) -> str:
    return reader_of(i).label(say("{key}: {title}", key=variant.key, title=variant.title), 100)


class Lobby(
    commands.GroupCog, group_name=word("command", "game"), group_description=word("description", "Open, join and start tables")
):
    """The commands of open tables."""

    def __init__(self, client: Parterre) -> None:
        self._client = client

    async def cog_load(self) -> None:
        """Start to paint the sprites of all games that are being played, before anybody waits for them."""
        played = [key for key in await self._client.tables.store.games() if key in GAMES]
        self._client.background(self._paint(played))

    async def _paint(self, played: Sequence[str]) -> None:
        """Paint a cover of each game; with no games, paint one all the same, to start a drawing process."""
        drawing = self._client.drawing
        for key in played or ([next(iter(GAMES))] if drawing.processes else []):
            await drawing.draw_later(cover, key, max(GAMES[key].seats), Teller())

    @app_commands.command(name=word("command", "new"), description=word("description", "Open a table in this channel"))
    @describe(
        game=word("description", "The game to play"),
        seats=word("description", "Number of players, computers included"),
        computers=word("description", "Number of computer players; alone with them, you play a practice game"),
        level=word("description", "Strength of the computer players"),
        pace=word("description", "Time limit for each turn"),
        late=word("description", "What happens when a turn runs out of time"),
        options=word("description", "Variants of the game"),
        order=word("description", "Order of the seats"),
        points=word("description", "When to show the points for an answer"),
        language=word("description", "Language of the table"),
        first_game=word("description", "Show first-time players a line of the rules with each question"),
        hints=word("description", "Allow hints (default: only in practice games)"),
        rated=word("description", "Count the result on this server's leaderboard, where everybody's name appears"),
        invite=word("description", "Keep a seat for this person"),
    )
    @app_commands.choices(
        pace=command_choices(PACE_NAMES),
        late=command_choices(TIMEOUT_ACTIONS),
        order=command_choices(SEATINGS),
        points=command_choices(POINTS),
    )
    @app_commands.choices(language=command_choices(LANGUAGES), level=command_choices(LEVEL_NAMES))
    @answers(Late.PUBLIC)
    async def new(
        self,
        i: Interaction,
        game: str,
        seats: int | None = None,
        computers: int = 0,
        level: str = "",
        pace: str = "",
        late: str = "",
        options: str = "",
        order: str = "joined",
        points: str = "shown",
        language: str = "",
        first_game: bool = True,
        hints: bool | None = None,
        rated: bool = False,
        invite: discord.Member | discord.User | None = None,
    ) -> Answer:
        assert i.guild_id is not None
        await require_free_thread(i)
        server = await read_server_settings(i.client.tables.store, i.guild_id)
        terms = Terms(
            size=seats,
            pace=pace or server.pace,
            lapse=late or server.lapse,
            seating=order,
            points=points,
            guidance="first" if first_game else "none",
            language=known_language(language) or await language_of_new(i),
            hints=None if hints is None else int(hints),
            rated=int(rated),
        )
        variants = tuple(options.replace(",", " ").split())
        guests = [await make_reserved_seat(i, invite)] if invite else []
        return await open_table(i, game, terms, variants=variants, invited=guests, computers=new_computers(computers, level))

    @new.autocomplete("game")
    @offers
    async def games(self, i: Interaction, current: str) -> list[Choice[str]]:
        return offer_games(i, current)

    @new.autocomplete("options")
    @offers
    async def variants(self, i: Interaction, current: str) -> list[Choice[str]]:
        rules = GAMES.get(str(i.namespace.game))
        known = rules.variants if rules else ()
        return [Choice(name=_variant(i, v), value=v.key) for v in known if current.lower() in v.key]

    @app_commands.command(name=word("command", "join"), description=word("description", "Take a seat at an open table"))
    @describe(table=word("description", "The table, if the channel has several"))
    @answers()
    async def join_command(self, i: Interaction, table: int | None = None) -> Answer:
        return await join(i)

    @app_commands.command(name=word("command", "leave"), description=word("description", "Give up your seat before the start"))
    @describe(table=word("description", "The table, if the channel has several"))
    @answers()
    async def leave_command(self, i: Interaction, table: int | None = None) -> Answer:
        return await leave(i)

    @app_commands.command(
        name=word("command", "start"), description=word("description", "Start the game with everyone who has joined")
    )
    @describe(table=word("description", "The table, if the channel has several"))
    @answers()
    async def start_command(self, i: Interaction, table: int | None = None) -> Answer:
        return await start(i)

    @app_commands.command(name=word("command", "cancel"), description=word("description", "Cancel your open table"))
    @describe(table=word("description", "The table, if the channel has several"))
    @answers()
    async def cancel_command(self, i: Interaction, table: int | None = None) -> Answer:
        return await cancel(i)

    @app_commands.command(
        name=word("command", "list"),
        description=word("description", "Show the open and running tables of this channel or of the whole server"),
    )
    @describe(everywhere=word("description", "Show all channels that you can see"))
    @answers()
    async def list_tables(self, i: Interaction, everywhere: bool = False) -> Answer:
        return await show_list(i, 0, everywhere=everywhere)

    @join_command.autocomplete("table")
    @leave_command.autocomplete("table")
    @start_command.autocomplete("table")
    @cancel_command.autocomplete("table")
    @offers
    async def open_tables(self, i: Interaction, current: str) -> list[Choice[int]]:
        return await offer_tables(i, current, "open")


@route("l1:join:{table}", Late.CHANGE)
async def join(i: Interaction) -> Answer:
    """Take a seat. For a rated table, first tell what that means, with a button to agree."""
    try:
        return await _join(i, rated=False)
    except ConsentNeeded as needed:
        at = table_of(i).position
        agree = button(say("Join"), f"l1:agree:{at.id}", ButtonStyle.primary)
        return private(layout(title_line(at), needed.text, *rows([agree])))


@route("l1:agree:{table}", Late.CHANGE)
async def join_rated(i: Interaction) -> Answer:
    """Take a seat, after a message that tells whether the table is rated, and what that means."""
    return await _join(i, rated=True)


async def _join(i: Interaction, *, rated: bool) -> Answer:
    name = plain_name(i.user.display_name)
    async with lobby_of(i) as found:
        await i.client.tables.join(found.id, i.user.id, name, bounded=is_limited(i), rated=rated)
    i.client.background(i.client.presence.check_players(found))
    return await show_lobby(
        i, found, say("You have joined table {table}. The game starts when the host presses Start.", table=found.id)
    )


@route("l1:leave:{table}", Late.CHANGE)
async def leave(i: Interaction) -> Answer:
    async with lobby_of(i) as found:
        await i.client.tables.leave(found.id, i.user.id)
    return await show_lobby(i, found, say("You have left table {table}.", table=found.id))


@route("l1:cancel:{table}", Late.CHANGE)
async def cancel(i: Interaction) -> Answer:
    async with lobby_of(i) as found:
        await i.client.tables.cancel(found.id, i.user.id, admin=i.permissions.manage_guild)
    return await show_lobby(i, found, say("Table {table} is cancelled.", table=found.id))


@route("l1:start:{table}", Late.CHANGE)
async def start(i: Interaction) -> Answer:
    async with lobby_of(i) as found:
        require_ready(found.position, i.user.id)
        await _remove_people_who_left(i, found)
        limited = await limited_players(i, found)
        await (await quotas_of(found)).require_start(found.position, i.user.id, limited)
        await remember_lobby(i, found)
        found_place = await find_place(i, found.position)
        row = found.position.row
        if found_place not in (row.channel, row.lobby):  # the card of this thread was missing
            await i.client.tables.set_lobby(found, found_place, None)
        if found_place != row.place:
            await i.client.tables.move_to(found, found_place)
        await i.client.tables.start(found.id, i.user.id, i.id, limited)
    told = say("Table {table} has started in {place}.", table=found.id, place=place(found_place))
    answer = await show_lobby(i, found, told)
    in_thread = found_place != found.position.row.channel
    return replace(answer, more=(note(told),)) if in_thread and on_lobby(i, found) else answer


@asynccontextmanager
async def lobby_of(i: Interaction) -> AsyncGenerator[Table]:
    """Yield the table of an interaction before its start; if it is not open any more, refresh its clicked message."""
    found = table_of(i)
    try:
        yield found
    except Refused:
        row = found.position.row
        if row.status != "open" and i.message is not None and i.message.id == row.lobby:
            await refresh_lobby(i.client, found)
        raise


async def _remove_people_who_left(i: Interaction, table: Table) -> None:
    """Take the seats of people who left the server.

    :raises Refused: if there was anybody.
    """
    at, gone = table.position, list[Text]()
    for seat in at.seated:
        if i.guild and seat.person != i.user.id and await has_left(i.client, i.guild.id, seat.person):
            await remove_from_table(i.client, table, seat.person)
            gone.append(at.called[seat.seat])
    if gone:
        await refresh_lobby(i.client, table)
        raise Refused(
            say_n(
                "{people} left this server, so that seat is free. Press **Start** again when you are ready.",
                "{people} left this server, so their seats are free. Press **Start** again when you are ready.",
                len(gone),
                people=listed(*gone),
            )
        )


async def setup(client: Parterre) -> None:
    await client.add_cog(Lobby(client))
