"""Open a table from a command or a menu, in the channel where it belongs."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.lobby.limits import is_limited
from cogs.lobby.message import answer_new, restore_lobby
from cogs.shell.answer import Answer, Late, private
from cogs.shell.audience import language_of_new
from cogs.shell.chosen import chosen_value
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Menu, layout, menu, note
from cogs.shell.reader import plain_name
from cogs.shell.routes import route
from cogs.shell.visibility import jump, require_sight
from db.rows import SeatRow, TableRow
from host.lobby import Terms, reserved_seat
from host.mentions import link, place
from host.refusal import Refused
from host.servers import read_server_settings
from host.tables import game_named
from rules import GAMES
from rules.text import message, say

OCCUPIED = message("A table is running in this thread. Please open another one in {channel}.")
ELSEWHERE = say("A seat can be kept for people of this server only.")


def make_guest_seat(i: Interaction, person: int, name: str, *, bot: bool) -> SeatRow:
    """Return the reserved seat of a guest.

    :raises Refused: for a program, or for the person who asks.
    """
    if bot or person == i.user.id:
        raise Refused(say("A seat can be kept for another person, not for a program or for yourself."))
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


def game_menu(custom_id: str) -> Menu:
    """Return a menu of all games, whose values are their keys."""
    return menu(say("Choose a game"), custom_id, [(game.title, game.key) for game in GAMES.values()])


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


@route("l1:new")
async def open_button(i: Interaction) -> Answer:
    """Ask which game a new table is for."""
    told = say("Choose a game. The table opens in {channel}.", channel=place(await channel_for_new(i)))
    return private(layout(told, game_menu("l1:game")))


@route("l1:game", Late.PUBLIC)
async def game_chosen(i: Interaction) -> Answer:
    """Open a table for the chosen game on this server's usual terms."""
    return await open_table(i, game_named(chosen_value(i)).key, await usual_terms(i), invited=())


async def setup(_: Parterre) -> None:
    """Register only routes."""
