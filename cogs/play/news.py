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
    """For somebody who sits at this table; nothing for others. What the board that they clicked tells is not told again."""
    if at.seat_of(i.user.id) is None:
        return Shown([], ())
    clicked = i.message.id if i.message is not None and not i.message.flags.ephemeral else None
    since, events, untold = await news(i.client.tables.store, at, i.user.id, clicked)
    told = [joined("\n", _head(bool(since), len(untold) < len(events)), story_of(untold))] if untold else []
    return Shown(told, events[-MARKED:])


def _head(since: bool, partly: bool) -> Text:
    if partly:  # the board tells all the rest
        return say("**Known to you alone**")
    return say("**Since your last move**") if since else say("**So far**")
