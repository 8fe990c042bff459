"""The board message of a table: its picture, the turn, the buttons."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

from discord import ButtonStyle

from cogs.board.ending import ending_rows, points_lines, result_line
from cogs.operations.drawing import Drawing
from cogs.shell.components import Button, Layout, Picture, Row, button, layout, rows
from cogs.shell.reader import cut, fence
from db.rows import ClockRow, SeatRow
from host.codec import with_data
from host.mentions import moment
from host.mentions import person as mention
from host.position import Position
from host.summary import TableSummary
from render import Sketch, Teller, cover, drawn, sketch_prompt
from render.plain import alt, board
from render.sketch import ALL_OPTIONS, NO_PROMPT, PromptSketch
from rules import GAMES
from rules.choice import Prompt
from rules.game import Event, Seat, Turn
from rules.text import Text, joined, say, who

log = logging.getLogger(__name__)

PAGE_CHARACTERS = 3500  # a message holds 4000
PAUSED = say("The table is paused. **Resume** starts the clocks again.")
ALL_IN_WORDS = say("Press ⋯ and then In words to read the whole board")
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
    page: slice = ALL_OPTIONS,
    last: Sequence[Event] = (),
    detail: str = "",
    hinted: PromptSketch = NO_PROMPT,
    queued: bool = False,
) -> Picture | Text:
    """Return a view as a PNG, drawn off the event loop; as text if the drawing fails.

    :param teller: names and language of the people who look at it.
    :param prompt: the question whose options the picture marks.
    :param turns: complete turns on offer, which it marks by letters.
    :param page: the options that have buttons now; it marks no others.
    :param last: the events that it marks as new.
    :param detail: the key of an enlarged part.
    :param hinted: the hints that it shows instead of a question.
    :param queued: nobody waits for it, so pictures that people wait for are drawn first.
    """
    question = hinted if hinted.key else sketch_prompt(prompt, turns=turns, points=at.points_shown, page=page)
    sketch = Sketch(at.row.game, view, teller, question, with_data(at.game, last), detail)
    try:
        png = await (drawing.draw_later if queued else drawing.draw)(drawn, sketch)
    except Exception:  # a failed picture must not fail a move
        log.exception("table %d seq %d: no picture", at.id, at.seq)
        return text_pages(at, view, teller)[0]
    shown = alt(at.game, view, *alt_facts([seat.seat for seat in at.to_act], last))
    return Picture(f"board-{at.id}-{at.seq}.png", png, shown, partial(_first_page, at, view, teller))


def alt_facts(acting: Sequence[Seat], last: Sequence[Event]) -> list[Text]:
    """Return the sentences that begin a board's alternative text: whose turn it is, the last turn, the way to more words.

    :param last: the events that the picture marks.
    """
    turn = [say("{seat} to move", seat=who(seat)) for seat in acting]
    headlines = [say("Last turn: {turn}", turn=event.text) for event in last if event.headline]
    return [*turn, *headlines[-1:], ALL_IN_WORDS]


def _first_page(at: Position, view: Any, teller: Teller) -> Text:
    return text_pages(at, view, teller)[0]


def text_pages(at: Position, view: Any, teller: Teller) -> list[Text]:
    """Return the board in words, in pages that fit a message."""
    return [fence(page) for page in split_pages(board(at.game, view, teller), PAGE_CHARACTERS)]


def split_pages(text: str, limit: int) -> list[str]:
    """Return the lines of a text on pages of at most ``limit`` characters; cut lines that are longer than a page."""
    found = [""]
    for line in text.splitlines():
        longer = f"{found[-1]}\n{line}" if found[-1] else line
        if len(longer) <= limit:
            found[-1] = longer
        else:
            found.append(cut(line, limit))
    return [page for page in found if page]


def turn_lines(at: Position, now: float, *, ping: bool = True, lasting: bool = False) -> list[Text]:
    """Return a line for each seat that is to move, with its deadline; for an ended game the result.

    :param ping: mention people instead of naming seats.
    :param lasting: the message will not change when a computer has moved.
    """
    if at.row.status == "cancelled":
        return [say("This table was cancelled.")]
    if not at.to_act:
        return [result_line(at)]
    lines = [_seat_line(at, seat, now, ping=ping, lasting=lasting) for seat in at.to_act]
    return [*lines, *([PAUSED] if at.row.paused is not None else [])]


def turn_line(at: Position, now: float, *, ping: bool = True) -> Text:
    """Return whose turn it is, with deadlines, or the result: the lines of `turn_lines` as one text."""
    return joined("\n", *turn_lines(at, now, ping=ping))


def _seat_line(at: Position, seat: SeatRow, now: float, *, ping: bool, lasting: bool) -> Text:
    name = mention(seat.person) if ping and seat.is_person else say("**{seat}**", seat=who(seat.seat))
    if seat.level and at.row.paused is not None:
        return say("{seat} plays after the pause", seat=name)
    if seat.level:
        return say("{seat} is replying: see the next board", seat=name) if lasting else say("{seat} is thinking", seat=name)
    to_move = say("{seat} (stand-in) to move", seat=name) if seat.standing == "gone" else say("{seat} to move", seat=name)
    clock = at.clocks.get(seat.seat)
    return joined(" · ", to_move, due_text(at, clock) if clock else None, away_until(clock, now) if clock else None)


def away_until(clock: ClockRow, now: float) -> Text | None:
    """Return until when the person who is to move is away; None if they are not."""
    away = clock.away is not None and clock.away > now
    return say("away until {day}", day=moment(clock.away or 0, "D")) if away else None


def due_text(at: TableSummary, clock: ClockRow) -> Text | None:
    """Return when a turn is due, and why it is later than usual; None if no time runs."""
    if clock.due is None or at.row.paused is not None:
        return None
    return joined(" ", say("due {time}", time=moment(clock.due, "R")), SHIFTS[clock.shift])


def board_buttons(at: Position) -> list[Row]:
    """Return the buttons under a board. Anybody may press them; answers are private."""
    if at.row.status == "over":
        return ending_rows(at)
    view = button(say("My view"), f"b1:view:{at.id}")
    more = button(say("⋯"), f"b1:more:{at.id}")
    move = button(say("Your move"), f"b1:move:{at.id}", ButtonStyle.primary)
    resume = [button(say("Resume"), f"v1:pause:{at.id}")] if at.row.paused is not None else []
    return [*rows([move, view, *undo_button(at), more]), *rows(resume)]  # rows that do not wrap on a phone


def undo_button(at: Position) -> list[Button]:
    """Return a button while the game runs, disabled until some move can be undone, freely or by consent."""
    return [button(say("Undo"), f"b1:undo:{at.id}:{at.seq}", disabled=not at.by_people)] if at.to_act else []


def board_message(at: Position, story: Text | None, board: Picture | Text | None, now: float, *, won: bool = False) -> Layout:
    """Return the message that is posted after a turn: story, board, turn; then the buttons.

    At the end the poster has the points; a board in words is followed by them.

    :param won: the story says that the game is over, and who has won.
    """
    turn = None if won else turn_line(at, now)
    points = points_lines(at) if at.row.status == "over" and not isinstance(board, Picture) else None
    return layout(story, board, turn, points, *board_buttons(at), names=at.names)


def people_to_ping(at: Position) -> list[int]:
    """Return the people who are to move; nobody while the table pauses."""
    return [seat.person for seat in at.to_act if seat.is_person and at.row.paused is None]


async def cover_picture(drawing: Drawing, game: str, seats: int, teller: Teller) -> Picture:
    """Return the picture of a game that waits for its players."""
    png = await drawing.draw(cover, game, seats, teller)
    return Picture(f"{game}.png", png, say("The board of {game}", game=GAMES[game].title))
