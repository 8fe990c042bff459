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
from host.position import Position
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
    at: Position,
    view: Any,
    *,
    prompt: Prompt[Any] | None = None,
    chosen: Path = (),
    last: Sequence[Event] = (),
    detail: str = "",
) -> Picture | str:
    """A view as a PNG, drawn off the event loop; as text if the drawing fails."""
    sketch = Sketch(at.row.game, view, at.names, marks(prompt) if prompt else (), chosen, tuple(last), detail)
    try:
        png = await asyncio.to_thread(picture, sketch)
    except Exception:  # a failed picture never fails a move
        log.exception("table %d seq %d: no picture", at.id, at.seq)
        return text_pages(at, view)[0]
    return f"board-{at.id}-{at.seq}.png", png, alt(at.game, view, at.names)


def text_pages(at: Position, view: Any) -> list[str]:
    """The board in words, in pages that fit a message."""
    return [f"```\n{page}\n```" for page in pages(board(at.game, view, at.names), TEXT_PAGE)]


def turn_line(at: Position, now: float, *, ping: bool = True) -> str:
    """Whose turn it is, and until when, a line for each; or who won."""
    if at.row.status == "cancelled":
        return "This table was cancelled."
    if not at.to_act:
        return result_line(at)
    lines = [_seat_line(at, seat, now, ping=ping) for seat in at.to_act]
    return "\n".join([*lines, *([PAUSED] if at.row.paused is not None else [])])


def _seat_line(at: Position, seat: SeatRow, now: float, *, ping: bool) -> str:
    name = f"<@{seat.person}>" if ping else f"**{names_of(at.names)(seat.seat)}**"
    stand_in = " (stand-in)" if seat.standing == "gone" else ""
    clock = at.clocks.get(seat.seat)
    due = due_of(at, clock) if clock else ""
    away = away_of(clock, now) if clock else ""
    return " · ".join(filter(None, (f"{name}{stand_in} to move", due, away)))


def away_of(clock: ClockRow, now: float) -> str:
    """Until when the person who is to move is away, if so."""
    return f"away until <t:{int(clock.away)}:D>" if clock.away is not None and clock.away > now else ""


def due_of(at: Position, clock: ClockRow) -> str:
    """Until when a turn lasts, and what has moved that; nothing where no time runs."""
    if clock.due is None or at.row.paused is not None:
        return ""
    return f"due <t:{int(clock.due)}:R>{SHIFTS[clock.shift]}"


def board_buttons(at: Position) -> list[Row]:
    """Anyone may press; only what concerns them opens, privately."""
    if at.row.status == "over":
        return ending_rows(at)
    view = button("My view", f"b1:view:{at.id}")
    more = button("⋯", f"b1:more:{at.id}")
    move = button("Your move", f"b1:move:{at.id}", ButtonStyle.primary)
    resume = [button("Resume", f"v1:pause:{at.id}")] if at.row.paused is not None else []
    return rows([move, view, *undo_button(at), *resume, more])


def undo_button(at: Position) -> list[Button]:
    """While the game runs: what cannot be taken back freely, the others may agree to."""
    return [button("Undo", f"b1:undo:{at.id}:{at.seq}")] if at.to_act else []


def board_message(at: Position, story: Sequence[Event], shown: Picture | str, now: float) -> Layout:
    """What is posted after a turn: the story, the board, whose turn it is, the buttons."""
    told = story_of(at.names, story)
    points = [points_lines(at)] if at.row.status == "over" else []
    return layout(*([told] if told else []), shown, turn_line(at, now), *points, *board_buttons(at))


def people_to_ping(at: Position) -> list[int]:
    """Those who are to move, unless the table pauses."""
    return [seat.person for seat in at.to_act if at.row.paused is None]


@lru_cache
def cover(game: str, seats: int) -> Picture:
    """The picture of a game that waits for its players: a table of that size, freshly laid."""
    rules = GAMES[game]
    state = rules.setup(seats, frozenset())
    for move in deal(rules, state, Random(1)):
        state = move.step.state
    names = ("",) * seats
    return f"{game}.png", picture(Sketch(game, rules.view(state, None), names)), f"The board of {rules.title}"
