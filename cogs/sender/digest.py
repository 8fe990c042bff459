"""The one message a day of whoever wants no single reminders: the tables that wait for them."""

from __future__ import annotations

from cogs.board.lines import PAGE, running_line, title_line
from cogs.sender.kinds import NoticeMessage, writes_notice
from cogs.shell.client import Parterre
from cogs.shell.components import layout
from db.rows import OutboxRow
from host.mentions import command
from host.notices import notice_of
from host.outline import Outline
from host.settings import choose, person_of
from rules.text import joined, say

MORE = say("-# {turns} lists all your tables.", turns=command("turns"))


async def wants_digest(client: Parterre, row: OutboxRow) -> bool:
    """Does this person still want it, and does anything wait for them?"""
    assert row.person is not None
    return (await person_of(client.tables.store, row.person)).digest and bool(await _waiting(client, row.person))


@writes_notice("digest")
async def write_digest(client: Parterre, row: OutboxRow) -> NoticeMessage:
    """Write a line for each table that waits for this person, the longest wait first."""
    assert row.person is not None
    tables = (await _waiting(client, row.person))[:PAGE]
    lines = [joined(" · ", title_line(at), running_line(at, row.person)) for at in tables]
    return NoticeMessage(layout(joined("\n", notice_of(row).text, *lines), MORE), (row.person,))


async def one_by_one(client: Parterre, row: OutboxRow) -> None:
    """Remind a person who takes no direct messages at the tables from now on."""
    assert row.person is not None
    await choose(client.tables.store, row.person, direct=False, digest=False)


async def _waiting(client: Parterre, person: int) -> list[Outline]:
    """The tables that wait for them, on servers that the house is on."""
    tables = await client.tables.running_of(person)
    waiting = [at for at in tables if at.acts(person) and at.row.paused is None and client.get_guild(at.row.guild)]
    return sorted(waiting, key=lambda at: min(clock.began for clock in at.clocks.values()))
