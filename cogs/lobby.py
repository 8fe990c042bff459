"""/game …: opening a table and what happens at it before the start."""

from __future__ import annotations

import logging

import discord
from discord import ButtonStyle, app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.board import cover
from cogs.find import find_table, table_choices
from cogs.house import House, Interaction, table_of
from cogs.permissions import missing_here
from cogs.routes import route
from cogs.ui import Layout, Picture, button, defer, files, layout, note_view, on_private_message, private, rows
from cogs.words import cut, names_of, plain_name
from db.rows import SeatRow
from host.refusal import Refused
from host.table import Table
from rules import GAMES
from rules.text import say

log = logging.getLogger(__name__)

UNKNOWN_MEMBER = 10007


def lobby_message(table: Table) -> tuple[Layout, Picture]:
    """An open table: who sits at it, what is agreed on, and how to join."""
    shown = cover(table.row.game, table.row.size)
    name = names_of(table.names)
    seated = [f"{n + 1}. {name(n)}{' (host)' if seat.person == table.row.host else ''}" for n, seat in enumerate(table.seats)]
    free = [f"{n}. *free*" for n in range(len(table.seats) + 1, table.row.size + 1)]
    chosen = [str(v.title) for v in table.game.variants if v.key in table.row.variants.split()]
    head = f"## {table.game.title}\n-# {table.game.credits} · about {table.game.minutes} minutes of play · table {table.id}"
    agreed = "".join(f"\n-# Option: {title}." for title in chosen)
    controls = [
        button("Join", f"l1:join:{table.id}", ButtonStyle.primary, disabled=len(table.seats) >= table.row.size),
        button("Leave", f"l1:leave:{table.id}"),
        button("Start", f"l1:start:{table.id}", ButtonStyle.success, disabled=len(table.seats) < min(table.game.seats)),
        button("Cancel", f"l1:cancel:{table.id}", ButtonStyle.danger),
    ]
    return layout(head + agreed, shown, "\n".join([*seated, *free]), *rows(controls)), shown


def closed_message(table: Table) -> Layout:
    """What stays of the lobby message once the table has started or was cancelled."""
    if table.row.status == "cancelled":
        return layout(f"## {table.game.title}\nTable {table.id} was cancelled.")
    people = ", ".join(names_of(table.names)(seat.seat) for seat in table.seats)
    return layout(f"## {table.game.title}\n{people} play table {table.id} in <#{table.row.place}>.")


async def refresh(i: Interaction, table: Table) -> None:
    """Show the lobby message as it is now: the clicked one at once, else by the bot's own right."""
    if table.row.status == "open":
        view, shown = lobby_message(table)
        attached = files(shown)
    else:
        view, attached = closed_message(table), []
    clicked = i.type is discord.InteractionType.component
    if clicked and i.response.is_done():
        await i.edit_original_response(view=view, attachments=attached)
    elif clicked:
        await i.response.edit_message(view=view, attachments=attached)
    elif table.row.board:
        try:
            message = i.client.poster.channel(table.row.channel, table.row.guild).get_partial_message(table.row.board)
            await message.edit(view=view, attachments=attached)
        except discord.HTTPException as error:
            log.info("lobby of table %d not refreshed: %s", table.id, error)


async def tell(i: Interaction, sentence: str) -> None:
    """Answer privately, unless the changed lobby message was the answer."""
    if i.type is discord.InteractionType.application_command or on_private_message(i):
        await private(i, note_view(sentence))


class Lobby(commands.GroupCog, group_name="game", group_description="Tables of this channel"):
    """Open, join, leave, start, cancel, list."""

    @app_commands.command(name="new", description="Open a table in this channel")
    @app_commands.describe(game="Which game", seats="For how many people", options="Agreed ways to play, such as variants")
    @app_commands.guild_only()
    async def new(self, i: Interaction, game: str, seats: int | None = None, options: str = "") -> None:
        lacking = missing_here(i)
        if lacking:
            raise Refused(say("I cannot hold a table here. I lack: {permissions}.", permissions=tuple(lacking)))
        assert i.guild_id is not None
        assert i.channel_id is not None
        host = SeatRow(0, i.user.id, plain_name(i.user.display_name))
        variants = tuple(options.replace(",", " ").split())
        table = await i.client.tables.open(
            game=game, size=seats, variants=variants, host=host, guild=i.guild_id, channel=i.channel_id
        )
        view, shown = lobby_message(table)
        answer = await i.response.send_message(view=view, files=files(shown))
        assert answer.message_id is not None
        await i.client.tables.set_board(table, answer.message_id)

    @new.autocomplete("game")
    async def games(self, _: Interaction, current: str) -> list[Choice[str]]:
        typed = current.lower()
        return [Choice(name=g.title, value=g.key) for g in GAMES.values() if typed in g.title.lower() or typed in g.key][:25]

    @new.autocomplete("options")
    async def variants(self, i: Interaction, current: str) -> list[Choice[str]]:
        rules = GAMES.get(str(i.namespace.game))
        known = rules.variants if rules else ()
        return [Choice(name=cut(f"{v.key}: {v.title}", 100), value=v.key) for v in known if current.lower() in v.key]

    @app_commands.command(name="join", description="Take a seat at an open table")
    @app_commands.describe(table="Which table, where the channel has several")
    @app_commands.guild_only()
    async def join_command(self, i: Interaction, table: int | None = None) -> None:
        await join(i, (await find_table(i, table, "open")).id)

    @app_commands.command(name="leave", description="Give up your seat before the start")
    @app_commands.describe(table="Which table, where the channel has several")
    @app_commands.guild_only()
    async def leave_command(self, i: Interaction, table: int | None = None) -> None:
        await leave(i, (await find_table(i, table, "open")).id)

    @app_commands.command(name="start", description="Begin to play with those who have joined")
    @app_commands.describe(table="Which table, where the channel has several")
    @app_commands.guild_only()
    async def start_command(self, i: Interaction, table: int | None = None) -> None:
        await start(i, (await find_table(i, table, "open")).id)

    @app_commands.command(name="cancel", description="Close an open table of yours")
    @app_commands.describe(table="Which table, where the channel has several")
    @app_commands.guild_only()
    async def cancel_command(self, i: Interaction, table: int | None = None) -> None:
        await cancel(i, (await find_table(i, table, "open")).id)

    @app_commands.command(name="list", description="Open and running tables of this channel")
    @app_commands.guild_only()
    async def list_tables(self, i: Interaction) -> None:
        assert i.channel_id is not None
        lines: list[str] = []
        for row in await i.client.tables.living_in(i.channel_id):
            table = await i.client.tables.get(row.id)
            people = ", ".join(names_of(table.names)(seat.seat) for seat in table.seats)
            link = f"https://discord.com/channels/{row.guild}/{row.place}/{row.board}" if row.board else f"<#{row.place}>"
            lines.append(f"**{table.game.title}** (table {row.id}, {row.status}): {people} · {link}")
        text = "\n".join(lines) or "No tables here. /game new opens one."
        await private(i, note_view(cut(text, 3900)))

    @join_command.autocomplete("table")
    @leave_command.autocomplete("table")
    @start_command.autocomplete("table")
    @cancel_command.autocomplete("table")
    async def open_tables(self, i: Interaction, current: str) -> list[Choice[int]]:
        return await table_choices(i, current, "open")


@route("l1:join:{table}")
async def join(i: Interaction, table: int) -> None:
    await table_of(i, table)
    found = await i.client.tables.join(table, i.user.id, plain_name(i.user.display_name))
    await refresh(i, found)
    await tell(i, f"You sit at table {table}. It starts when its host presses Start.")


@route("l1:leave:{table}")
async def leave(i: Interaction, table: int) -> None:
    await table_of(i, table)
    await refresh(i, await i.client.tables.leave(table, i.user.id))
    await tell(i, f"You have left table {table}.")


@route("l1:cancel:{table}")
async def cancel(i: Interaction, table: int) -> None:
    await table_of(i, table)
    found = await i.client.tables.cancel(table, i.user.id, admin=i.permissions.manage_guild)
    await refresh(i, found)
    await tell(i, f"Table {table} is cancelled.")


@route("l1:start:{table}")
async def start(i: Interaction, table: int) -> None:
    found = await table_of(i, table)
    threads = i.app_permissions.create_public_threads and i.app_permissions.send_messages_in_threads
    in_thread = isinstance(i.channel, discord.Thread)
    if in_thread or not threads:
        await _only_one_here(i, found)
    if i.type is discord.InteractionType.component and not on_private_message(i):
        await i.response.defer()
    else:
        await defer(i)
    gone = await _gone(i, found)
    if gone:
        await refresh(i, found)
        raise Refused(say("{people} left this server and had to give up the seat. Start again when you are ready.", people=gone))
    await i.client.tables.start(table, i.user.id, i.id)
    if threads and not in_thread:
        await _open_thread(i, found)
    i.client.poster.owe(table)
    await refresh(i, found)
    await tell(i, f"Table {table} has started in <#{found.row.place}>.")


async def _only_one_here(i: Interaction, table: Table) -> None:
    rows = await i.client.tables.living_in(table.row.channel)
    if any(row.status == "running" and row.place == table.row.channel for row in rows):
        raise Refused(say("A table is running here already, and I may not create threads. Please finish it first."))


async def _gone(i: Interaction, table: Table) -> tuple[str, ...]:
    """Take those off the table who have left the server, when somebody who sits there asks; returns their names."""
    gone: list[str] = []
    for seat in table.seats if table.seat_of(i.user.id) is not None else ():
        try:
            if i.guild and seat.person != i.user.id:
                await i.guild.fetch_member(seat.person)
        except discord.NotFound as error:
            if error.code == UNKNOWN_MEMBER:
                await i.client.tables.leave(table.id, seat.person)
                gone.append(seat.name)
    return tuple(gone)


async def _open_thread(i: Interaction, table: Table) -> None:
    """The table's own thread; if it cannot be made, the table plays in the channel."""
    name = cut(f"{table.game.title} · {', '.join(table.names)}", 100)
    if table.row.board is None:
        return
    message = i.client.poster.channel(table.row.channel, table.row.guild).get_partial_message(table.row.board)
    try:
        thread = await message.create_thread(name=name, auto_archive_duration=10080)
    except (discord.HTTPException, ValueError) as error:
        log.info("table %d plays in its channel: %s", table.id, error)
        return
    await i.client.tables.move_to(table, thread.id)


async def setup(house: House) -> None:
    await house.add_cog(Lobby())
