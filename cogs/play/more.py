"""⋯ under a board: other views, actions for a seat besides moves, and the view for spectators."""

from __future__ import annotations

from typing import Any

from discord import ButtonStyle

from cogs.board.lines import offers_to_play
from cogs.board.message import turn_line
from cogs.play.context import heading
from cogs.shell.answer import Answer, private
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Menu, Row, button, layout, menu, rows
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from host.deadlines import DAY
from host.history import read_log
from host.nudge import turns_waited_for
from host.position import Position
from render import details
from rules.text import Text, joined, say

RECENT_EVENTS = 5
DETAIL_BUTTONS = 3  # larger pictures; with more, they are a menu
LATELY = say("**In the last 24 hours**")
QUIET = say("No turn was played here in the last 24 hours.")
NO_SEAT = say("You do not play at this table.")


def view_controls(at: Position, view: Any) -> list[Row | Menu]:
    """Return controls for other views of a table, and for larger pictures of its parts."""
    parts = list(enumerate(details(at.row.game, view)))
    larger: list[Row | Menu] = [*rows([button(part.label, f"b1:detail:{at.id}:{n}") for n, part in parts])]
    if len(parts) > DETAIL_BUTTONS:
        larger = [menu(say("Enlarge a part of the board"), f"b1:part:{at.id}", [(part.label, str(n)) for n, part in parts])]
    return [
        *_row(at, (say("In words"), "b1:text"), (say("Log"), "g1:log"), (say("Replay"), "g1:replay"), (say("Rules"), "r1:table")),
        *larger,
    ]


def action_buttons(at: Position, person: int) -> list[Row]:
    """Return buttons for the turn, the seat, and leaving, in rows that do not wrap on a phone."""
    if at.row.status != "running" or at.seat_of(person) is None:
        return []
    paused = at.row.paused is not None
    muting = [(say("Mute for this turn"), "n1:mute")] if at.acts(person) and not paused else []
    nudging = [(say("Nudge"), "n1:nudge")] if turns_waited_for(at, person) and not paused else []
    turn = _row(at, *muting, *nudging, (say("Resume") if paused else say("Pause"), "v1:pause"))
    seat = _row(at, (say("Terms…"), "v1:terms"), (say("Replace…"), "v1:replace"))
    return [*turn, *seat, *_row(at, (say("Resign…"), "v1:leave"), (say("End…"), "v1:ending"))]


def _row(at: Position, *told: tuple[Text, str]) -> list[Row]:
    return rows([button(label, f"{target}:{at.id}") for label, target in told])


async def show_watching(i: Interaction, at: Position, remark: Text | None = None) -> Answer:
    """Show spectators the turn, the events of the last day, and other views of the board.

    :param remark: a line above all others.
    """
    turn = turn_line(at, i.client.tables.now(), ping=False)
    told = await _lately(i, at)
    happened = joined("\n", LATELY, *(say("- {line}", line=line) for line in told)) if told else QUIET
    offers = rows(offers_to_play(at, i.user.id, at.game.title)) if i.guild else []
    return private(layout(remark, heading(i, at), turn, happened, *offers, *view_controls(at, at.view(None)), names=at.names))


async def _lately(i: Interaction, at: Position) -> list[Text]:
    """Return the latest headlines of the last day, newest last."""
    entries, since = await read_log(i.client.tables.store, at, None), i.client.tables.now() - DAY
    standing = [entry for entry in entries if entry.at >= since and not entry.undone]
    return [event.text for entry in standing for event in entry.events if event.headline][-RECENT_EVENTS:]


@route("b1:more:{table}")
async def more_button(i: Interaction) -> Answer:
    at = table_of(i).position
    if at.watches(i.user.id):
        return await show_watching(i, at)
    back = [button(say("I am back"), f"v1:back:{at.id}", ButtonStyle.primary)] if at.given_up(i.user.id) else []
    actions = action_buttons(at, i.user.id)
    look = [say("What would you like to look at?"), *view_controls(at, at.view(i.user.id))]
    do = [say("What would you like to do?"), *actions] if actions else []
    return private(layout(heading(i, at), *rows(back), *look, *do, names=at.names))


async def setup(_: Parterre) -> None:
    """Do nothing: the import registered the routes. discord.py calls this."""
