"""Send the message of an outbox row once, even when nobody knows whether an earlier try has sent it.

Each message bears a mark: its row's number, as the id of its first component. A row in doubt looks for its mark in the places
where an earlier try may have posted it. For a few minutes Discord also drops a second message with the same nonce.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

import discord
from discord import ui

from cogs.discord_api.errors import Kind, classify
from cogs.shell.client import Parterre
from cogs.shell.components import FIRST_MARK, Layout, mark_of_message
from cogs.shell.message import carry_message
from db.outbox import CLAIM_SECONDS
from db.rows import OutboxRow

log = logging.getLogger(__name__)

CLOCK_SKEW_SECONDS = 60.0  # by which Discord's clock may be behind the bot's
MESSAGES_SEARCHED = 1000  # in one place, from the time of the first try on

Place = discord.abc.Messageable


def mark_of(row: OutboxRow) -> int:
    """Return the mark of a row's message."""
    return FIRST_MARK + row.id


async def send_marked(
    client: Parterre, row: OutboxRow, place: Place, shown: Layout, language: str, people: Sequence[int] = ()
) -> discord.Message:
    """Send the message of a row, in this language, and ping these people; without any it is silent.

    Call `sent_before` first, as this sends a second message if the first is some minutes old.

    :raises discord.HTTPException: as Discord refuses it.
    """
    mentions = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(one) for one in people])

    async def send(view: ui.LayoutView, uploads: list[discord.File]) -> discord.Message:
        return await place.send(view=view, files=uploads, nonce=f"outbox-{row.id}", silent=not people, allowed_mentions=mentions)

    return await carry_message(client, shown, send, language=language, mark=mark_of(row), guild=row.guild)


async def sent_before(
    client: Parterre, row: OutboxRow, places: Iterable[Place], fits: Callable[[discord.Message], bool] = lambda _: False
) -> discord.Message | None:
    """Return the message that an earlier try has sent; None if the row is not in doubt, or no such message is found.

    :param places: where an earlier try may have sent it.
    :param fits: tells other messages that count as the row's, though they do not bear its mark.
    :raises discord.HTTPException: when a later look may find it.
    """
    for place in places if in_doubt(row) else ():
        found = await _find(client, row, place, fits)
        if found is not None:
            log.info("outbox %d was already sent as message %d", row.id, found.id)
            return found
    return None


def in_doubt(row: OutboxRow) -> bool:
    """Return whether an earlier try may have sent the message: its outcome was never noted.

    The first try is known by its exact time, as an earlier one may be of a process whose clock was ahead.
    """
    assert row.claimed_until is not None
    return row.attempted is not None and row.attempted + CLAIM_SECONDS != row.claimed_until


async def _find(
    client: Parterre, row: OutboxRow, place: Place, fits: Callable[[discord.Message], bool]
) -> discord.Message | None:
    """Search one place; a place that is gone, or that the bot may not read, holds no message."""
    began = datetime.fromtimestamp((row.attempted or 0.0) - CLOCK_SKEW_SECONDS, UTC)
    try:
        async for message in place.history(limit=MESSAGES_SEARCHED, after=began, oldest_first=True):
            own = client.user is not None and message.author.id == client.user.id
            if own and (mark_of_message(message) == mark_of(row) or fits(message)):
                return message
    except discord.HTTPException as error:
        verdict = classify(error)
        if verdict.kind not in (Kind.MISSING, Kind.CLOSED) and verdict.reason != "permissions":
            raise
        log.info("outbox %d: cannot read earlier messages in %s: %s", row.id, getattr(place, "id", "?"), error)
    return None


def items_of(message: discord.Message) -> list[ui.Item[Any]]:
    """Return all components of a message, nested ones included."""
    view = ui.LayoutView.from_message(message, timeout=None)
    view.stop()
    return list(view.walk_children())
