"""Time to answer questions: how long they are open, and more of it where people could not answer, as the bot was away."""

from __future__ import annotations

from dataclasses import replace

from db.rows import BallotRow, OutboxRow
from host.codec import encode
from host.consent import silence_agrees, subject_of, voters
from host.deadlines import DAY, HOUR, PACES
from host.mentions import moment
from host.notices import notice
from host.position import Position
from host.settings import person_of
from host.table import Table
from rules.text import say

EXPIRY = 2 * DAY
SILENCE = 0.25  # of the time for a turn, where silence is a yes: the asker has to play on after it
UNSEEN = 10.0  # seconds after which the end of a question was surely not looked at
MORE = HOUR  # at most, and never more than a question lasts that is put now
ENOUGH = 0.9  # of it: a question with so much time left is given no more


def lasting(at: Position, ballot: BallotRow) -> float:
    """Return for how many seconds a question is open."""
    allowance = PACES[at.row.pace]
    return EXPIRY if allowance is None or not silence_agrees(at, ballot) else min(EXPIRY, allowance * SILENCE)


async def prolonged(table: Table, row: BallotRow) -> BallotRow | None:
    """Give a question where silence is a yes a new end, and return it; None if its end was seen, or is a new one already."""
    if subject_of(row).prolonged or table.now() <= row.expires + UNSEEN:
        return None
    return await _prolong(table, row, _more(table, row))


async def prolong_all(table: Table) -> None:
    """Give each open question of a table more time after nobody could answer; those that have enough are left as they are."""
    for row in await table.store.ballots.open(table.id):
        more = _more(table, row)
        if row.expires < table.now() + more * ENOUGH:
            await _prolong(table, row, more)


def _more(table: Table, row: BallotRow) -> float:
    return min(MORE, lasting(table.position, row))


async def _prolong(table: Table, row: BallotRow, more: float) -> BallotRow:
    """Let a question end in ``more`` seconds, and tell those asked."""
    row = row._replace(expires=table.now() + more, subject=encode(replace(subject_of(row), prolonged=True)))
    await table.store.ballots.prolong(row, *await _told(table, row))
    return row


async def _told(table: Table, row: BallotRow) -> list[OutboxRow]:
    """Return the notices of a new end: to each of those asked where silence is a yes, else to the table."""
    date, left = moment(row.expires, "f"), moment(row.expires, "R")
    if not silence_agrees(table.position, row):
        text = say("The bot was away. You can answer the question at this table until {date}, {left}.", date=date, left=left)
        return [notice(row.table, "prolonged", text)]
    text = say(
        "The bot was away when your time to answer a question at this table ran out, so you get more. "
        "You can decline until {date}, {left}. If you do nothing, your answer is yes.",
        date=date,
        left=left,
    )
    return [
        notice(row.table, "asked", text, person=person, direct=(await person_of(table.store, person)).direct)
        for person in voters(table.position, row)
    ]
