"""Notices: sent to their persons or places, and taken away when they are pointless."""

from __future__ import annotations

import logging

import discord

from cogs.discord_api.errors import Kind, classify
from cogs.sender.digest import one_by_one, wants_digest
from cogs.sender.editing import MOVED
from cogs.sender.kinds import Postponed, Sent, sends
from cogs.sender.marked import Place, in_doubt, send_marked, sent_before
from cogs.sender.notice_message import write_notice
from cogs.shell.audience import language_of_person, language_of_server
from cogs.shell.client import Parterre
from db.rows import OutboxRow
from host.deadlines import awake
from host.notices import notice_of
from host.position import Position
from host.quotas import undone_again
from host.settings import person_of

log = logging.getLogger(__name__)

REMINDERS = ("reminder", "late", "nudge", "digest")  # subjects that let a person rest
ONLY_DIRECT = ("next", "asked", "digest", "zone", "homeless")  # subjects that nobody else is to see


@sends("notice")
async def send_notice(client: Parterre, row: OutboxRow) -> Sent | None:
    """To the person directly if that is wished and possible, else to the table, else to the channel it was opened in.

    What became pointless before it was surely sent is sent no more; where it was sent all the same, it is to be taken away.
    """
    at = (await client.tables.get(row.table)).position if row.table is not None else None
    found = await sent_before(client, row, await _all_places(client, row, at)) if in_doubt(row) else None
    if found is not None:
        return Sent(found.channel.id, found.id)
    if await client.tables.store.outbox.owes(f"message:{row.id}"):
        return None
    await _let_rest(client, row)
    if row.subject == "next" and row.table is not None and await undone_again(await client.tables.get(row.table)):
        return None
    if row.subject == "digest" and not await wants_digest(client, row):
        return None
    if _is_direct(row):
        sent = await _directly(client, row, at)
        if sent is not None or row.subject in ONLY_DIRECT:
            return sent
    return await _at_the_table(client, row, at)


def _is_direct(row: OutboxRow) -> bool:
    return row.person is not None and notice_of(row).direct


async def _all_places(client: Parterre, row: OutboxRow, at: Position | None) -> list[Place]:
    """Wherever an earlier try may have sent it."""
    direct: list[Place] = []
    if _is_direct(row):
        try:
            direct.append(await client.direct_messages.channel_of(row.person or 0))
        except discord.HTTPException as error:
            if classify(error).kind not in (Kind.CLOSED, Kind.MISSING):
                raise
    return [*direct, *(client.get_partial_messageable(place, guild_id=row.guild) for place in _places(row, at))]


async def _let_rest(client: Parterre, row: OutboxRow) -> None:
    """A reminder that is sent late, because Discord was away, does not come while its person rests."""
    if row.subject in REMINDERS and row.person is not None:
        now = client.tables.now()
        morning = awake(now, (await person_of(client.tables.store, row.person)).rest)
        if morning > now:
            raise Postponed(morning)


async def _directly(client: Parterre, row: OutboxRow, at: Position | None) -> Sent | None:
    """None if it cannot reach this person, or not before their time for the move is over.

    :raises Postponed: while direct messages are limited.
    """
    direct, now, person = client.direct_messages, client.tables.now(), row.person or 0
    start = direct.start_of(row.id, person, now, digest=row.subject == "digest")
    if start > now:
        if _is_too_late(row, at, start):
            return None
        raise Postponed(start)
    try:
        return await _send(client, row, await direct.channel_of(person), at, direct=True)
    except discord.HTTPException as error:
        verdict = classify(error)
        if verdict.reason == "direct":
            direct.pause(now + verdict.after)
        if verdict.kind not in (Kind.CLOSED, Kind.MISSING) and (row.subject in ONLY_DIRECT or not verdict.refused):
            raise
        log.info("outbox %d: no direct message: %s", row.id, error)
        if verdict.kind is Kind.CLOSED and row.subject == "digest":
            await one_by_one(client, row)
        return None


def _is_too_late(row: OutboxRow, at: Position | None, start: float) -> bool:
    """Return whether the table has to tell it, as the turn that it is about ends before this time."""
    clock = at.clocks.get(row.seat) if at is not None and row.seat is not None else None
    return row.subject not in ONLY_DIRECT and clock is not None and clock.due is not None and clock.due <= start


async def _at_the_table(client: Parterre, row: OutboxRow, at: Position | None) -> Sent | None:
    forbidden: discord.HTTPException | None = None
    for place in _places(row, at):
        channel = client.get_partial_messageable(place, guild_id=row.guild)
        try:
            return await _send(client, row, channel, at, direct=False)
        except discord.HTTPException as error:
            reason = classify(error).reason
            if reason == "permissions":
                forbidden = error
            elif reason not in MOVED:
                raise
    if forbidden is not None:
        raise forbidden
    log.info("outbox %d (%s, table %s): nobody is left to be told", row.id, row.subject, row.table)
    return None


def _places(row: OutboxRow, at: Position | None) -> list[int]:
    """Where it can be told, best first."""
    table = [at.row.place, at.row.channel] if at else []
    wished = at is None or row.subject == "moved"  # else it is where the table was when an earlier try may have sent it
    wanted = [row.place, *table] if wished else [*table, row.place]
    return list(dict.fromkeys(place for place in wanted if place is not None))


async def _send(client: Parterre, row: OutboxRow, place: Place, at: Position | None, *, direct: bool) -> Sent:
    shown, pinged = await write_notice(client, row, at, direct=direct)
    # Read before the message is sent: a failure after that would leave the row in doubt.
    asking = await client.tables.get(row.table) if row.ballot is not None and row.table is not None and pinged else None
    language = await _language(client, row, at, direct=direct)
    sent = await send_marked(client, row, place, shown, language, pinged)
    if asking is not None:
        client.background(client.presence.check_players(asking, again=pinged))
    return Sent(sent.channel.id, sent.id)


async def _language(client: Parterre, row: OutboxRow, at: Position | None, *, direct: bool) -> str:
    if direct and row.person is not None:
        return await language_of_person(client, row.person)
    return at.row.language if at is not None else await language_of_server(client, row.guild or 0)


@sends("delete")
async def delete_notice(client: Parterre, row: OutboxRow) -> None:
    """Take away a message that is pointless by now; Discord allows that in archived threads, too."""
    sent = await client.tables.store.outbox.get(row.target or 0)
    if sent is None or sent.place is None or sent.message is None:
        return
    await client.get_partial_messageable(sent.place).get_partial_message(sent.message).delete()


async def setup(_: Parterre) -> None:
    """Register only senders."""
