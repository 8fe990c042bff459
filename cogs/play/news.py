"""What has changed since a person's last move: told first, and marked on the picture."""

from __future__ import annotations

from typing import NamedTuple

from cogs.shell.reader import story_of
from host.history import news
from host.table import Table
from rules.game import Event
from rules.text import Text, joined, say

MARKED = 30  # events; more would cover the board


class Shown(NamedTuple):
    """Texts to be told first, and the events to be marked."""

    told: list[Text]
    marked: tuple[Event, ...]


async def news_for(table: Table, person: int) -> Shown:
    """For somebody who sits at this table; nothing for others, nor where nothing has happened."""
    if table.seat_of(person) is None:
        return Shown([], ())
    since, events = await news(table, person)
    if not events:
        return Shown([], ())
    head = say("**Since your last move**") if since else say("**So far**")
    return Shown([joined("\n", head, story_of(events))], events[-MARKED:])
