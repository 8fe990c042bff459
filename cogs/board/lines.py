"""A table in one line, for lists: the game with a link, the people, the turn and its deadline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from discord import ButtonStyle

from cogs.board.message import due_text
from cogs.shell.components import Button, button
from cogs.shell.reader import list_names
from cogs.shell.visibility import jump
from host.lobby import PACE_NAMES
from host.mentions import link, moment
from host.summary import TableSummary
from rules.text import Text, joined, say

T = TypeVar("T")

PAGE_TABLES = 10  # their lines fit a message
PEOPLE_CHARACTERS, WAITING_CHARACTERS = 60, 50


def page_of(rows: Sequence[T], page: int) -> tuple[Sequence[T], int, int]:
    """Return the rows of a page, its number and the number of pages; the last page if there are fewer."""
    count = max(1, -(-len(rows) // PAGE_TABLES))
    page = min(page, count - 1)
    return rows[page * PAGE_TABLES : (page + 1) * PAGE_TABLES], page, count


def title_line(at: TableSummary) -> Text:
    """Return the game and the table's number, as a link to the board."""
    return say("**{game}** · table {table}", game=link(at.game.title, jump(at.row)), table=at.id)


def people_line(at: TableSummary, *, but: int = 0) -> Text:
    """Return the names of a table's people, without the person ``but``."""
    return list_names([at.called[seat.seat] for seat in at.seats if seat.person != but], PEOPLE_CHARACTERS)


def running_line(at: TableSummary, person: int = 0) -> Text:
    """Return the people whom a running table waits for, and the deadline or the beginning of the turn.

    :param person: reads it, and is addressed as “you”.
    """
    if at.row.paused is not None:
        return say("pause began {time}", time=moment(at.row.paused, "R"))
    others = [at.called[seat.seat] for seat in at.to_act if seat.person != person]
    own = len(others) < len(at.to_act)
    people = list_names(others, WAITING_CHARACTERS)
    if own:
        waiting = say("you and {people} to move", people=people) if others else say("**your turn**")
    else:
        waiting = say("{people} to move", people=people)
    acting = sorted((seat.person != person, seat.seat) for seat in at.to_act)  # the reader's own clock comes first
    clock = at.clocks.get(acting[0][1]) if acting else None
    if clock is None:
        return waiting
    return joined(", ", waiting, due_text(at, clock) or say("turn began {time}", time=moment(clock.began, "R")))


def vacant_line(at: TableSummary) -> Text | None:
    """Return a line with the seats that stand-ins play and an invitation to take them over; None without such seats."""
    names = [at.called[seat.seat] for seat in at.stood_in]
    return say("a stand-in plays for {names}: who takes over?", names=list_names(names, WAITING_CHARACTERS)) if names else None


def join_button(at: TableSummary) -> Button:
    """Return a button that takes a seat at an open table."""
    return button(say("Join"), f"l1:join:{at.id}", ButtonStyle.primary)


def offers_to_play(at: TableSummary, person: int, what: Text) -> list[Button]:
    """Return a button for each seat that a stand-in plays; none for people with a seat.

    :param what: names the table on the button.
    """
    if any(seat.person == person for seat in at.seats):
        return []
    labels = [say("Play for {name} · {what}", name=at.called[seat.seat], what=what) for seat in at.stood_in]
    return [button(label, f"v1:offer:{at.id}:{seat.seat}") for seat, label in zip(at.stood_in, labels, strict=True)]


def open_line(at: TableSummary) -> Text:
    """Return the free seats of an open table, its pace, and whether it is rated."""
    kept = sum(seat.standing == "reserved" for seat in at.seats)
    free, size = at.row.size - len(at.seats), at.row.size
    seats = say("Free seats: {free} of {size}", free=free, size=size)
    if kept:
        seats = say("Free seats: {free} of {size}, kept: {kept}", free=free, size=size, kept=kept)
    return joined(" · ", seats, PACE_NAMES[at.row.pace], say("rated") if at.row.rated else None)
