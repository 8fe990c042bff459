"""Held against the cards above threads: they have no buttons, tell the end, and are not changed often."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from itertools import pairwise

from sandbox.kinds import Json
from trials import screen
from trials.faults.books import Table
from trials.faults.check_channels import Channels
from trials.faults.findings import Finding

RESTS = 600.0  # seconds between two changes of a card
OVER = "The game is over"


def check_cards(tables: list[Table], channels: Channels, resting: Set[int] = frozenset()) -> Iterator[Finding]:
    """The message that a thread was made of, which has its id, if it still stands; the ``resting`` may not be changed yet."""
    known = {str(message["id"]): message for message in channels.messages}
    for table in tables:
        standing = channels.standing(table.id)
        card = known.get(standing[-1]["channel_id"]) if standing else None
        if card is not None:
            yield from _shown(table, card, rests=table.id in resting)
            yield from _changed(table, card, channels)


def _shown(table: Table, card: Json, *, rests: bool) -> Iterator[Finding]:
    where = f"table {table.id} message {card['id']}"
    if screen.custom_ids(card["components"]):
        yield Finding("stale", "a card has buttons", where)
    if table.status == "over" and not rests and OVER not in screen.text_of(card):
        yield Finding("missing", "a card does not tell the end", where)


def _changed(table: Table, card: Json, channels: Channels) -> Iterator[Finding]:
    """Too often, once the start is shown, but for the end; who was killed may not know of the last change."""
    chronicle, path = channels.chronicle, re.compile(rf"^/channels/\d+/messages/{card['id']}$")
    began = min(post.at for post in channels.boards(table.id))
    changes = [s for s in chronicle.sent if s.method == "PATCH" and path.match(s.path) and s.at > began and s.status < 300]
    early = [pair for pair in pairwise(sorted(changes, key=lambda sent: sent.at)[1:]) if pair[1].at - pair[0].at < RESTS]
    early = [(before, after) for before, after in early if before.status and not chronicle.restarted(before.at, after.at)]
    if table.status != "over" or len(early) > 1:  # the end may be shown at once, once
        for before, after in early:
            what = f"a card is changed again after {after.at - before.at:.0f} s"
            yield Finding("unexplained", what, f"table {table.id} message {card['id']} at {after.at:.2f}")
