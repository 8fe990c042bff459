"""Where silence is a yes: whoever could not answer at the end, as the bot was away, is given some time once it runs again."""

from __future__ import annotations

from dataclasses import replace

from db.rows import BallotRow
from host.codec import encode
from host.consent import subject_of, voters
from host.deadlines import HOUR
from host.mentions import moment
from host.notices import notice
from host.settings import person_of
from host.table import Table
from rules.text import say

UNSEEN = 10.0  # seconds after which the end of a question was surely not looked at
MORE = HOUR  # at most, and never more than a question lasts that is put now


async def prolonged(table: Table, row: BallotRow, lasting: float) -> BallotRow | None:
    """The question with a new end, of which those asked are told; None if its end was seen, or is a new one already.

    :param lasting: for how many seconds it would be open if it were put now.
    """
    now, subject = table.now(), subject_of(row)
    if subject.prolonged or now <= row.expires + UNSEEN:
        return None
    row = row._replace(expires=now + min(MORE, lasting), subject=encode(replace(subject, prolonged=True)))
    text = say(
        "The bot was away when the time to answer a question at this table was over. You can still say no until {date}, "
        "{left}; else the answer is yes.",
        date=moment(row.expires, "f"),
        left=moment(row.expires, "R"),
    )
    told = [
        notice(row.table, "asked", text, person=person, direct=(await person_of(table.store, person)).direct)
        for person in voters(table.position, row)
    ]
    await table.store.ballots.prolong(row, *told)
    return row
