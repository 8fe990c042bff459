"""What has changed since a person's last move: told first, and marked on the picture."""

from __future__ import annotations

from typing import NamedTuple

from cogs.shell.client import Interaction
from cogs.shell.reader import story_of
from host.history import news
from host.position import Position
from rules.game import Event
from rules.text import Text, joined, say

MARKED = 30  # events; more would cover the board


class Shown(NamedTuple):
    """Texts to be told first, and the events to be marked."""

    told: list[Text]
    marked: tuple[Event, ...]


async def news_for(i: Interaction, at: Position) -> Shown:
    """For somebody who sits at this table; nothing for others, nor where nothing has happened."""
    if at.seat_of(i.user.id) is None:
        return Shown([], ())
    since, events = await news(i.client.tables.store, at, i.user.id)
    if not events:
        return Shown([], ())
    head = say("**Since your last move**") if since else say("**So far**")
    return Shown([joined("\n", head, story_of(events))], events[-MARKED:])
