"""/turns: a person's tables, those that wait for them first; and the way from a move to the next table."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from discord import ButtonStyle, app_commands
from discord.ext import commands

from cogs.board.lines import join_button, open_line, page_of, people_line, running_line, title_line
from cogs.person.finished import has_finished_games
from cogs.shell.answer import Answer, private
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Button, Line, button, layout, rows, turner
from cogs.shell.respond import answers
from cogs.shell.routes import route
from cogs.shell.visibility import may_see_from_elsewhere
from cogs.shell.words import word
from host.mentions import command
from host.summary import TableSummary
from rules.text import Text, joined, say

NOTHING = say("You have no tables to show here. {new} opens one in a channel.", new=command("game new"))


class NextTable(NamedTuple):
    """Link to the table that has waited longest for somebody: a line if it is on another server, else a button."""

    lines: list[Text]
    buttons: list[Button]


class Turns(commands.Cog):
    """The command /turns."""

    @app_commands.command(
        name=word("command", "turns"),
        description=word("description", "Your tables on all servers, the ones waiting for you first"),
    )
    @answers()
    async def turns(self, i: Interaction) -> Answer:
        return await show_turns(i, 0)


async def show_turns(i: Interaction, page: int) -> Answer:
    """Return a page of this person's open and running tables, with buttons for those of this server that wait for them."""
    person, tables = i.user.id, sorted(await _own(i), key=lambda at: _order(at, i.user.id))
    shown, page, count = page_of(tables, page)
    lines = [_line(at, person, here=at.row.guild == i.guild_id) for at in shown] or [NOTHING]
    head = joined("\n", say("## Your tables"), _counted(tables, person))
    opening = [button(say("Open a table"), "l1:new", ButtonStyle.primary)] if i.guild and not shown else []
    ended = [button(say("Finished games"), "t1:finished:0:first")] if await has_finished_games(i) else []
    controls = [*rows([*opening, *ended]), *turner("t1:turns", page, count)]
    return private(layout(head, *lines, *controls, marked=any(_waits(at, person) for at in shown)))


def _counted(tables: Sequence[TableSummary], person: int) -> Text | None:
    """Return the numbers of tables; None without any."""
    waiting, opened = sum(_waits(at, person) for at in tables), sum(at.row.status == "open" for at in tables)
    if opened == len(tables):
        return say("-# Not started yet: {count}", count=opened) if opened else None
    running = say("-# Running: {count} · waiting for you: {waiting}", count=len(tables) - opened, waiting=waiting)
    return joined(" · ", running, say("not started yet: {count}", count=opened) if opened else None)


def _line(at: TableSummary, person: int, *, here: bool) -> Text | Line:
    """Return a table in two lines of text, and on its own server with a button."""
    people = say("with {people}", people=people_line(at, but=person)) if len(at.seats) > 1 else None
    told = joined("\n", joined(" · ", title_line(at), people), say("-# {state}", state=_state_line(at, person)))
    if here and _is_invited(at, person):
        return Line(told, join_button(at))
    if not here or at.row.status != "running":
        return told
    if _waits(at, person):
        return Line(told, button(say("Your move"), f"b1:move:{at.id}", ButtonStyle.primary))
    return Line(told, button(say("My view"), f"b1:view:{at.id}"))


def _state_line(at: TableSummary, person: int) -> Text:
    if at.row.status == "running":
        return running_line(at, person)
    kept = say("**a seat is kept for you**") if _is_invited(at, person) else say("not started yet")
    return joined(" · ", kept, open_line(at))


async def find_next_table(i: Interaction, but: int) -> NextTable:
    """Return the table, other than ``but``, that has waited longest for this person. Prefer tables of this server."""
    elsewhere: list[TableSummary] = []
    waiting = [at for at in await i.client.tables.running_of(i.user.id) if at.id != but and _waits(at, i.user.id)]
    for at in sorted(waiting, key=lambda at: _order(at, i.user.id)):
        if at.row.guild != i.guild_id:
            elsewhere.append(at)
        elif await may_see_from_elsewhere(i, at.row):
            return NextTable([], [button(say("Next table waiting for me"), f"b1:move:{at.id}", ButtonStyle.primary)])
    for at in elsewhere:
        if await may_see_from_elsewhere(i, at.row):
            return NextTable([say("-# Next waiting for you, on another server: {table}", table=title_line(at))], [])
    return NextTable([], [])


async def _own(i: Interaction) -> list[TableSummary]:
    """Return the running tables where this person sits, and the open ones that have a seat for them, if they may see them."""
    tables = [*await i.client.tables.running_of(i.user.id), *await i.client.tables.open_of(i.user.id)]
    seen = await asyncio.gather(*(may_see_from_elsewhere(i, at.row) for at in tables))
    return [at for at, may_be_shown in zip(tables, seen, strict=True) if may_be_shown]


def _waits(at: TableSummary, person: int) -> bool:
    return at.acts(person) and at.row.paused is None


def _is_invited(at: TableSummary, person: int) -> bool:
    return at.row.status == "open" and any(seat.person == person and seat.standing == "reserved" for seat in at.seats)


def _order(at: TableSummary, person: int) -> tuple[int, float]:
    """Return a key: tables that wait for this person, seats kept for them, running tables, open ones; each the oldest first."""
    waits = _waits(at, person)
    began = [clock.began for seat, clock in at.clocks.items() if not waits or seat == at.seat_of(person)]
    rank = 0 if waits else 1 if _is_invited(at, person) else 2 if at.row.status == "running" else 3
    return rank, min(began, default=at.row.opened)


@route("t1:turns:{page}:{name:w}")
async def page_button(i: Interaction, page: int, name: str) -> Answer:
    return await show_turns(i, page)


async def setup(client: Parterre) -> None:
    await client.add_cog(Turns())
