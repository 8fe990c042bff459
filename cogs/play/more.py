"""⋯ under a board: what else there is to look at, and what can be done about a seat besides playing."""

from __future__ import annotations

from typing import Any

from discord import ButtonStyle

from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Row, button, layout, private, rows
from cogs.shell.find import started_of
from cogs.shell.routes import route
from cogs.shell.words import label_with
from host.nudge import waiting_for
from host.table import Table
from render import details


def looking(table: Table, view: Any) -> list[Row]:
    """The table in other forms, and larger pictures of its parts."""
    parts = enumerate(details(table.row.game, view))
    larger = [button(label_with(table.names, part.label), f"b1:detail:{table.id}:{n}") for n, part in parts]
    return [*_row(table, ("In words", "b1:text"), ("Log", "g1:log"), ("Rules", "r1:table")), *rows(larger)]


def doing(table: Table, person: int) -> list[Row]:
    """First what concerns the turn, then the seat, then leaving; few to a row, so that no row breaks on a phone."""
    if table.row.status != "running" or table.seat_of(person) is None:
        return []
    paused = table.row.paused is not None
    muting = [("Mute for this turn", "n1:mute")] if table.acts(person) and not paused else []
    nudging = [("Nudge", "n1:nudge")] if waiting_for(table, person) and not paused else []
    turn = _row(table, *muting, *nudging, ("Resume" if paused else "Pause", "v1:pause"))
    seat = _row(table, ("Terms…", "v1:terms"), ("Replace…", "v1:replace"))
    return [*turn, *seat, *_row(table, ("Resign…", "v1:leave"), ("End…", "v1:ending"))]


def _row(table: Table, *told: tuple[str, str]) -> list[Row]:
    return rows([button(label, f"{target}:{table.id}") for label, target in told])


@route("b1:more:{table}")
async def more_button(i: Interaction, table: int) -> None:
    found = await started_of(i, table)
    back = [button("I am back", f"v1:back:{table}", ButtonStyle.primary)] if found.given_up(i.user.id) else []
    actions = doing(found, i.user.id)
    look = ["What would you like to look at?", *looking(found, found.view(i.user.id))]
    await private(i, layout(*rows(back), *look, *(["What would you like to do?", *actions] if actions else [])))


async def setup(_: Parterre) -> None:
    """Nothing but routes."""
