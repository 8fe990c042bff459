"""/game list: the open and running tables of a channel or of the whole server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from cogs.board.lines import join_button, offers_to_play, open_line, page_of, people_line, running_line, title_line, vacant_line
from cogs.lobby.message import restore_lobby
from cogs.lobby.terms import PACE_NAMES
from cogs.shell.answer import Answer, private
from cogs.shell.client import Interaction
from cogs.shell.components import Button, Line, layout, turner
from cogs.shell.routes import route
from cogs.shell.visibility import may_see
from db.rows import TableRow
from host.mentions import command, place
from host.summary import TableSummary
from host.tables import LIVING_STATUSES
from rules.text import Text, joined, say

GROUPS = {"open": say("### Open"), "running": say("### Running")}
NONE = say("No tables here. {new} opens one.", new=command("game new"))


async def show_list(i: Interaction, page: int, *, everywhere: bool) -> Answer:
    """Return a page of tables, open ones first, with buttons to join those of this channel."""
    known = sorted(await _rows(i, everywhere=everywhere), key=lambda row: LIVING_STATUSES.index(row.status))
    shown, page, count = page_of(known, page)
    head = say("## Tables of this server") if everywhere else say("## Tables of this channel")
    seen = await i.client.tables.summaries([row.id for row in shown])
    lines = lines_of(seen, everywhere=everywhere, button_of=partial(_button_for, i)) or [NONE]
    turns = turner(f"t1:list:{int(everywhere)}", page, count)
    return private(layout(head, *lines, *turns)).then(lambda _: _restore_lobbies(i, shown))


async def _rows(i: Interaction, *, everywhere: bool) -> Sequence[TableRow]:
    """Return the tables of this channel, or those of the server that this person may see."""
    assert i.channel_id is not None
    if not everywhere:
        return await i.client.tables.living_in(i.channel_id)
    return await visible_tables(i)


async def visible_tables(i: Interaction) -> list[TableRow]:
    """Return the tables of this server that this person may see."""
    assert i.guild_id is not None
    own = {snapshot.row.id for snapshot in await i.client.tables.store.running_of(i.user.id)}
    known = await i.client.tables.store.living_in_guild(i.guild_id)
    return [row for row in known if await may_see(i, row, own=row.id in own or row.host == i.user.id)]


async def _restore_lobbies(i: Interaction, shown: Sequence[TableRow]) -> None:
    """Send the lobby messages of this channel's open tables again that were deleted."""
    for row in shown:
        if row.status == "open" and row.channel == i.channel_id:
            await restore_lobby(i.client, await i.client.tables.get(row.id))


def no_button(_: TableSummary) -> None:
    """Return None: the table has no button."""


def lines_of(
    tables: Sequence[TableSummary], *, everywhere: bool, button_of: Callable[[TableSummary], Button | None] = no_button
) -> list[Text | Line]:
    """Return two lines for each table, with a button beside them, under the heading of its group.

    Tables that have ended meanwhile are left out.

    :param button_of: returns the button of a table, or None.
    """
    lines: list[Text | Line] = []
    for at in [at for at in tables if at.row.status in GROUPS]:
        group = GROUPS[at.row.status]
        lines += [] if group in lines else [group]
        where = place(at.row.channel) if everywhere else None
        pace = PACE_NAMES[at.row.pace]
        state = open_line(at) if at.row.status == "open" else joined(" · ", running_line(at), pace, vacant_line(at))
        told = joined("\n", joined(" · ", title_line(at), people_line(at), where), say("-# {state}", state=state))
        offer = button_of(at)
        lines.append(told if offer is None else Line(told, offer))
    return lines


def _button_for(i: Interaction, at: TableSummary) -> Button | None:
    """Return the button that lets this person play at a table of this channel; None if there is no seat for them."""
    if at.row.channel == i.channel_id and _has_seat_for(at, i.user.id):
        return join_button(at)
    if i.channel_id in (at.row.channel, at.row.place):
        return next(iter(offers_to_play(at, i.user.id, at.game.title)), None)
    return None


def _has_seat_for(at: TableSummary, person: int) -> bool:
    if at.row.status != "open" or at.seat_of(person) is not None:
        return False
    return len(at.seats) < at.row.size or any(seat.person == person for seat in at.seats)


@route("t1:list:{everywhere}:{page}:{name:w}")
async def page_button(i: Interaction, everywhere: int, page: int, name: str) -> Answer:
    return await show_list(i, page, everywhere=bool(everywhere))
