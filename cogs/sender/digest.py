"""The daily digest: one message with all tables that wait for a person, instead of single reminders."""

from __future__ import annotations

from cogs.board.lines import PAGE_TABLES, running_line, title_line
from cogs.sender.kinds import NoticeMessage, writes_notice
from cogs.shell.client import Parterre
from cogs.shell.components import layout
from db.rows import OutboxRow
from host.mentions import command
from host.notices import notice_of
from host.settings import read_person_settings, set_person_settings
from host.summary import TableSummary
from rules.text import joined, say

ALL_TABLES = say("-# {turns} lists all your tables.", turns=command("turns"))


async def wants_digest(client: Parterre, row: OutboxRow) -> bool:
    """Return whether this person still wants a digest, and any table waits for them."""
    assert row.person is not None
    return (await read_person_settings(client.tables.store, row.person)).digest and bool(await _waiting(client, row.person))


@writes_notice("digest")
async def write_digest(client: Parterre, row: OutboxRow) -> NoticeMessage:
    """Write a line for each table that waits for this person, the longest wait first."""
    assert row.person is not None
    tables = (await _waiting(client, row.person))[:PAGE_TABLES]
    lines = [joined(" · ", title_line(at), running_line(at, row.person)) for at in tables]
    return NoticeMessage(layout(joined("\n", notice_of(row).text, *lines), ALL_TABLES), (row.person,))


async def turn_digest_off(client: Parterre, row: OutboxRow) -> None:
    """Send reminders to the tables from now on, for a person who takes no direct messages."""
    assert row.person is not None
    await set_person_settings(client.tables.store, row.person, direct=False, digest=False)


async def _waiting(client: Parterre, person: int) -> list[TableSummary]:
    """Return the tables that wait for a person, the longest wait first, on servers where the bot still is."""
    tables = await client.tables.running_of(person)
    waiting = [at for at in tables if at.acts(person) and at.row.paused is None and not client.is_gone(at.row.guild)]
    return sorted(waiting, key=lambda at: min(clock.began for clock in at.clocks.values()))
