"""Send notices to people or places, and delete those that have become pointless."""

from __future__ import annotations

import logging

import discord

from cogs.discord_api.errors import Kind, classify
from cogs.sender.digest import turn_digest_off, wants_digest
from cogs.sender.editing import MOVED
from cogs.sender.kinds import Postponed, Sent, sends
from cogs.sender.marked import Place, in_doubt, send_marked, sent_before
from cogs.sender.notice_message import write_notice
from cogs.shell.audience import language_of_person, language_of_server
from cogs.shell.client import Parterre
from db.rows import OutboxRow
from host.deadlines import next_awake
from host.notices import notice_of
from host.position import Position
from host.quotas import undoes_too_often
from host.settings import read_person_settings

log = logging.getLogger(__name__)

REMINDERS = ("reminder", "late", "nudge", "digest")  # subjects that wait until a person's quiet hours are over
ONLY_DIRECT = ("next", "asked", "digest", "zone", "homeless")  # subjects that only their person may see


@sends("notice")
async def send_notice(client: Parterre, row: OutboxRow) -> Sent | None:
    """Send a notice: directly if the person wants that and it is possible, else to the table, else to its channel.

    A notice that has become pointless is not sent; if an earlier try has sent it, the row that deletes it finds it.

    :raises Postponed: while the person rests, or while direct messages are limited.
    """
    at = (await client.tables.get(row.table)).position if row.table is not None else None
    found = await sent_before(client, row, await _all_places(client, row, at)) if in_doubt(row) else None
    if found is not None:
        return Sent(found.channel.id, found.id)
    if await client.tables.store.outbox.has_pending(f"message:{row.id}"):
        return None
    await _wait_for_morning(client, row)
    if row.subject == "next" and row.table is not None and await undoes_too_often(await client.tables.get(row.table)):
        return None
    if row.subject == "digest" and not await wants_digest(client, row):
        return None
    if _is_direct(row):
        sent = await _send_directly(client, row, at)
        if sent is not None or row.subject in ONLY_DIRECT:
            return sent
    return await _send_to_table(client, row, at)


def _is_direct(row: OutboxRow) -> bool:
    return row.person is not None and notice_of(row).direct


async def _all_places(client: Parterre, row: OutboxRow, at: Position | None) -> list[Place]:
    """Return all places where an earlier try may have sent a notice."""
    direct: list[Place] = []
    if _is_direct(row):
        try:
            direct.append(await client.direct_messages.channel_of(row.person or 0))
        except discord.HTTPException as error:
            if classify(error).kind not in (Kind.CLOSED, Kind.MISSING):
                raise
    return [*direct, *(client.get_partial_messageable(place, guild_id=row.guild) for place in _places(row, at))]


async def _wait_for_morning(client: Parterre, row: OutboxRow) -> None:
    """Postpone a late reminder until its person's quiet hours and days away are over.

    :raises Postponed: while the person rests.
    """
    if row.subject in REMINDERS and row.person is not None:
        now = client.tables.now()
        morning = next_awake(now, (await read_person_settings(client.tables.store, row.person)).rest)
        if morning > now:
            raise Postponed(morning)


async def _send_directly(client: Parterre, row: OutboxRow, at: Position | None) -> Sent | None:
    """Send a direct message; return None if it cannot reach its person, or only after the end of the turn.

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
            await turn_digest_off(client, row)
        return None


def _is_too_late(row: OutboxRow, at: Position | None, start: float) -> bool:
    """Return whether a notice has to go to the table, as its turn ends before a direct message may start."""
    clock = at.clocks.get(row.seat) if at is not None and row.seat is not None else None
    return row.subject not in ONLY_DIRECT and clock is not None and clock.due is not None and clock.due <= start


async def _send_to_table(client: Parterre, row: OutboxRow, at: Position | None) -> Sent | None:
    """Send a notice to the first of its places that takes it; return None if all are gone."""
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
    log.info("outbox %d (%s, table %s): no recipient is left", row.id, row.subject, row.table)
    return None


def _places(row: OutboxRow, at: Position | None) -> list[int]:
    """Return the places of a server where a notice can be posted, best first."""
    table = [at.row.place, at.row.channel] if at else []
    chosen = at is None or row.subject == "moved"  # else the row's place is where an earlier try may have sent it
    places = [row.place, *table] if chosen else [*table, row.place]
    return list(dict.fromkeys(place for place in places if place is not None))


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
    """Delete a notice that has become pointless; Discord allows that in archived threads, too."""
    sent = await client.tables.store.outbox.get(row.target or 0)
    if sent is None or sent.place is None or sent.message is None:
        return
    await client.get_partial_messageable(sent.place).get_partial_message(sent.message).delete()


async def setup(_: Parterre) -> None:
    """Do nothing: the import registered the senders. discord.py calls this."""
