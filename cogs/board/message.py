"""A table as people see it in the channel: its picture, its turn, its buttons."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

from discord import ButtonStyle

from cogs.board.ending import ending_rows, points_lines, result_line
from cogs.operations.drawing import Drawing
from cogs.shell.components import Button, Layout, Picture, Row, button, layout, rows
from cogs.shell.reader import cut, fenced
from db.rows import ClockRow, SeatRow
from host.codec import with_data
from host.mentions import moment
from host.mentions import person as mention
from host.outline import Outline
from host.position import Position
from render import Sketch, Teller, asked, cover, drawn
from render.plain import alt, board
from rules import GAMES
from rules.choice import Prompt
from rules.game import Event, Turn
from rules.text import Text, joined, say, who

log = logging.getLogger(__name__)

TEXT_PAGE = 3500  # characters; a message holds 4000
PAUSED = say("The table pauses. **Resume** lets the clocks run again.")
SHIFTS = {
    "": None,
    "away": say("(later than usual: days away)"),
    "quiet": say("(later than usual: quiet hours)"),
}


async def board_picture(
    drawing: Drawing,
    at: Position,
    view: Any,
    teller: Teller,
    *,
    prompt: Prompt[Any] | None = None,
    turns: Sequence[Turn] = (),
    last: Sequence[Event] = (),
    detail: str = "",
    owed: bool = False,
) -> Picture | Text:
    """A view as a PNG for whoever looks at it, drawn off the event loop; as text if the drawing fails.

    :param owed: nobody has clicked for it, so that it is drawn after what somebody has clicked for.
    """
    question = asked(prompt, turns=turns, points=at.points_shown)
    sketch = Sketch(at.row.game, view, teller, question, with_data(at.game, last), detail)
    try:
        png = await (drawing.draw_later if owed else drawing.draw)(drawn, sketch)
    except Exception:  # a failed picture never fails a move
        log.exception("table %d seq %d: no picture", at.id, at.seq)
        return text_pages(at, view, teller)[0]
    return Picture(f"board-{at.id}-{at.seq}.png", png, alt(at.game, view), partial(_first_page, at, view, teller))


def _first_page(at: Position, view: Any, teller: Teller) -> Text:
    return text_pages(at, view, teller)[0]


def text_pages(at: Position, view: Any, teller: Teller) -> list[Text]:
    """The board in words, in pages that fit a message."""
    return [fenced(page) for page in pages(board(at.game, view, teller), TEXT_PAGE)]


def pages(text: str, limit: int) -> list[str]:
    """Lines on as many pages as they need; a line longer than a page is cut."""
    found = [""]
    for line in text.splitlines():
        longer = f"{found[-1]}\n{line}" if found[-1] else line
        if len(longer) <= limit:
            found[-1] = longer
        else:
            found.append(cut(line, limit))
    return [page for page in found if page]


def turn_lines(at: Position, now: float, *, ping: bool = True, lasting: bool = False) -> list[Text]:
    """Whose turn it is, and until when, a line for each; or who won.

    :param lasting: it is read where nothing changes once a computer has moved.
    """
    if at.row.status == "cancelled":
        return [say("This table was cancelled.")]
    if not at.to_act:
        return [result_line(at)]
    lines = [_seat_line(at, seat, now, ping=ping, lasting=lasting) for seat in at.to_act]
    return [*lines, *([PAUSED] if at.row.paused is not None else [])]


def turn_line(at: Position, now: float, *, ping: bool = True) -> Text:
    """The same as one text."""
    return joined("\n", *turn_lines(at, now, ping=ping))


def _seat_line(at: Position, seat: SeatRow, now: float, *, ping: bool, lasting: bool) -> Text:
    name = mention(seat.person) if ping and seat.is_person else say("**{seat}**", seat=who(seat.seat))
    if seat.level and at.row.paused is not None:
        return say("{seat} plays after the pause", seat=name)
    if seat.level:
        return say("{seat} answers: the next board shows it", seat=name) if lasting else say("{seat} is thinking", seat=name)
    to_move = say("{seat} (stand-in) to move", seat=name) if seat.standing == "gone" else say("{seat} to move", seat=name)
    clock = at.clocks.get(seat.seat)
    return joined(" · ", to_move, due_of(at, clock) if clock else None, away_of(clock, now) if clock else None)


def away_of(clock: ClockRow, now: float) -> Text | None:
    """Until when the person who is to move is away, if so."""
    away = clock.away is not None and clock.away > now
    return say("away until {day}", day=moment(clock.away or 0, "D")) if away else None


def due_of(at: Outline, clock: ClockRow) -> Text | None:
    """Until when a turn lasts, and what has moved that; nothing where no time runs."""
    if clock.due is None or at.row.paused is not None:
        return None
    return joined(" ", say("due {time}", time=moment(clock.due, "R")), SHIFTS[clock.shift])


def board_buttons(at: Position) -> list[Row]:
    """Anyone may press; only what concerns them opens, privately."""
    if at.row.status == "over":
        return ending_rows(at)
    view = button(say("My view"), f"b1:view:{at.id}")
    more = button(say("⋯"), f"b1:more:{at.id}")
    move = button(say("Your move"), f"b1:move:{at.id}", ButtonStyle.primary)
    resume = [button(say("Resume"), f"v1:pause:{at.id}")] if at.row.paused is not None else []
    return [*rows([move, view, *undo_button(at), more]), *rows(resume)]  # no row breaks on a phone


def undo_button(at: Position) -> list[Button]:
    """Return a button while the game runs, disabled until there is a move that can be undone, freely or by consent."""
    return [button(say("Undo"), f"b1:undo:{at.id}:{at.seq}", disabled=not at.by_people)] if at.to_act else []


def board_message(at: Position, told: Text | None, shown: Picture | Text | None, now: float) -> Layout:
    """What is posted after a turn: the story, the board, whose turn it is, the buttons."""
    points = points_lines(at) if at.row.status == "over" else None
    return layout(told, shown, turn_line(at, now), points, *board_buttons(at), names=at.names)


def people_to_ping(at: Position) -> list[int]:
    """Those who are to move, unless the table pauses."""
    return [seat.person for seat in at.to_act if seat.is_person and at.row.paused is None]


async def cover_picture(drawing: Drawing, game: str, seats: int, teller: Teller) -> Picture:
    """The picture of a game that waits for its players, for whoever looks at it."""
    png = await drawing.draw(cover, game, seats, teller)
    return Picture(f"{game}.png", png, say("The board of {game}", game=GAMES[game].title))
