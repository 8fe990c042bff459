"""Sending the message of an outbox row once, even where nobody knows what became of an earlier try."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import discord
from discord import ui

from cogs.discord_api.errors import Kind, classify
from cogs.shell.client import Parterre
from cogs.shell.components import OURS, Layout, mark_of_message
from cogs.shell.message import carried
from db.outbox import CLAIM_LASTS
from db.rows import OutboxRow

log = logging.getLogger(__name__)

SKEW = 60.0  # seconds by which Discord's clock may be behind ours
SEARCHED = 1000  # messages of a place, from the first try on

Place = discord.abc.Messageable


class Postponed(Exception):
    """Not to be paid before this time; nothing was tried."""

    def __init__(self, until: float) -> None:
        super().__init__(f"postponed until {until:.0f}")
        self.until = until


class Paid(NamedTuple):
    """The message of a row, and what of it cannot be made again."""

    place: int
    message: int
    shown: str = ""


def mark_of(row: OutboxRow) -> int:
    """The mark of its message, by which it is known again."""
    return OURS + row.id


async def send_marked(
    client: Parterre, row: OutboxRow, place: Place, shown: Layout, language: str, people: Sequence[int] = ()
) -> discord.Message:
    """Send the message of a row in this language, and ping these people.

    For a few minutes Discord takes no second one in the same place. Whoever calls has looked by `sent_before` whether it is there
    already. Raises what Discord answers.
    """
    mentions = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(one) for one in people])

    async def send(view: ui.LayoutView, uploads: list[discord.File]) -> discord.Message:
        return await place.send(view=view, files=uploads, nonce=f"outbox-{row.id}", allowed_mentions=mentions)

    return await carried(client, shown, send, language=language, mark=mark_of(row), guild=row.guild)


async def sent_before(
    client: Parterre, row: OutboxRow, places: Iterable[Place], fits: Callable[[discord.Message], bool] = lambda _: False
) -> discord.Message | None:
    """What an earlier try may have sent to one of these places, known by its mark or because it ``fits``."""
    for place in places if in_doubt(row) else ():
        found = await _found(client, row, place, fits)
        if found is not None:
            log.info("outbox %d: it was sent already: message %d", row.id, found.id)
            return found
    return None


def in_doubt(row: OutboxRow) -> bool:
    """May an earlier try have sent it?"""
    assert row.claimed_until is not None
    return row.attempted is not None and row.attempted + CLAIM_LASTS < row.claimed_until


async def _found(
    client: Parterre, row: OutboxRow, place: Place, fits: Callable[[discord.Message], bool]
) -> discord.Message | None:
    """None, too, where the bot may not read, or where nothing is left to read.

    :raises discord.HTTPException: when a later look may tell.
    """
    began = datetime.fromtimestamp((row.attempted or 0.0) - SKEW, UTC)
    try:
        async for message in place.history(limit=SEARCHED, after=began, oldest_first=True):
            own = client.user is not None and message.author.id == client.user.id
            if own and (mark_of_message(message) == mark_of(row) or fits(message)):
                return message
    except discord.HTTPException as error:
        verdict = classify(error)
        if verdict.kind not in (Kind.MISSING, Kind.CLOSED) and verdict.reason != "permissions":
            raise
        log.info("outbox %d: no look at what was sent to %s: %s", row.id, getattr(place, "id", "?"), error)
    return None


def items_of(message: discord.Message) -> list[ui.Item[Any]]:
    """All that a message is made of."""
    view = ui.LayoutView.from_message(message, timeout=None)
    view.stop()
    return list(view.walk_children())
