"""A table in one line, for lists: what is played, by whom, who is to move until when, and the way there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from discord import ButtonStyle

from cogs.board.message import due_of
from cogs.shell.components import Button, button
from cogs.shell.reader import names_listed
from cogs.shell.visibility import jump
from host.lobby import PACE_NAMES
from host.mentions import link, moment
from host.outline import Outline
from rules.text import Text, joined, say

T = TypeVar("T")

PAGE = 10  # tables; all their lines fit a message
PEOPLE, WAITING = 60, 50  # characters


def page_of(rows: Sequence[T], page: int) -> tuple[Sequence[T], int, int]:
    """What is on a page, or on the last one where there are fewer; its number, and how many there are."""
    count = max(1, -(-len(rows) // PAGE))
    page = min(page, count - 1)
    return rows[page * PAGE : (page + 1) * PAGE], page, count


def title_line(at: Outline) -> Text:
    """The game, as a link to the board."""
    return say("**{game}** · table {table}", game=link(at.game.title, jump(at.row)), table=at.id)


def people_line(at: Outline, *, but: int = 0) -> Text:
    """Who sits there, this person left out."""
    return names_listed([at.called[seat.seat] for seat in at.seats if seat.person != but], PEOPLE)


def running_line(at: Outline, person: int = 0) -> Text:
    """Whom a running table waits for, and until when or since when; ``person`` is spoken to."""
    if at.row.paused is not None:
        return say("pause began {time}", time=moment(at.row.paused, "R"))
    others = [at.called[seat.seat] for seat in at.to_act if seat.person != person]
    own = len(others) < len(at.to_act)
    people = names_listed(others, WAITING)
    if own:
        waiting = say("you and {people} to move", people=people) if others else say("**your turn**")
    else:
        waiting = say("{people} to move", people=people)
    acting = sorted((seat.person != person, seat.seat) for seat in at.to_act)  # the clock of who is spoken to counts first
    clock = at.clocks.get(acting[0][1]) if acting else None
    if clock is None:
        return waiting
    return joined(", ", waiting, due_of(at, clock) or say("turn began {time}", time=moment(clock.began, "R")))


def vacant_line(at: Outline) -> Text | None:
    """Whose seats stand-ins play, so that somebody may take them over."""
    names = [at.called[seat.seat] for seat in at.stood_in]
    return say("a stand-in plays for {names}: who takes over?", names=names_listed(names, WAITING)) if names else None


def join_button(at: Outline) -> Button:
    """Return a button that takes a seat at an open table."""
    return button(say("Join table {table} · {game}", table=at.id, game=at.game.title), f"l1:join:{at.id}", ButtonStyle.primary)


def offers_to_play(at: Outline, person: int, what: Text) -> list[Button]:
    """For somebody who looks on: a button for each seat that a stand-in plays."""
    if any(seat.person == person for seat in at.seats):
        return []
    labels = [say("Play for {name} · {what}", name=at.called[seat.seat], what=what) for seat in at.stood_in]
    return [button(label, f"v1:offer:{at.id}:{seat.seat}") for seat, label in zip(at.stood_in, labels, strict=True)]


def open_line(at: Outline) -> Text:
    """The free seats of an open table, and its pace."""
    kept = sum(seat.standing == "reserved" for seat in at.seats)
    free, size = at.row.size - len(at.seats), at.row.size
    seats = say("Free seats: {free} of {size}", free=free, size=size)
    if kept:
        seats = say("Free seats: {free} of {size}, reserved: {kept}", free=free, size=size, kept=kept)
    return joined(" · ", seats, PACE_NAMES[at.row.pace])
