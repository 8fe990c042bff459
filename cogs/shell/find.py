"""Which table a command means."""

from __future__ import annotations

from discord.app_commands import Choice

from cogs.shell.client import Interaction
from cogs.shell.visibility import table_of
from host.mentions import command
from host.outline import Outline
from host.position import NOT_STARTED
from host.refusal import Refused
from host.table import Table
from rules import GAMES
from rules.text import Text, say

NONE_OPEN = say("No table is open here. {new} opens one.", new=command("game new"))
NONE_RUNNING = say(
    "No game is running here. {new} opens a table; {list} shows what there is.",
    new=command("game new"),
    list=command("game list"),
)


async def find_table(i: Interaction, table: int | None, status: str) -> Table:
    """The table named, else the only one of this channel; among several, the one the person sits at.

    :raises Refused: if there is none, or it is not clear which.
    """
    if table is not None:
        return await table_of(i, table)
    assert i.channel_id is not None
    rows = [row for row in await i.client.tables.living_in(i.channel_id) if row.status == status]
    if len(rows) == 1:
        return await table_of(i, rows[0].id)
    found = await i.client.tables.those(row.id for row in rows)
    if status == "running" and len(found) > 1:
        played_here = [t for t in found if t.position.row.place == i.channel_id]
        found = played_here or [t for t in found if t.position.seat_of(i.user.id) is not None]
    if not found:
        raise Refused(NONE_OPEN if status == "open" else NONE_RUNNING)
    if len(found) > 1:
        sentence = "There are several tables here. Say which with `table:`. There are: {tables}."
        raise Refused(say(sentence, tables=tuple(t.id for t in found)))
    return await table_of(i, found[0].id)


async def find_started(i: Interaction, table: int | None) -> Table:
    """The same for looking back: where nothing runs, the table of this place that was over last; raises `Refused`."""
    assert i.channel_id is not None
    running = [row for row in await i.client.tables.living_in(i.channel_id) if row.status == "running"]
    over = await i.client.tables.store.last_over_in(i.channel_id) if not (table or running) else None
    return require_started(await find_table(i, over or table, "running"))


async def started_of(i: Interaction, table: int) -> Table:
    """The table with this id, if it has begun and this person may see it; raises `Refused`."""
    return require_started(await table_of(i, table))


def require_started(table: Table) -> Table:
    """This table, if it has begun; raises `Refused`."""
    if table.position.state is None:
        raise Refused(NOT_STARTED)
    return table


def game_choices(current: str) -> list[Choice[str]]:
    """The games, for autocomplete."""
    typed = current.lower()
    return [Choice(name=g.title, value=g.key) for g in GAMES.values() if typed in g.title.lower() or typed in g.key][:25]


def table_name(at: Outline) -> Text:
    """For a button or a completion: the number, the game and the people."""
    return say("{table} · {game} · {people}", table=at.id, game=at.game.title, people=at.names)


async def table_choices(i: Interaction, current: str, status: str) -> list[Choice[int]]:
    """The tables of this channel, for autocomplete."""
    assert i.channel_id is not None
    known = [row.id for row in await i.client.tables.living_in(i.channel_id) if row.status == status]
    reader = i.client.reader(locale=i.locale)
    names = {at.id: reader.label(table_name(at), 100) for at in await i.client.tables.outlines(known)}
    return [Choice(name=name, value=table) for table, name in names.items() if str(current) in name][:25]
