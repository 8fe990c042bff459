"""A table in one line, for lists: what is played, by whom, who is to move until when, and the way there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from cogs.channel.board import due_of
from cogs.lobby.terms import PACES
from cogs.shell.visibility import jump
from cogs.shell.words import cut, names_of
from host.position import Position

T = TypeVar("T")

PAGE = 10  # tables; all their lines fit a message
PEOPLE, WAITING = 60, 50  # characters


def page_of(rows: Sequence[T], page: int) -> tuple[Sequence[T], int, int]:
    """What is on a page, or on the last one where there are fewer; its number, and how many there are."""
    count = max(1, -(-len(rows) // PAGE))
    page = min(page, count - 1)
    return rows[page * PAGE : (page + 1) * PAGE], page, count


def title_line(at: Position) -> str:
    """The game, as a link to the board."""
    return f"**[{at.game.title}]({jump(at.row)})** · table {at.id}"


def people_line(at: Position, *, but: int = 0) -> str:
    """Who sits there, this person left out."""
    name = names_of(at.names)
    return cut(", ".join(name(seat.seat) for seat in at.seats if seat.person != but), PEOPLE)


def running_line(at: Position, person: int = 0) -> str:
    """Whom a running table waits for, and until when or since when; ``person`` is spoken to."""
    if at.row.paused is not None:
        return f"pauses since <t:{int(at.row.paused)}:R>"
    name = names_of(at.names)
    people = ["you" if seat.person == person else name(seat.seat) for seat in at.to_act]
    waiting = "**your turn**" if people == ["you"] else f"{cut(' and '.join(people), WAITING)} to move"
    acting = sorted((seat.person != person, seat.seat) for seat in at.to_act)  # the clock of who is spoken to counts first
    clock = at.clocks.get(acting[0][1]) if acting else None
    if clock is None:
        return waiting
    return f"{waiting}, {due_of(at, clock) or f'since <t:{int(clock.began)}:R>'}"


def open_line(at: Position) -> str:
    """The free seats of an open table, and its pace."""
    kept = sum(seat.standing == "reserved" for seat in at.seats)
    free = at.row.size - len(at.seats)
    seats = f"{free} of {at.row.size} seats free{f', {kept} reserved' if kept else ''}"
    return f"{seats} · {PACES[at.row.pace]}"
