"""The tables of a server, for its managers, who may end them or move them to another channel."""

from __future__ import annotations

import logging
from dataclasses import replace

import discord
from discord import ButtonStyle

from cogs.board.lines import page_of, title_line
from cogs.discord_api.errors import UNREACHABLE
from cogs.lobby.card import closed_message, left_message
from cogs.lobby.listing import NONE, lines_of, visible_tables
from cogs.lobby.message import refresh_lobby
from cogs.lobby.threads import find_place
from cogs.sender.editing import Posted, edit_message
from cogs.server.channels import writable_channel
from cogs.shell.answer import Answer, private
from cogs.shell.chosen import chosen_number, chosen_value
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, Picker, button, layout, menu, note, rows, turner
from cogs.shell.find import table_name
from cogs.shell.reader import plain_name
from cogs.shell.routes import route
from cogs.shell.visibility import table_of, visible_table
from host.leaving import end_by_manager, move_table
from host.mentions import place
from host.position import Position
from host.refusal import Refused
from rules.text import say

log = logging.getLogger(__name__)

HEAD = say("## Tables of this server\n-# Choose one to end it, or to move it to another channel.")


@route("s1:tables:{page}:{name:w}")
async def show_tables(i: Interaction, page: int, name: str) -> Answer:
    """Show a page of the tables that this manager may see, with a menu of them."""
    rows_shown, page, count = page_of(await visible_tables(i), page)
    seen = await i.client.tables.summaries([row.id for row in rows_shown])
    lines = lines_of(seen, everywhere=True) or [NONE]
    chosen = menu(say("Choose a table"), f"s1:table:{page}", [(table_name(at), str(at.id)) for at in seen]) if seen else None
    back = rows([button(say("Back"), "s1:back")])
    return private(layout(HEAD, *lines, chosen, *turner("s1:tables", page, count), *back))


@route("s1:table:{page}")
async def choose_table(i: Interaction, page: int) -> Answer:
    number = chosen_number(i)
    if number is None:
        raise Refused(say("That is not a table. Please choose in the menu."))
    return private(_panel((await visible_table(i, number)).position, page))


def _panel(at: Position, page: int) -> Layout:
    """Return the actions for a table."""
    running = at.row.status == "running"
    ways = [button(say("End…"), f"s1:end:{at.id}", ButtonStyle.danger), button(say("Back"), f"s1:tables:{page}:back")]
    elsewhere = Picker("channels", say("Move it to another channel"), f"s1:move:{at.id}") if running else None
    return layout(*lines_of([at], everywhere=True), elsewhere, *rows(ways))


@route("s1:end:{table}")
async def ask_to_end(i: Interaction) -> Answer:
    at = table_of(i).position
    told = say("The game ends here, as it stands.") if at.row.status == "running" else say("The table is closed.")
    ways = [button(say("End it"), f"s1:ended:{at.id}", ButtonStyle.danger), button(say("Back"), "s1:tables:0:back")]
    return private(layout(title_line(at), told, *rows(ways)))


@route("s1:ended:{table}")
async def end_table(i: Interaction) -> Answer:
    found = table_of(i)
    if found.position.row.status == "open":
        await i.client.tables.cancel(found.id, i.user.id, admin=True)
        return private(note(say("Table {table} is cancelled.", table=found.id))).then(lambda _: refresh_lobby(i.client, found))
    await end_by_manager(found, i.user.id, plain_name(i.user.display_name), i.id)
    i.client.sender.wake()
    return private(note(say("Table {table} has ended.", table=found.id)))


@route("s1:move:{table}")
async def move_menu(i: Interaction) -> Answer:
    """Move a table to a new thread in the chosen channel, or to the channel itself if no thread can be made."""
    assert i.guild is not None
    found = table_of(i)
    channel = writable_channel(i.guild, chosen_value(i))
    at = found.position
    at.require_running()
    there, card = await _home(i, at, channel)
    await move_table(found, channel.id, there, card, (i.user.id, plain_name(i.user.display_name)), i.id)
    i.client.sender.wake()

    async def then(_: int | None) -> None:
        now = found.position
        if card is not None:
            await _change_card(i.client, now, closed_message(now, i.client.tables.now()))
        if at.row.lobby is not None and at.row.place != at.row.channel:
            await _change_card(i.client, at, left_message(now))

    return private(note(say("Table {table} continues in {place}.", table=found.id, place=place(there)))).then(then)


async def _home(i: Interaction, at: Position, channel: discord.TextChannel) -> tuple[int, int | None]:
    """Return the place of a table in this channel, and its card there: the message that its thread hangs on."""
    there = await find_place(i, replace(at, row=at.row._replace(channel=channel.id, place=channel.id, lobby=None)))
    return there, None if there == channel.id else there


async def _change_card(client: Parterre, at: Position, shown: Layout) -> None:
    """Edit a card at once if possible; the next change of the table updates it anyhow."""
    assert at.row.lobby is not None
    try:
        await edit_message(client, Posted(at.row.guild, at.row.channel, at.row.lobby, at.row.language), shown)
    except UNREACHABLE as error:
        log.info("table %d: its card is unchanged: %s", at.id, error)


async def setup(_: Parterre) -> None:
    """Do nothing: the import registered the routes. discord.py calls this."""
