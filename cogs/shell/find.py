"""Find the table that a command means."""

from __future__ import annotations

from collections.abc import Sequence

from discord.app_commands import Choice

from cogs.shell.access import Which
from cogs.shell.audience import reader_of
from cogs.shell.client import Interaction
from cogs.shell.visibility import visible_table
from db.rows import TableRow
from host.mentions import command
from host.position import NOT_STARTED
from host.refusal import Refused
from host.summary import TableSummary
from host.table import Table
from rules import GAMES
from rules.text import Text, joined, say

NONE_OPEN = say("No table is open here. {new} opens one.", new=command("game new"))
BEGUN = say(
    "No table is open here: the game has begun. {resign} gives up your seat there, {new} opens another table.",
    resign=command("resign"),
    new=command("game new"),
)
NONE_RUNNING = say(
    "No game is running here. {new} opens a table; {list} shows the tables here.",
    new=command("game new"),
    list=command("game list"),
)
SEVERAL = say("There are several tables here. Choose yours with `table:` and its number, such as:")
TABLES_LISTED = 10  # autocomplete finds more
UNSTARTED = say("This game has not started yet. {cancel} closes its table.", cancel=command("game cancel"))


async def find_table(i: Interaction, table: int | None, which: Which) -> Table:
    """Return the named table, else the one of this channel that is meant; make it the one of this interaction.

    :raises Refused: if this person may see none, if several fit, or if it is in another state than ``which`` demands.
    """
    if table is None:
        assert i.channel_id is not None
        table = await _meant(i, i.channel_id, which)
    found = await visible_table(i, table)
    status = found.position.row.status
    if which is Which.STARTED and found.position.state is None:
        raise Refused(NOT_STARTED)
    if which is Which.ENDING and status == "open":
        raise Refused(UNSTARTED)
    return found


async def _meant(i: Interaction, channel: int, which: Which) -> int:
    living = await i.client.tables.living_in(channel)
    status = {row.status for row in living}
    if which is Which.STARTED and "running" not in status:
        over = await i.client.tables.store.last_over_in(channel)
        if over is not None:
            return over
    opened = which is Which.OPEN or (which is Which.ENDING and status == {"open"})
    return await _only(i, channel, living, "open" if opened else "running")


async def _only(i: Interaction, channel: int, living: Sequence[TableRow], status: str) -> int:
    """Return the only table with this status; of several running ones, the one played here or where the person sits.

    :raises Refused: if there is none, or several fit.
    """
    rows = [row for row in living if row.status == status]
    if len(rows) == 1:
        return rows[0].id
    found = await i.client.tables.get_all(row.id for row in rows)
    if status == "running" and len(found) > 1:
        played_here = [t for t in found if t.position.row.place == channel]
        found = played_here or [t for t in found if t.position.seat_of(i.user.id) is not None] or found
    if not found:
        raise Refused(NONE_RUNNING if status == "running" else BEGUN if living else NONE_OPEN)
    if len(found) > 1:
        raise Refused(joined("\n", SEVERAL, *(table_name(table.position) for table in found[:TABLES_LISTED])))
    return found[0].id


def offer_games(i: Interaction, current: str) -> list[Choice[str]]:
    """Return the games that match the typed text, for autocomplete."""
    reader = reader_of(i)
    titles = {key: reader.label(game.title, 100) for key, game in GAMES.items()}
    typed = current.lower()
    return [Choice(name=name, value=key) for key, name in titles.items() if typed in name.lower() or typed in key][:25]


def table_name(at: TableSummary) -> Text:
    """Return a table's number, game and people, for a button or autocomplete."""
    return say("{table} · {game} · {people}", table=at.id, game=at.game.title, people=at.called)


async def offer_tables(i: Interaction, current: str, *status: str) -> list[Choice[int]]:
    """Return the tables of this channel with these statuses, for autocomplete; of ended ones only the last."""
    assert i.channel_id is not None
    known = [row.id for row in await i.client.tables.living_in(i.channel_id) if row.status in status]
    if "over" in status and (over := await i.client.tables.store.last_over_in(i.channel_id)) is not None:
        known.append(over)
    reader = reader_of(i)
    names = {at.id: reader.label(table_name(at), 100) for at in await i.client.tables.summaries(known)}
    return [Choice(name=name, value=table) for table, name in names.items() if str(current) in name][:25]
