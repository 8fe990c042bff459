"""A table as people see it in the channel: its picture, its turn, its buttons."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

from discord import ButtonStyle

from cogs.ui import Button, Layout, Picture, Row, button, layout, rows
from cogs.words import label_with, names_of, pages, story_of
from host.table import Table
from render import Sketch, details, marks, picture
from render.plain import alt, board
from rules import GAMES
from rules.choice import Path, Prompt
from rules.game import Event, deal, winners
from rules.text import say, tell, who

log = logging.getLogger(__name__)

TEXT_PAGE = 3500  # characters; a message holds 4000


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
    """Whose turn it is, or who won."""
    name = names_of(table.names)
    if table.row.status == "cancelled":
        return "This table was cancelled."
    if not table.to_act:
        scores = table.game.scores(table.state)
        best = tuple(who(seat) for seat in winners(scores))
        return tell(say("The game is over: {winners} won.", winners=best), name)
    waiting = [f"<@{seat.person}>" if ping else f"**{name(seat.seat)}**" for seat in table.to_act]
    return f"{' and '.join(waiting)} to move"


def board_buttons(table: Table) -> list[Row]:
    """Anyone may press; only what concerns them opens, privately."""
    view = button("My view", f"b1:view:{table.id}")
    more = button("⋯", f"b1:more:{table.id}")
    if not table.to_act:
        return rows([view, more])
    move = button("Your move", f"b1:move:{table.id}", ButtonStyle.primary)
    return rows([move, view, *undo_button(table), more])


def undo_button(table: Table) -> list[Button]:
    """Only while somebody can take back the newest move."""
    return [button("Undo", f"b1:undo:{table.id}:{table.seq}")] if table.to_act and table.last else []


def more_buttons(table: Table, view: Any) -> list[Row]:
    """What else there is to look at."""
    parts = enumerate(details(table.row.game, view))
    larger = [button(label_with(table.names, part.label), f"b1:detail:{table.id}:{n}") for n, part in parts]
    return rows([button("In words", f"b1:text:{table.id}"), *larger])


def board_message(table: Table, story: Sequence[Event], shown: Picture | str) -> Layout:
    """What is posted after a turn: the story, the board, whose turn it is, the buttons."""
    told = story_of(table.names, story)
    return layout(*([told] if told else []), shown, turn_line(table), *board_buttons(table))


def people_to_ping(table: Table) -> list[int]:
    """The persons whom the turn line mentions."""
    return [seat.person for seat in table.to_act]


@lru_cache
def cover(game: str, seats: int) -> Picture:
    """The picture of a game that waits for its players: a table of that size, freshly laid."""
    rules = GAMES[game]
    state = rules.setup(seats, frozenset())
    for move in deal(rules, state, Random(1)):
        state = move.step.state
    names = ("",) * seats
    return f"{game}.png", picture(Sketch(game, rules.view(state, None), names)), f"The board of {rules.title}"
