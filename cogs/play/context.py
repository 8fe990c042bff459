"""Lines above a board or question: the table, the news since a person's last move, and a rule for first-time players."""

from __future__ import annotations

from typing import NamedTuple

from cogs.board.lines import title_line
from cogs.shell.client import Interaction
from cogs.shell.reader import story_of
from db.store import Store
from host.history import read_news
from host.position import Position
from rules.game import Event
from rules.text import Text, joined, say
from rules.topics import help_with

MARKED_EVENTS = 30  # with more, their marks would cover the board


def heading(i: Interaction, at: Position) -> Text | None:
    """Return the table's game and number, as a link to its board; None where the table is played."""
    return None if i.channel_id == at.row.place else say("-# {table}", table=title_line(at))


async def guidance(store: Store, at: Position, person: int, question: str) -> Text | None:
    """Return a line of the rules that helps with a question, in a person's first game if the table offers it; else None.

    :param question: the key of the question's prompt.
    """
    if at.row.guidance == "none" or await store.has_played(person, at.row.game, at.id):
        return None
    line = help_with(at.game, question)
    return say("-# {guidance}", guidance=line) if line else None


class News(NamedTuple):
    """The lines about events that are new to a person, and the events to mark on the board."""

    lines: list[Text]
    marked: tuple[Event, ...]


async def news_for(i: Interaction, at: Position) -> News:
    """Return the events since this person's last move; none for spectators.

    The lines leave out events that the clicked board shows already.
    """
    if at.seat_of(i.user.id) is None:
        return News([], ())
    clicked = i.message.id if i.message is not None and not i.message.flags.ephemeral else None
    since, events, untold = await read_news(i.client.tables.store, at, i.user.id, clicked)
    lines = [joined("\n", _head(bool(since), len(untold) < len(events)), story_of(untold))] if untold else []
    return News(lines, events[-MARKED_EVENTS:])


def _head(since: bool, partly: bool) -> Text:
    if partly:  # the board shows all others
        return say("**Known to you alone**")
    return say("**Since your last move**") if since else say("**So far**")
