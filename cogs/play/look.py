"""Look at a table: /board, and the views behind the buttons of a board message."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.board.message import board_buttons, board_picture, text_pages, turn_line
from cogs.play.context import heading, news_for
from cogs.play.more import view_controls
from cogs.sender.reposting import restore_board
from cogs.shell.answer import Answer, private
from cogs.shell.audience import reader_of
from cogs.shell.chosen import chosen_number
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import button, layout, rows
from cogs.shell.find import offer_tables
from cogs.shell.respond import answers, offers
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from cogs.shell.words import describe, word
from host.outbox import last_story
from host.position import Position
from host.refusal import Refused
from render import details
from rules.game import Event
from rules.text import Text, say


class Look(commands.Cog):
    """The command /board."""

    @app_commands.command(name=word("command", "board"), description=word("description", "The board as you may see it"))
    @describe(
        text=word("description", "In words, for screen readers"),
        table=word("description", "The table, if there are several"),
    )
    @answers()
    async def board(self, i: Interaction, text: bool = False, table: int | None = None) -> Answer:
        found = table_of(i)
        i.client.background(restore_board(i.client, found))
        return await (show_text if text else show_board)(i, found.position)

    @board.autocomplete("table")
    @offers
    async def running_tables(self, i: Interaction, current: str) -> list[Choice[int]]:
        return await offer_tables(i, current, "running")


async def show_board(i: Interaction, at: Position) -> Answer:
    """Show the board as this person may see it, with the events that are new to them, and buttons."""
    news = await news_for(i, at)
    teller, last = reader_of(i, at.names).teller, news.marked or await _last(i, at)
    shown = await board_picture(i.client.drawing, at, at.view(i.user.id), teller, last=last)
    buttons = view_controls(at, at.view(None)) if at.watches(i.user.id) else board_buttons(at)
    parts = (heading(i, at), *news.lines, shown, turn_line(at, i.client.tables.now(), ping=False), *buttons)
    return private(layout(*parts, names=at.names))


async def _last(i: Interaction, at: Position) -> tuple[Event, ...]:
    return await last_story(i.client.tables.store, at.id)


async def show_text(i: Interaction, at: Position) -> Answer:
    """Show the board in words, in as many messages as it needs."""
    news = await news_for(i, at)
    told: list[tuple[Text | None, ...]] = [
        (part,) for part in (*news.lines, *text_pages(at, at.view(i.user.id), reader_of(i, at.names).teller))
    ]
    told[0] = (heading(i, at), *told[0])
    told[-1] = (*told[-1], turn_line(at, i.client.tables.now(), ping=False))
    return private(*(layout(*parts, names=at.names) for parts in told))


@route("b1:view:{table}")
async def view_button(i: Interaction) -> Answer:
    return await show_board(i, table_of(i).position)


@route("b1:text:{table}")
async def text_button(i: Interaction) -> Answer:
    return await show_text(i, table_of(i).position)


@route("b1:detail:{table}:{index}")
async def detail_button(i: Interaction, index: int) -> Answer:
    at = table_of(i).position
    view = at.view(i.user.id)
    parts = details(at.row.game, view)
    if index >= len(parts):
        raise Refused(say("There is no such part of this board."))
    teller, last = reader_of(i, at.names).teller, await _last(i, at)
    shown = await board_picture(i.client.drawing, at, view, teller, last=last, detail=parts[index].key)
    head = say("**{part}**", part=parts[index].label)
    back = rows([button(say("Back"), f"b1:more:{at.id}")])
    return private(layout(heading(i, at), head, shown, *back, *view_controls(at, view), names=at.names))


@route("b1:part:{table}")
async def part_menu(i: Interaction) -> Answer:
    index = chosen_number(i)
    return await detail_button(i, 10**6 if index is None else index)


async def setup(client: Parterre) -> None:
    await client.add_cog(Look())
