"""Open a table from a command or a menu, in the channel where it belongs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord

from cogs.discord_api.errors import Kind, classify
from cogs.lobby.limits import is_limited
from cogs.lobby.message import answer_new, restore_lobby
from cogs.lobby.terms import menu_options
from cogs.shell.answer import Answer, Late, open_form, private
from cogs.shell.audience import language_of_new
from cogs.shell.chosen import chosen_value, form_values, number_in
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Menu, menu, note, people_menu
from cogs.shell.forms import ChoiceField, Form, PickField
from cogs.shell.reader import plain_name
from cogs.shell.routes import route
from cogs.shell.visibility import jump, require_sight
from db.rows import SeatRow, TableRow
from host.computers import new_computers
from host.lobby import PACE_NAMES, Terms, reserved_seat
from host.mentions import link, place
from host.refusal import Refused
from host.servers import read_server_settings
from host.tables import game_named
from rules import GAMES
from rules.text import Text, message, say, say_n

OCCUPIED = message("A game is running in this thread. Please open the new table in {channel}.")
GAME = say("Choose a game")
RATED = "rated"  # value of the form, in place of a number of computers: these cannot play rated games
ELSEWHERE = say("You can only keep a seat for people on this server.")


def make_guest_seat(i: Interaction, person: int, name: str, *, bot: bool) -> SeatRow:
    """Return a seat that is reserved for an invited person.

    :param bot: whether Discord says that the account is a program.
    :raises Refused: for a program, or for the person who asks.
    """
    if bot or person == i.user.id:
        raise Refused(say("You can keep a seat for another person, not for a bot or yourself."))
    return reserved_seat(person, plain_name(name))


async def make_reserved_seat(i: Interaction, person: discord.Member | discord.User) -> SeatRow:
    """Return the seat that is kept here for somebody.

    :raises Refused: if they are not of this server, cannot play, or cannot see this place.
    """
    if isinstance(person, discord.User):
        raise Refused(ELSEWHERE)
    seat = make_guest_seat(i, person.id, person.display_name, bot=person.bot)
    await require_sight(i, person, await channel_for_new(i))
    return seat


async def seat_of_member(i: Interaction, person: int) -> SeatRow:
    """Return the seat that is kept here for the member of this server with this id.

    :raises Refused: as in `seat_for`.
    """
    assert i.guild is not None
    try:
        return await make_reserved_seat(i, await i.guild.fetch_member(person))
    except discord.HTTPException as error:
        if classify(error).kind is not Kind.MISSING:
            raise
        raise Refused(ELSEWHERE) from None


async def require_free_thread(i: Interaction) -> None:
    """Refuse to open a table in the thread of a running one, where it could not start.

    :raises Refused: when a table runs in this thread.
    """
    if not isinstance(i.channel, discord.Thread):
        return
    if await _running_here(i, i.channel) is not None:
        raise Refused(say(OCCUPIED, channel=place(i.channel.parent_id)))


async def _running_here(i: Interaction, thread: discord.Thread) -> TableRow | None:
    living = await i.client.tables.living_in(thread.id)
    return next((row for row in living if row.status == "running" and row.place == thread.id), None)


async def usual_terms(i: Interaction, size: int | None = None) -> Terms:
    """Return this server's usual terms; with no ``size`` the table has as many seats as its game allows."""
    assert i.guild_id is not None
    server = await read_server_settings(i.client.tables.store, i.guild_id)
    return Terms(size, server.pace, server.lapse, guidance="first", language=await language_of_new(i))


def game_menu(custom_id: str, label: Text = GAME) -> Menu:
    """Return a menu of all games, whose values are their keys."""
    return menu(label, custom_id, [(game.title, game.key) for game in GAMES.values()])


async def channel_for_new(i: Interaction) -> int:
    """Return the channel for a new table: this one or, in the thread of a game, the channel of that game.

    :raises Refused: in a thread where the running table was opened, too.
    """
    assert i.channel_id is not None
    if not isinstance(i.channel, discord.Thread):
        return i.channel_id
    if running := await _running_here(i, i.channel):
        if running.channel == i.channel_id:
            raise Refused(say(OCCUPIED, channel=place(i.channel.parent_id)))
        return running.channel
    over = await i.client.tables.store.last_over_in(i.channel_id)
    return i.channel_id if over is None else (await i.client.tables.get(over)).position.row.channel


async def open_table(
    i: Interaction,
    game: str,
    terms: Terms,
    *,
    invited: Sequence[SeatRow],
    variants: tuple[str, ...] = (),
    computers: Sequence[SeatRow] = (),
) -> Answer:
    """Open a table whose host is the person who asks, and show it, or the way to its message in another channel.

    :raises Refused: when a table runs in this thread, the terms do not fit the game, or a limit of the server is reached.
    """
    assert i.guild_id is not None
    channel = await channel_for_new(i)
    table = await i.client.tables.open(
        game=game,
        terms=terms,
        variants=variants,
        host=SeatRow(0, i.user.id, plain_name(i.user.display_name)),
        guild=i.guild_id,
        channel=channel,
        invited=invited,
        computers=computers,
        interaction=i.id,
        lobby_answers=channel == i.channel_id,
        bounded=is_limited(i),
        inviting=True,
    )
    if channel == i.channel_id:
        return await answer_new(i, table)
    await restore_lobby(i.client, table)
    row = table.position.row
    table_link = link(say("Table {table}", table=row.id), jump(row))
    return private(note(say("{table} is open in {channel}.", table=table_link, channel=place(channel))))


@route("l1:new", Late.NEVER)
async def open_button(i: Interaction) -> Answer:
    """Open the form of a new table."""
    await channel_for_new(i)
    server = await read_server_settings(i.client.tables.store, i.guild_id or 0)
    sizes = sorted({size for game in GAMES.values() for size in game.seats})
    counts = tuple((say_n("{count} player", "{count} players", size), str(size)) for size in sizes)
    computers = tuple((say_n("{count} computer", "{count} computers", n), str(n)) for n in range(1, max(sizes)))
    rated = ((say("no computers, and the game is rated"), RATED),) if server.ratings else ()
    fields = (
        ChoiceField(say("Game"), tuple((game.title, game.key) for game in GAMES.values()), next(iter(GAMES))),
        ChoiceField(say("Seats"), counts, str(sizes[0])),
        ChoiceField(say("Computer players"), ((say("no computers"), "0"), *rated, *computers), "0", say("They take seats, too.")),
        ChoiceField(say("Time limit"), tuple(menu_options(PACE_NAMES)), server.pace),
        PickField(say("Keep a seat for"), people_menu(say("nobody"), "")),
    )
    return open_form(Form(say("New table"), "l1:opened", fields))


@route("l1:opened", Late.PUBLIC)
async def open_from_form(i: Interaction) -> Answer:
    """Open the table of a submitted form."""
    game, size, computers, pace, invited = (next(iter(values), "") for values in (*form_values(i), *[[]] * 5)[:5])
    guests = [await seat_of_member(i, number_in(invited) or 0)] if invited else []
    terms = replace(await usual_terms(i, number_in(size)), pace=pace, rated=int(computers == RATED))
    machines = new_computers(number_in(computers) or 0, "")
    return await open_table(i, game_named(game).key, terms, invited=guests, computers=machines)


@route("l1:game", Late.PUBLIC)
async def game_chosen(i: Interaction) -> Answer:
    """Open a table for the game chosen in a menu of a former version, on this server's usual terms."""
    return await open_table(i, game_named(chosen_value(i)).key, await usual_terms(i), invited=())


async def setup(_: Parterre) -> None:
    """Do nothing: the import registered the routes. discord.py calls this."""
