"""Sending the message of an outbox row once, even where nobody knows what became of an earlier try."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import discord
from discord import ui

from cogs.shell.client import Parterre
from cogs.shell.components import Layout, build, files
from db.outbox import CLAIM_LASTS
from db.rows import OutboxRow

log = logging.getLogger(__name__)

NONCE_LASTS = 60.0  # seconds for which Discord surely knows which nonces were used
SEARCHED = 50  # messages of a place
OURS = 1_000_000  # ids of components from here on are ours: each message carries its row's

Place = discord.abc.Messageable


class Paid(NamedTuple):
    """The message of a row, and what of it cannot be made again."""

    place: int
    message: int
    shown: str = ""


def mark_of(row: OutboxRow) -> int:
    """The id of the first component of its message, by which it is known again."""
    return OURS + row.id


async def send_once(client: Parterre, row: OutboxRow, place: Place, shown: Layout, people: Sequence[int] = ()) -> discord.Message:
    """Send it, and ping these people, unless it is there already. Raises what Discord answers."""
    if in_doubt(row, NONCE_LASTS) and (found := await sent_before(client, row, place)):
        return found
    reader = client.reader(shown.names)
    return await place.send(
        view=build(shown, reader, mark_of(row)),
        files=files(shown, reader),
        nonce=f"outbox-{row.id}",
        allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(one) for one in people]),
    )


async def sent_before(client: Parterre, row: OutboxRow, place: Place) -> discord.Message | None:
    """What an earlier try has sent there."""
    found = await find_sent(client, place, lambda message: _carries(message, row)) if in_doubt(row) else None
    if found is not None:
        log.info("outbox %d: it was sent already: message %d", row.id, found.id)
    return found


def in_doubt(row: OutboxRow, longer: float = 0.0) -> bool:
    """May an earlier try, longer ago than so many seconds, have sent it?"""
    assert row.claimed_until is not None
    return row.attempted is not None and row.attempted + CLAIM_LASTS + longer < row.claimed_until


async def find_sent(client: Parterre, place: Place, fits: Callable[[discord.Message], bool]) -> discord.Message | None:
    """The newest own message of a place that fits; None, too, where the bot may not read."""
    try:
        async for message in place.history(limit=SEARCHED):
            if client.user is not None and message.author.id == client.user.id and fits(message):
                return message
    except discord.Forbidden as error:
        log.info("%s: no look at what was sent: %s", place, error)
    return None


def items_of(message: discord.Message) -> list[ui.Item[Any]]:
    """All that a message is made of."""
    view = ui.LayoutView.from_message(message, timeout=None)
    view.stop()
    return list(view.walk_children())


def _carries(message: discord.Message, row: OutboxRow) -> bool:
    return any(item.id == mark_of(row) for item in items_of(message))
