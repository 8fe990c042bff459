"""A table as people see it in the channel: its picture, its turn, its buttons."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

from discord import ButtonStyle

from cogs.channel.ending import ending_rows, points_lines, result_line
from cogs.shell.components import Button, Layout, Picture, Row, button, layout, rows
from cogs.shell.words import names_of, pages, story_of
from db.rows import ClockRow, SeatRow
from host.table import Table
from render import Sketch, marks, picture
from render.plain import alt, board
from rules import GAMES
from rules.choice import Path, Prompt
from rules.game import Event, deal

log = logging.getLogger(__name__)

TEXT_PAGE = 3500  # characters; a message holds 4000
PAUSED = "The table pauses. **Resume** lets the clocks run again."
SHIFTS = {"": "", "away": " (later than usual: days away)", "quiet": " (later than usual: quiet hours)"}


async def board_picture(
    table: Table,
    view: Any,
    *,
    prompt: Prompt[Any] | None = None,
    chosen: Path = (),
    last: Sequence[Event] = (),
    detail: str = "",
) -> Picture | str:
    """A view as a PNG, drawn off the event loop; as text if the drawing fails."""
    sketch = Sketch(table.row.game, view, table.names, marks(prompt) if prompt else (), chosen, tuple(last), detail)
    try:
        png = await asyncio.to_thread(picture, sketch)
    except Exception:  # a failed picture never fails a move
        log.exception("table %d seq %d: no picture", table.id, table.seq)
        return text_pages(table, view)[0]
    return f"board-{table.id}-{table.seq}.png", png, alt(table.game, view, table.names)


def text_pages(table: Table, view: Any) -> list[str]:
    """The board in words, in pages that fit a message."""
    return [f"```\n{page}\n```" for page in pages(board(table.game, view, table.names), TEXT_PAGE)]


def turn_line(table: Table, *, ping: bool = True) -> str:
    """Whose turn it is, and until when, a line for each; or who won."""
    if table.row.status == "cancelled":
        return "This table was cancelled."
    if not table.to_act:
        return result_line(table)
    lines = [_seat_line(table, seat, ping=ping) for seat in table.to_act]
    return "\n".join([*lines, *([PAUSED] if table.row.paused is not None else [])])


def _seat_line(table: Table, seat: SeatRow, *, ping: bool) -> str:
    name = f"<@{seat.person}>" if ping else f"**{names_of(table.names)(seat.seat)}**"
    stand_in = " (stand-in)" if seat.standing == "gone" else ""
    clock = table.clocks.get(seat.seat)
    due = due_of(table, clock) if clock else ""
    away = away_of(table, clock) if clock else ""
    return " · ".join(filter(None, (f"{name}{stand_in} to move", due, away)))


def away_of(table: Table, clock: ClockRow) -> str:
    """Until when the person who is to move is away, if so."""
    return f"away until <t:{int(clock.away)}:D>" if clock.away is not None and clock.away > table.now() else ""


def due_of(table: Table, clock: ClockRow) -> str:
    """Until when a turn lasts, and what has moved that; nothing where no time runs."""
    if clock.due is None or table.row.paused is not None:
        return ""
    return f"due <t:{int(clock.due)}:R>{SHIFTS[clock.shift]}"


def board_buttons(table: Table) -> list[Row]:
    """Anyone may press; only what concerns them opens, privately."""
    if table.row.status == "over":
        return ending_rows(table)
    view = button("My view", f"b1:view:{table.id}")
    more = button("⋯", f"b1:more:{table.id}")
    move = button("Your move", f"b1:move:{table.id}", ButtonStyle.primary)
    resume = [button("Resume", f"v1:pause:{table.id}")] if table.row.paused is not None else []
    return rows([move, view, *undo_button(table), *resume, more])


def undo_button(table: Table) -> list[Button]:
    """While the game runs: what cannot be taken back freely, the others may agree to."""
    return [button("Undo", f"b1:undo:{table.id}:{table.seq}")] if table.to_act else []


def board_message(table: Table, story: Sequence[Event], shown: Picture | str) -> Layout:
    """What is posted after a turn: the story, the board, whose turn it is, the buttons."""
    told = story_of(table.names, story)
    points = [points_lines(table)] if table.row.status == "over" else []
    return layout(*([told] if told else []), shown, turn_line(table), *points, *board_buttons(table))


def people_to_ping(table: Table) -> list[int]:
    """Those who are to move, unless the table pauses."""
    return [seat.person for seat in table.to_act if table.row.paused is None]


@lru_cache
def cover(game: str, seats: int) -> Picture:
    """The picture of a game that waits for its players: a table of that size, freshly laid."""
    rules = GAMES[game]
    state = rules.setup(seats, frozenset())
    for move in deal(rules, state, Random(1)):
        state = move.step.state
    names = ("",) * seats
    return f"{game}.png", picture(Sketch(game, rules.view(state, None), names)), f"The board of {rules.title}"
