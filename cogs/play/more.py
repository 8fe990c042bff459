"""⋯ under a board: what else there is to look at, and what can be done about a seat besides playing."""

from __future__ import annotations

from typing import Any

from discord import ButtonStyle

from cogs.shell.answer import private
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Row, button, layout, rows
from cogs.shell.find import started_of
from cogs.shell.routes import route
from host.nudge import waiting_for
from host.table import Table
from render import details
from rules.text import Text, say


def looking(table: Table, view: Any) -> list[Row]:
    """The table in other forms, and larger pictures of its parts."""
    parts = enumerate(details(table.row.game, view))
    larger = [button(part.label, f"b1:detail:{table.id}:{n}") for n, part in parts]
    return [*_row(table, (say("In words"), "b1:text"), (say("Log"), "g1:log"), (say("Rules"), "r1:table")), *rows(larger)]


def doing(table: Table, person: int) -> list[Row]:
    """First what concerns the turn, then the seat, then leaving; few to a row, so that no row breaks on a phone."""
    if table.row.status != "running" or table.seat_of(person) is None:
        return []
    paused = table.row.paused is not None
    muting = [(say("Mute for this turn"), "n1:mute")] if table.acts(person) and not paused else []
    nudging = [(say("Nudge"), "n1:nudge")] if waiting_for(table, person) and not paused else []
    turn = _row(table, *muting, *nudging, (say("Resume") if paused else say("Pause"), "v1:pause"))
    seat = _row(table, (say("Terms…"), "v1:terms"), (say("Replace…"), "v1:replace"))
    return [*turn, *seat, *_row(table, (say("Resign…"), "v1:leave"), (say("End…"), "v1:ending"))]


def _row(table: Table, *told: tuple[Text, str]) -> list[Row]:
    return rows([button(label, f"{target}:{table.id}") for label, target in told])


@route("b1:more:{table}")
async def more_button(i: Interaction, table: int) -> None:
    found = await started_of(i, table)
    back = [button(say("I am back"), f"v1:back:{table}", ButtonStyle.primary)] if found.given_up(i.user.id) else []
    actions = doing(found, i.user.id)
    look = [say("What would you like to look at?"), *looking(found, found.view(i.user.id))]
    do = [say("What would you like to do?"), *actions] if actions else []
    await private(i, layout(*rows(back), *look, *do, names=found.names))


async def setup(_: Parterre) -> None:
    """Nothing but routes."""
