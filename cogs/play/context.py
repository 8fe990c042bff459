"""Lines above a board or question: the table, the news since a person's last move, and a rule for first-time players."""

from __future__ import annotations

from collections.abc import Sequence
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
    """The events that are new to a person, in words, and those to mark on the board.

    :param line: the last turn, or what only this person knows, in one small line; None if there is nothing to tell.
    :param lines: all of them.
    """

    line: Text | None
    lines: list[Text]
    marked: tuple[Event, ...]


NO_NEWS = News(None, [], ())


async def news_for(i: Interaction, at: Position) -> News:
    """Return the events since this person's last move; none for spectators.

    The words leave out events that the clicked board shows already.
    """
    if at.seat_of(i.user.id) is None:
        return NO_NEWS
    clicked = i.message.id if i.message is not None and not i.message.flags.ephemeral else None
    since, events, untold = await read_news(i.client.tables.store, at, i.user.id, clicked)
    partly = len(untold) < len(events)
    lines = [joined("\n", _head(bool(since), partly), story_of(untold))] if untold else []
    return News(_line(untold, partly), lines, events[-MARKED_EVENTS:])


def _head(since: bool, partly: bool) -> Text:
    if partly:  # the board shows all others
        return say("**Only you know this**")
    return say("**Since your last move**") if since else say("**So far**")


def _line(untold: Sequence[Event], partly: bool) -> Text | None:
    if not untold:
        return None
    told = next((event for event in reversed(untold) if event.headline), untold[-1]).text
    return say("-# Only you know this: {line}", line=told) if partly else say("-# Last turn: {line}", line=told)
