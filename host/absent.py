"""People for whom others at a table wait, and the questions to those of them who left the server."""

from __future__ import annotations

from host.ballots import close_question
from host.consent import subject_of, voters
from host.table import Table, changing


async def awaited(table: Table) -> tuple[int, ...]:
    """Return the host of an open table; at a running one those who are to move, and those who ask and are asked something."""
    at = table.position
    if at.row.status == "open":
        return (at.row.host,)
    people = [seat.person for seat in at.to_act if seat.is_person]
    for ballot in await table.store.ballots.open(table.id) if at.row.status == "running" else ():
        people += [ballot.asker, *voters(at, ballot)]
    return tuple(dict.fromkeys(people))


@changing
async def answer_for_absent(table: Table, person: int) -> bool:
    """Close each question whether this person takes over a seat, as they left the server; return whether there was one."""
    found = [
        ballot
        for ballot in await table.store.ballots.open(table.id)
        if ballot.kind == "replace" and subject_of(ballot).person == person
    ]
    for ballot in found:
        await close_question(table, ballot, "left")
    return bool(found)
